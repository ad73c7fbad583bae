import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as v from 'valibot';
import type { SampleCounts } from '../../src/sample/counts.ts';
import { generateSample } from '../../src/sample/generate.ts';
import { CommercialCompany, PublicCompany } from '../../src/wire/company.ts';
import { type Member, readFolder, rowsOf } from '../sample/published-files.ts';
import { type Fixture, importFiles } from '../support/fixture.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';

const COMPANIES = 2_000;
const ESTABLISHMENT_COLUMNS = 30;
/** Requests under way at once. */
const LANES = 8;

let counts: SampleCounts;
let fixture: Fixture;
let members: Member[];
let service: LaunchedService;

beforeAll(async () => {
  fixture = await importFiles(async (folder) => {
    counts = await generateSample({ companies: COMPANIES, folder, seed: 7 });
  });
  members = await readFolder(fixture.sources);
  service = await launchService({ registry: fixture, variables: { BASICO_PER_MINUTE: '1000000' } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  fixture[Symbol.dispose]();
});

/** Every CNPJ that Estabelecimentos has. */
function listCnpjs(): string[] {
  const whole = rowsOf(members, 'ESTABELE').filter((row) => row.length === ESTABLISHMENT_COLUMNS);
  return [...new Set(whole.map((row) => row.slice(0, 3).join('')))];
}

/** The codes and labels of a table of the sample's. */
function readTable(mark: string): ReadonlyMap<string, string> {
  return new Map(rowsOf(members, mark).map(([code = '', label = '']) => [code, label]));
}

/** The IBGE code of each municipality that TABMUN.CSV has one for. */
function readIbgeIds(): ReadonlyMap<string, number> {
  const text = members.find(({ name }) => name === 'TABMUN.CSV')?.bytes.toString('latin1') ?? '';
  const lines = text.split('\r\n').map((line) => line.split(';'));
  return new Map(lines.map(([siafi = '', , , , ibge]) => [siafi, Number(ibge)]));
}

/** Asks for every CNPJ, a few at once, and hands each body to the check; an answer that is no 200 throws. */
async function askForAll(
  prefix: string,
  headers: Record<string, string>,
  check: (body: unknown, cnpj: string) => void,
) {
  const cnpjs = listCnpjs();
  const left = cnpjs.values();
  const lanes = Array.from({ length: LANES }, async () => {
    for (const cnpj of left) {
      const answer = await service.ask(`${prefix}/cnpj/${cnpj}`, { headers });
      if (answer.status !== 200) throw new Error(`${cnpj} is answered ${answer.status}.`);
      check(await answer.json(), cnpj);
    }
  });
  await Promise.all(lanes);
  return cnpjs.length;
}

test('every CNPJ of a sample is answered by the public API as its schema says', async () => {
  const asked = await askForAll('', {}, (body, cnpj) => {
    expect(v.parse(PublicCompany, body).estabelecimento.cnpj).toBe(cnpj);
  });
  expect(asked).toBe(fixture.report.served);
});

test('and by the commercial API, with every label and IBGE code that the files hold', async () => {
  const [activities, natures, countries] = ['CNAECSV', 'NATJUCSV', 'PAISCSV'].map(readTable);
  const [qualifications, cities] = ['QUALSCSV', 'MUNICCSV'].map(readTable);
  const ibgeIds = readIbgeIds();
  const headers = bear(service.tokens.basico);
  const asked = await askForAll('/comercial', headers, (body, cnpj) => {
    const record = v.parse(CommercialCompany, body);
    const own = record.estabelecimento;
    expect(own.cnpj).toBe(cnpj);
    for (const { id, descricao } of [own.atividade_principal ?? [], own.atividades_secundarias].flat()) {
      expect(descricao).toBe(activities?.get(id) ?? '');
    }
    const nature = record.natureza_juridica;
    if (nature) expect(nature.descricao).toBe(natures?.get(nature.id) ?? '');
    const people = record.socios.flatMap((partner) => partner.qualificacao_socio ?? []);
    for (const { id, descricao } of [record.qualificacao_do_responsavel ?? [], people].flat()) {
      if (qualifications?.has(String(id).padStart(2, '0'))) expect(descricao).not.toBe('');
    }
    for (const country of [own.pais ?? [], record.socios.map((partner) => partner.pais)].flat()) {
      if (countries?.has(country.comex_id)) expect(country.nome).toBeString();
    }
    if (own.cidade && cities?.has(own.cidade.siafi_id)) expect(own.cidade.nome).not.toBe('');
    const ibgeId = ibgeIds.get(own.cidade?.siafi_id ?? '');
    if (ibgeId) expect(own.cidade?.ibge_id).toBe(ibgeId);
    if (own.motivo_situacao_cadastral !== null) expect(own.motivo_situacao_cadastral).not.toBe('');
  });
  expect(asked).toBe(fixture.report.served);
});

test('the report counts what the generator says it wrote', () => {
  const { companies, establishments, partners, simples, regimes } = counts.quirks;
  const lost = (tally: { repeatedRow: number; shortRow: number }) => tally.repeatedRow + tally.shortRow;
  expect(fixture.report.rows).toEqual({
    companies: counts.companies - lost(companies),
    establishments: counts.establishments - lost(establishments),
    partners: counts.partners - lost(partners) - partners.missingCompany,
    simples: counts.simples - lost(simples) - simples.missingCompany,
    regimes: counts.regimes - regimes.ofPartnerships - regimes.repeated,
    suframa: counts.suframa,
    stateRegistrations: counts.stateRegistrations,
  });
  expect(fixture.report.rejected).toBe(
    [companies, establishments, partners, simples].reduce((sum, tally) => sum + tally.shortRow, 0),
  );
});

test('and every oddity as often as it was written', () => {
  const { companies, establishments, partners, simples, regimes } = counts.quirks;
  const all = [companies, establishments, partners, simples];
  const due = {
    badDate:
      establishments.ancientDate +
      establishments.futureDate +
      establishments.impossibleDate +
      partners.impossibleDate +
      simples.impossibleDate,
    blankSize: companies.blankSize,
    unknownSize: companies.unknownSize,
    unknownStatus: establishments.unknownStatus,
    unknownKind: establishments.unknownKind,
    unknownPartnerKind: partners.unknownKind,
    shortCep: establishments.postalCodeOfSevenDigits,
    noActivity: establishments.emptyActivity,
    emptyActivity: establishments.trailingComma,
    unpaddedCountry: establishments.unpaddedCountry + partners.unpaddedCountry,
    repairedText: companies.mojibake + establishments.mojibake + partners.mojibake,
    repeatedRow: all.reduce((sum, tally) => sum + tally.repeatedRow, 0),
    missingCompany: establishments.missingCompany,
    orphanPartner: partners.missingCompany,
    orphanSimples: simples.missingCompany,
    partnershipRegime: regimes.ofPartnerships,
  };
  const { unknownCountry = 0, ...others } = fixture.report.oddities;
  const written = Object.entries(due).filter(([, count]) => count > 0);
  expect(others).toEqual(Object.fromEntries(written));
  expect(written.length).toBeGreaterThan(12);
  // Some of the codes that the month's table lacks stand in the table that the project carries.
  expect(unknownCountry).toBeLessThanOrEqual(
    due.unpaddedCountry + establishments.unknownCountry + partners.unknownCountry,
  );
});
