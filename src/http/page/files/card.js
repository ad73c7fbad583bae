/* What the page shows of a company, or of a problem. No HTML is made from text: templates' copies are filled. */

import { factsOf, listsOf } from './facts.js';

/** How a status looks; any other is that of a company that is no more. */
const STATUS_CLASSES = {
  Ativa: 'is-active',
  Suspensa: 'is-irregular',
  Inapta: 'is-irregular',
  Nula: 'is-irregular',
};
/** A list that is longer is folded behind so many entries. */
const UNFOLDED = 10;

function create(tag, text, className) {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** Takes a slot with nothing to show away, and its line with it. */
function removeSlot(slot) {
  (slot.closest('dl > div') ?? slot).remove();
}

/** Fills the slots of a template's copy. */
function fill(root, facts) {
  for (const [name, text] of Object.entries(facts)) {
    const slot = root.querySelector(`[data-field="${name}"]`);
    if (text) slot.textContent = text;
    else removeSlot(slot);
  }
}

/** One entry of a list: a text, which may be a link, and what is said aside. */
function createItem({ text, aside, link }) {
  const item = document.createElement('li');
  const main = create(link === undefined ? 'span' : 'a', text ?? '');
  if (link !== undefined) main.href = link;
  item.append(main);
  if (aside) item.append(create('span', ` · ${aside}`, 'aside'));
  return item;
}

function createList(entries) {
  const list = document.createElement('ul');
  list.append(...entries.map(createItem));
  return list;
}

/** Fills a list's slot, and tells in the slot's heading how many there are. */
function fillList(root, name, entries) {
  const slot = root.querySelector(`[data-list="${name}"]`);
  if (entries.length === 0) {
    if (slot.dataset.empty) slot.textContent = slot.dataset.empty;
    else removeSlot(slot);
    return;
  }
  slot.append(createList(entries.slice(0, UNFOLDED)));
  if (entries.length > 1) slot.previousElementSibling?.append(` (${entries.length})`);
  const folded = entries.slice(UNFOLDED);
  if (folded.length === 0) return;
  const details = document.createElement('details');
  details.append(create('summary', `Mostrar mais ${folded.length}`), createList(folded));
  slot.append(details);
}

function copyOf(id) {
  return document.querySelector(`#${id}`).content.cloneNode(true);
}

/** The card of a company; `address` is where its JSON is. */
export function createCard(company, address) {
  const card = copyOf('company');
  const { situacao_cadastral: status } = company.estabelecimento;
  fill(card, factsOf(company));
  card.querySelector('[data-field="status"]')?.classList.add(STATUS_CLASSES[status] ?? 'is-closed');
  for (const [name, entries] of Object.entries(listsOf(company))) fillList(card, name, entries);
  card.querySelector('[data-link="json"]').href = address;
  return card;
}

/** The box of a problem, which is an error's body or looks like one. */
export function createProblem({ titulo, detalhes, validacao = [] }) {
  const box = copyOf('problem');
  fill(box, { title: titulo, details: detalhes });
  // A single problem is in the details already.
  fillList(box, 'problems', validacao.length > 1 ? validacao.map((text) => ({ text })) : []);
  return box;
}
