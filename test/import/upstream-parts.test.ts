import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { CodeTables } from '../../src/import/code-tables.ts';
import { composeCompany, composeRecord } from '../../src/import/compose.ts';
import * as words from '../../src/import/upstream-labels.ts';
import { castUpstreamRecord } from '../../src/import/upstream-parts.ts';
import { readUpstreamRecord } from '../../src/import/upstream-record.ts';
import { parseRecord } from '../../src/registry/record.ts';
import * as labels from '../../src/wire/labels.ts';

const CNPJ = '11222333000181';

const TABLES: CodeTables = {
  ...{ activities: new Map(), legalNatures: new Map(), cities: new Map(), countries: new Map() },
  ibgeIds: new Map(),
  reasons: new Map([['01', 'Extinção por encerramento liquidação voluntária']]),
  qualifications: new Map([['05', 'Administrador']]),
};

/** What is stored of a record that another service sends. */
function store(company: Record<string, unknown>, own: Record<string, unknown> = {}) {
  const body = JSON.stringify({
    ...{ cnpj_raiz: CNPJ.slice(0, 8), razao_social: 'ALFA', atualizado_em: '2026-08-08T03:00:00.000Z' },
    ...company,
    estabelecimento: { cnpj: CNPJ, ...own },
  });
  const parts = castUpstreamRecord(readUpstreamRecord(CNPJ, body), TABLES);
  const { company: row, own: establishment, partners, simples, stateRegistrations, updatedAt } = parts;
  const registrations = { stateRegistrations, suframa: [], regimes: [] };
  return parseRecord(
    CNPJ,
    composeRecord(composeCompany(row, simples, partners), establishment, registrations, updatedAt),
  );
}

describe('a record of another service', () => {
  test.each([
    [{ porte: { id: '01', descricao: 'Não informado' } }, '01'],
    [{ porte: { id: '00', descricao: 'Não informado' } }, '01'],
    [{ porte: { id: '01', descricao: 'Micro Empresa' } }, '02'],
    [{ porte: { id: '02', descricao: 'Micro Empresa' } }, '02'],
    [{ porte: { id: '03' } }, '03'],
    [{ porte: null }, '01'],
  ])('%j is of size %s', (company, size) => {
    expect(store(company).size).toBe(size);
  });

  test.each([
    [{ id: 1, descricao: 'whatever' }, '01'],
    ['Extinção por encerramento liquidação voluntária', '01'],
    ['Outro motivo', ''],
    [{ id: 0, descricao: 'Sem motivo' }, ''],
    [null, ''],
  ])('has the reason %j as %j', (reason, code) => {
    expect(store({}, { motivo_situacao_cadastral: reason }).reason).toBe(code);
  });

  test.each([
    [{ estado: { sigla: 'SP' }, cidade: { siafi_id: '6795' } }, ['SP', '6795', '']],
    [{ estado: { ibge_id: 35 }, cidade: { ibge_id: 3534708 } }, ['SP', '6795', '']],
    [{ estado: { sigla: 'EX' }, cidade: { siafi_id: '1' }, pais: { id: '2496' } }, ['EX', '9707', '249']],
    [{ estado: { sigla: 'XX' }, cidade: { siafi_id: 'x' }, pais: { comex_id: '105' } }, ['', '', '105']],
  ])('lies as %j says', (own, place) => {
    const { city, country, state } = store({}, own);
    expect([state, city, country]).toEqual(place);
  });

  test('keeps nothing but text as it came', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const own = fc.record({
      ...{ tipo: text, nome_fantasia: text, situacao_cadastral: text, data_situacao_cadastral: text },
      ...{ data_inicio_atividade: text, cep: text, email: text, numero: text, ddd1: text, telefone1: text },
      ...{ atividade_principal: fc.record({ id: text }), data_situacao_especial: text },
      ...{ atividades_secundarias: fc.array(fc.record({ id: text }), { maxLength: 3 }) },
      ...{ pais: fc.record({ id: text, comex_id: text }), estado: fc.record({ sigla: text }) },
      ...{ cidade: fc.record({ siafi_id: text }), motivo_situacao_cadastral: text },
    });
    const partner = fc.record({
      nome: text,
      tipo: text,
      pais_id: text,
      data_entrada: text,
      faixa_etaria: text,
    });
    const company = fc.record({
      ...{ capital_social: text, responsavel_federativo: text, natureza_juridica: fc.record({ id: text }) },
      ...{ porte: fc.record({ id: text, descricao: text }), socios: fc.array(partner, { maxLength: 3 }) },
      ...{ simples: fc.record({ simples: text, mei: text, data_opcao_mei: text }) },
    });
    fc.assert(
      fc.property(company, own, (head, rest) => {
        const stored = store(head, rest);
        expect(stored.partners).toHaveLength(head.socios.length);
        const { capital, cep, city, country, kind, legalNature, mainActivity, mei, status } = stored;
        expect(`${kind}|${status}|${mei}`).toMatch(/^[12]\|(0[12348])?\|[SN]$/);
        expect(`${cep}|${city}|${country}|${mainActivity}|${legalNature}|${capital}`).toMatch(
          /^(\d{8})?\|(\d{4})?\|(\d{3})?\|(\d{7})?\|(\d{4})?\|(-?\d+\.\d\d)?$/,
        );
        for (const day of [stored.statusDate, stored.startDate, stored.specialStatusDate, stored.meiFrom]) {
          expect(day).toMatch(/^(\d{4}-\d\d-\d\d)?$/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the words of a public lookup', () => {
  test.each([
    ['statuses', words.STATUS_WORDS, labels.STATUS_LABELS],
    ['sizes', words.SIZE_WORDS, labels.SIZE_LABELS],
    ['branches', words.BRANCH_WORDS, labels.BRANCH_LABELS],
    ['partners', words.PARTNER_WORDS, labels.PARTNER_LABELS],
    ['age brackets', words.AGE_WORDS, labels.AGE_LABELS],
    ['options', words.OPTION_WORDS, labels.OPTION_LABELS],
  ] as const)('of %s are those of the answers', (_kind, known, presented) => {
    const shown = Object.entries(presented).map(([code, word]): [string, string] => [word, code]);
    expect(new Map<string, string>(known)).toEqual(new Map(shown));
  });
});
