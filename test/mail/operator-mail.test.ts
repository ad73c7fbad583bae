import { describe, expect, test } from 'bun:test';
import { composeFailureMail } from '../../src/mail/operator-mail.ts';

const NEWS = {
  email: 'operador@example.com',
  host: 'cadastro-1',
  failedAtMs: Date.parse('2026-11-21T05:30:00Z'),
  month: '2026-11',
  message: 'Socios3.zip is broken: <CRC> differs & more.',
  servingDate: '2026-10-12',
};

describe('the failure mail', () => {
  test('says what failed, when, for which month and what goes on serving', () => {
    const { to, subject, text } = composeFailureMail(NEWS);
    expect(to).toBe('operador@example.com');
    expect(subject).toBe('Falha na atualização do CNPJ (11/2026)');
    for (const fact of ['21/11/2026', '02:30:00', 'cadastro-1', '12/10/2026', NEWS.message]) {
      expect(text).toContain(fact);
    }
  });

  test('escapes the message in HTML', () => {
    expect(composeFailureMail(NEWS).html).toContain('&lt;CRC&gt; differs &amp; more.');
  });

  test('does without a month and says when nothing is served', () => {
    const { subject, text } = composeFailureMail({ ...NEWS, month: undefined, servingDate: undefined });
    expect(subject).toBe('Falha na atualização do CNPJ');
    expect(text).toContain('não determinado');
    expect(text).toContain('Nenhum cadastro está no ar');
  });

  test('carries a bounded part of a very long message', () => {
    const { text } = composeFailureMail({ ...NEWS, message: 'x'.repeat(1_000_000) });
    expect(text.length).toBeLessThan(10_000);
  });
});
