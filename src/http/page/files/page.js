/* The front page: looks one CNPJ up by the public API, and shows what the registry is. */

import { createCard, createProblem } from './card.js';
import { formatCnpj } from './format.js';
import { showRegistry } from './registry.js';

const form = document.querySelector('#lookup');
const input = document.querySelector('#cnpj');
const button = form.querySelector('button');
const result = document.querySelector('#result');
const announcement = document.querySelector('#announcement');
const TITLE = document.title;

function showCompany(company, address) {
  result.replaceChildren(createCard(company, address));
  const name = result.querySelector('#company-name').textContent;
  announcement.textContent = `Encontrada: ${name}.`;
  document.title = `${name} – ${TITLE}`;
  result.firstElementChild.focus({ preventScroll: true });
  result.scrollIntoView({ block: 'nearest' });
}

function showProblem(problem) {
  result.replaceChildren(createProblem(problem));
  announcement.textContent = '';
  document.title = TITLE;
}

let busyUntilMs = 0;

/** Counts the seconds down that the limit asks for, and lets no lookup through before. */
function waitFor(seconds) {
  busyUntilMs = performance.now() + seconds * 1000;
  button.setAttribute('aria-disabled', 'true');
  const line = result.querySelector('[data-field="wait"]');
  const tick = () => {
    const left = Math.ceil((busyUntilMs - performance.now()) / 1000);
    if (left > 0) {
      line.textContent = `Nova consulta em ${left} ${left === 1 ? 'segundo' : 'segundos'}.`;
      setTimeout(tick, 250);
      return;
    }
    busyUntilMs = 0;
    button.removeAttribute('aria-disabled');
    line.textContent = 'Já é possível consultar de novo.';
    announcement.textContent = 'Já é possível consultar de novo.';
  };
  tick();
}

async function lookUp(cnpj) {
  const address = `cnpj/${encodeURIComponent(cnpj)}`;
  button.setAttribute('aria-disabled', 'true');
  announcement.textContent = 'Consultando…';
  let waitSeconds = 0;
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    const body = await response.json();
    if (response.ok) showCompany(body, address);
    else showProblem(body);
    if (response.status === 429) waitSeconds = Number(response.headers.get('retry-after') ?? 60);
  } catch {
    showProblem({
      titulo: 'Sem resposta',
      detalhes: 'O serviço não respondeu. Verifique a sua conexão e tente de novo.',
    });
  }
  if (waitSeconds > 0) waitFor(waitSeconds);
  else button.removeAttribute('aria-disabled');
}

/** What was typed without its punctuation, or undefined and a word of help. */
function readInput() {
  const cnpj = input.value.replace(/[\s./-]/g, '').toUpperCase();
  if (cnpj.length === 14) {
    input.removeAttribute('aria-invalid');
    return cnpj;
  }
  input.setAttribute('aria-invalid', 'true');
  showProblem({
    titulo: 'CNPJ incompleto',
    detalhes: `Um CNPJ tem 14 caracteres; ${cnpj.length === 0 ? 'nenhum foi informado' : `foram informados ${cnpj.length}`}.`,
  });
  input.focus();
  return undefined;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (button.hasAttribute('aria-disabled')) return;
  const cnpj = readInput();
  if (cnpj === undefined) return;
  input.value = formatCnpj(cnpj);
  history.replaceState(null, '', `?cnpj=${encodeURIComponent(cnpj)}`);
  void lookUp(cnpj);
});

async function loadRegistry() {
  try {
    showRegistry(await (await fetch('status')).json());
  } catch {
    document.querySelector('#registry-note').textContent = 'A situação da base não pôde ser lida.';
  }
}

document.querySelector('#example').textContent =
  `curl ${new URL('cnpj/', location.href.split('?')[0]).href}00000000000000`;
void loadRegistry();

const asked = new URLSearchParams(location.search).get('cnpj');
if (asked !== null) {
  input.value = asked;
  form.requestSubmit();
}
