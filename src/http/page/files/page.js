/* The front page: looks one CNPJ up by the public API, and shows what the registry is. */

import { createCard, createProblem } from './card.js';
import { readCnpj } from './cnpj.js';
import { formatCnpj } from './format.js';
import { ask } from './lookup.js';
import { showRegistry } from './registry.js';

const form = document.querySelector('#lookup');
const input = document.querySelector('#cnpj');
const button = form.querySelector('button');
const result = document.querySelector('#result');
const announcement = document.querySelector('#announcement');
const TITLE = document.title;
const LABEL = button.textContent;
/** A CNPJ that every registry of the country has, until one was looked up: the Banco do Brasil's. */
const EXAMPLE = '00000000000191';

function showExample(cnpj) {
  const address = new URL(`cnpj/${cnpj}`, location.href.split('?')[0]).href;
  document.querySelector('#example').textContent = `curl ${address}`;
}

function showCompany(company, address) {
  result.replaceChildren(createCard(company, address));
  const name = result.querySelector('#company-name').textContent;
  announcement.textContent = `Encontrada: ${name}.`;
  document.title = `${name} – ${TITLE}`;
  showExample(company.estabelecimento.cnpj);
  result.firstElementChild.focus({ preventScroll: true });
  result.scrollIntoView({ block: 'nearest' });
}

function showProblem(problem) {
  result.replaceChildren(createProblem(problem));
  announcement.textContent = '';
  document.title = TITLE;
}

/** Ties the problem on show to the field, or unties it. */
function markInput(isWrong) {
  if (isWrong) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  input.setAttribute('aria-describedby', isWrong ? 'hint problem-details' : 'hint');
}

let waiting;

/** Counts the seconds down that the limit asks for, and lets no lookup through before. */
function waitFor(seconds) {
  const endsAtMs = performance.now() + seconds * 1000;
  button.setAttribute('aria-disabled', 'true');
  const line = result.querySelector('[data-field="wait"]');
  const tick = () => {
    const left = Math.ceil((endsAtMs - performance.now()) / 1000);
    if (left > 0) {
      line.textContent = `Nova consulta em ${left} ${left === 1 ? 'segundo' : 'segundos'}.`;
      waiting = setTimeout(tick, 250);
      return;
    }
    waiting = undefined;
    button.removeAttribute('aria-disabled');
    line.textContent = 'Já é possível consultar de novo.';
    announcement.textContent = 'Já é possível consultar de novo.';
  };
  tick();
}

/** The lookup under way: another one, or another page of the history, ends it. */
let asking;

/** Shows that what is on show is not yet what was asked for. */
function showBusy(isBusy) {
  result.setAttribute('aria-busy', String(isBusy));
  button.textContent = isBusy ? 'Consultando…' : LABEL;
  announcement.textContent = isBusy ? 'Consultando…' : '';
}

function endLookup() {
  asking?.abort();
  asking = undefined;
  showBusy(false);
}

async function lookUp(cnpj) {
  endLookup();
  const own = new AbortController();
  asking = own;
  showBusy(true);
  const address = `cnpj/${encodeURIComponent(cnpj)}`;
  const outcome = await ask(address, own);
  if (asking !== own || outcome === undefined) return;
  endLookup();
  if (outcome.company !== undefined) showCompany(outcome.company, address);
  else showProblem(outcome.problem);
  markInput(outcome.isRefused === true);
  if (outcome.waitSeconds > 0) waitFor(outcome.waitSeconds);
}

/** Looks up what was typed, if it is a CNPJ; `remember` keeps it in the address, as a page of the history or none. */
function submit(text, remember) {
  if (waiting !== undefined) return;
  const { cnpj, problem } = readCnpj(text);
  markInput(problem !== undefined);
  if (problem !== undefined) {
    endLookup();
    showProblem(problem);
    input.focus();
    return;
  }
  input.value = formatCnpj(cnpj);
  remember(`?cnpj=${encodeURIComponent(cnpj)}`);
  void lookUp(cnpj);
}

function cnpjOfAddress() {
  return new URLSearchParams(location.search).get('cnpj');
}

const replacePage = (address) => history.replaceState(null, '', address);
const addPage = (address) => {
  if (address !== location.search) history.pushState(null, '', address);
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit(input.value, addPage);
});

addEventListener('popstate', () => {
  const asked = cnpjOfAddress();
  input.value = asked ?? '';
  if (asked !== null) {
    submit(asked, replacePage);
    return;
  }
  endLookup();
  markInput(false);
  result.replaceChildren();
  document.title = TITLE;
});

// What is folded on the screen is not to be missing on paper.
addEventListener('beforeprint', () => {
  for (const folded of result.querySelectorAll('details')) folded.open = true;
});

async function loadRegistry() {
  try {
    showRegistry(await (await fetch('status')).json());
  } catch {
    document.querySelector('#registry-note').textContent = 'A situação da base não pôde ser lida.';
  }
}

showExample(EXAMPLE);
void loadRegistry();

const asked = cnpjOfAddress();
if (asked !== null) {
  input.value = asked;
  submit(asked, replacePage);
}
