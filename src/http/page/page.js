/* The front page: looks one CNPJ up by the public API, and shows what the registry is. It builds no HTML from text. */

const form = document.querySelector('#lookup');
const input = document.querySelector('#cnpj');
const button = form.querySelector('button');
const result = document.querySelector('#result');
const announcement = document.querySelector('#announcement');
const TITLE = document.title;

const numbers = new Intl.NumberFormat('pt-BR');
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const longDate = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** How a status looks; any other is that of a company that is no more. */
const STATUS_CLASSES = {
  Ativa: 'is-active',
  Suspensa: 'is-irregular',
  Inapta: 'is-irregular',
  Nula: 'is-irregular',
};

function shortDate(day) {
  return day === null ? '' : day.split('-').reverse().join('/');
}

function formatCnpj(cnpj) {
  return cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

function formatCep(cep) {
  return cep === null ? '' : cep.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}

function joined(parts, separator) {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator);
}

/** A description that is a text in one profile of the answers and an object in the other. */
function described(value) {
  return typeof value === 'object' && value !== null ? value.descricao : value;
}

function since(text, day) {
  return text && day ? `${text}, desde ${shortDate(day)}` : text;
}

function phone(areaCode, number) {
  if (number === null) return '';
  return joined([areaCode && `(${areaCode})`, number.replace(/^(\d{4,5})(\d{4})$/, '$1-$2')], ' ');
}

function option(value, from) {
  if (value !== 'Sim') return value;
  return since('Optante', from);
}

function addressOf(place) {
  const street = joined([place.tipo_logradouro, place.logradouro], ' ');
  const city = joined([place.nome_cidade_exterior ?? place.cidade?.nome, place.estado?.sigla], '/');
  const country = place.pais !== null && place.pais.id !== '1058' ? place.pais.nome : '';
  const cep = formatCep(place.cep);
  return joined(
    [
      joined([street, place.numero], ', '),
      place.complemento,
      place.bairro,
      city,
      country,
      cep && `CEP ${cep}`,
    ],
    ' · ',
  );
}

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
    capital: company.capital_social === null ? '' : money.format(company.capital_social),
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

function showCompany(company, address) {
  const card = copyOf('company');
  const place = company.estabelecimento;
  const facts = factsOf(company);
  fill(card, facts);
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
  result.replaceChildren(card);
  announcement.textContent = `Encontrada: ${facts.name}.`;
  document.title = `${facts.name} – ${TITLE}`;
  result.firstElementChild.focus({ preventScroll: true });
  result.scrollIntoView({ block: 'nearest' });
}

function showProblem({ titulo, detalhes, validacao = [] }) {
  const box = copyOf('problem');
  fill(box, { title: titulo, details: detalhes });
  // A single problem is in the details already.
  fillList(box, 'problems', validacao.length > 1 ? validacao.map((problem) => [problem]) : []);
  result.replaceChildren(box);
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

const FIGURES = { empresas: 'empresas', estabelecimentos: 'estabelecimentos', socios: 'sócios' };

function showRegistry({ base, versao }) {
  const note = document.querySelector('#registry-note');
  document.querySelector('#version').textContent = `Versão ${versao}.`;
  if (base === null) {
    note.textContent = 'Ainda não há dados carregados. Volte em instantes.';
    return;
  }
  const day = longDate.format(new Date(base.data_extracao));
  const parts = [`Dados extraídos pela Receita Federal em ${day}.`];
  if (base.atrasada) parts.push(`Estão ${base.dias_de_defasagem} dias atrás: a atualização está atrasada.`);
  const { estados, atividades, situacoes } = base.cobertura;
  const limits = joined(
    [
      estados.length > 0 && `estados: ${estados.join(', ')}`,
      atividades.length > 0 && `atividades: ${atividades.join(', ')}`,
      situacoes.length > 0 && `situações: ${situacoes.join(', ')}`,
    ].filter(Boolean),
    '; ',
  );
  if (limits) parts.push(`Só uma parte do país está aqui (${limits}).`);
  note.textContent = parts.join(' ');
  const figures = document.querySelector('#registry-figures');
  for (const [kind, label] of Object.entries(FIGURES)) {
    const pair = document.createElement('div');
    pair.className = 'figure';
    const term = pair.appendChild(document.createElement('dt'));
    const figure = pair.appendChild(document.createElement('dd'));
    term.textContent = label;
    figure.textContent = numbers.format(base.registros[kind] ?? 0);
    figures.append(pair);
  }
  figures.hidden = false;
}

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
