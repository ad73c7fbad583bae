/* What the page shows of a company, or of a problem. No HTML is made from text: templates' copies are filled. */

import {
  addressOf,
  described,
  formatCnpj,
  formatMoney,
  joined,
  option,
  phone,
  shortDate,
  since,
} from './format.js';

/** How a status looks; any other is that of a company that is no more. */
const STATUS_CLASSES = {
  Ativa: 'is-active',
  Suspensa: 'is-irregular',
  Inapta: 'is-irregular',
  Nula: 'is-irregular',
};

/** What the card shows, by its slots. */
function factsOf(company) {
  const place = company.estabelecimento;
  const reason = described(place.motivo_situacao_cadastral);
  const main = place.atividade_principal;
  return {
    cnpj: formatCnpj(place.cnpj),
    name: company.razao_social || 'Empresa sem nome na base',
    tradeName: place.nome_fantasia,
    status: place.situacao_cadastral,
    situation: joined([since(place.situacao_cadastral, place.data_situacao_cadastral), reason], ' · '),
    started: shortDate(place.data_inicio_atividade),
    kind: place.tipo,
    size: company.porte.descricao,
    capital: formatMoney(company.capital_social),
    nature: company.natureza_juridica?.descricao,
    simples: company.simples && option(company.simples.simples, company.simples.data_opcao_simples),
    mei: company.simples && option(company.simples.mei, company.simples.data_opcao_mei),
    activity: main && `${main.subclasse} · ${main.descricao}`,
    address: addressOf(place),
    phones: joined([phone(place.ddd1, place.telefone1), phone(place.ddd2, place.telefone2)], ' · '),
    email: place.email,
    notice: company.observacao,
  };
}

/** Fills the slots of a template's copy; a slot with nothing to show goes, and its line with it. */
function fill(root, facts) {
  for (const [name, text] of Object.entries(facts)) {
    const slot = root.querySelector(`[data-field="${name}"]`);
    if (text) slot.textContent = text;
    else (slot.closest('dl > div') ?? slot).remove();
  }
}

/** Fills a list of entries, each a text and an aside. */
function fillList(root, name, entries) {
  const slot = root.querySelector(`[data-list="${name}"]`);
  if (entries.length === 0) {
    (slot.closest('dl > div') ?? slot).remove();
    return;
  }
  const list = slot.tagName === 'UL' ? slot : slot.appendChild(document.createElement('ul'));
  for (const [text, aside] of entries) {
    const item = list.appendChild(document.createElement('li'));
    item.append(text ?? '');
    if (!aside) continue;
    const note = document.createElement('span');
    note.className = 'aside';
    note.textContent = ` · ${aside}`;
    item.append(note);
  }
}

function copyOf(id) {
  return document.querySelector(`#${id}`).content.cloneNode(true);
}

/** The card of a company; `address` is where its JSON is. */
export function createCard(company, address) {
  const card = copyOf('company');
  const place = company.estabelecimento;
  fill(card, factsOf(company));
  card.querySelector('.status')?.classList.add(STATUS_CLASSES[place.situacao_cadastral] ?? 'is-closed');
  fillList(
    card,
    'activities',
    place.atividades_secundarias.map(({ subclasse, descricao }) => [`${subclasse} · ${descricao}`]),
  );
  fillList(
    card,
    'partners',
    company.socios.map(({ nome, qualificacao_socio, data_entrada }) => [
      nome,
      joined([qualificacao_socio?.descricao, data_entrada && `desde ${shortDate(data_entrada)}`], ', '),
    ]),
  );
  card.querySelector('[data-link="json"]').href = address;
  return card;
}

/** The box of a problem, which is an error's body or looks like one. */
export function createProblem({ titulo, detalhes, validacao = [] }) {
  const box = copyOf('problem');
  fill(box, { title: titulo, details: detalhes });
  // A single problem is in the details already.
  fillList(box, 'problems', validacao.length > 1 ? validacao.map((problem) => [problem]) : []);
  return box;
}
