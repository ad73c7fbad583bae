import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cnpjOf, rootOf } from '../import/quirk.ts';
import { importMonth } from '../support/fixture.ts';
import { bear, launchService } from '../support/service.ts';

/** What a Latin-1 field may hold: letters, what CSV and JSON escape, blanks of all kinds, control characters. */
const LATIN1 = fc.string({
  unit: fc.constantFrom(...'AZaz09 áÇõÿ"\\;,\'/&<>\n\r\t\0\x01\x1f\x1e{}[]:%=+-'.split('')),
  maxLength: 24,
});

/** What an operator's UTF-8 file may hold. */
const UNICODE = fc.string({ unit: 'grapheme', maxLength: 12 });

/** What is served of a text: no NUL, runs of blanks as one, none at the ends; null where nothing is left. */
function served(text: string): string | null {
  return (
    text
      .replaceAll('\0', '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim() || null
  );
}

const COMPANY = fc.record({
  name: LATIN1,
  tradeName: LATIN1,
  street: LATIN1,
  partner: LATIN1,
  registration: UNICODE,
});

test('whatever a text holds, it comes out of the answer as it went into the file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(COMPANY, { minLength: 1, maxLength: 40 }), async (companies) => {
      using fixture = await importMonth({
        companies: companies.map(({ name }, index) => ({ root: rootOf(index), name })),
        establishments: companies.map(({ tradeName, street }, index) => ({
          ...{ cnpj: cnpjOf(`${rootOf(index)}0001`), kind: '1', tradeName, street },
        })),
        partners: companies.map(({ partner }, index) => ({ root: rootOf(index), kind: '2', name: partner })),
        stateRegistrations: companies.map(({ registration }, index) => {
          const quoted = `"${registration.replaceAll('"', '""')}"`;
          return `${cnpjOf(`${rootOf(index)}0001`)};SP;${quoted};S;2026-08-01`;
        }),
      });
      await using service = await launchService({ registry: fixture });
      for (const [index, company] of companies.entries()) {
        const path = `/comercial/cnpj/${cnpjOf(`${rootOf(index)}0001`)}`;
        const answer = await service.ask(path, { headers: bear(service.tokens.basico) });
        expect(await answer.json()).toMatchObject({
          razao_social: served(company.name) ?? '',
          socios: [{ nome: served(company.partner) }],
          estabelecimento: {
            nome_fantasia: served(company.tradeName),
            logradouro: served(company.street),
            inscricoes_estaduais: [{ inscricao_estadual: served(company.registration) ?? '' }],
          },
        });
      }
    }),
    { numRuns: 8 },
  );
}, 30_000);

test('a company with thousands of partners and activities is answered whole', async () => {
  const partners = 20_000;
  const name = (index: number) => `SÓCIO "${String(index).padStart(6, '0')}" \\`;
  using fixture = await importMonth({
    companies: [{ root: rootOf(0), name: 'CONDOMÍNIO' }],
    establishments: [
      {
        ...{ cnpj: cnpjOf(`${rootOf(0)}0001`), kind: '1' },
        secondary: Array.from({ length: 5_000 }, () => '6203100').join(','),
      },
    ],
    partners: Array.from({ length: partners }, (_, index) => ({
      ...{ root: rootOf(0), kind: '2', name: name(index), document: '***111111**' },
    })),
  });
  await using service = await launchService({ registry: fixture });
  const answer = await service.ask(`/cnpj/${cnpjOf(`${rootOf(0)}0001`)}`);
  const body = JSON.parse(await answer.text());
  expect(body.socios.map((partner: { nome: string }) => partner.nome)).toEqual(
    Array.from({ length: partners }, (_, index) => name(index)),
  );
  expect(body.estabelecimento.atividades_secundarias).toHaveLength(5_000);
});
