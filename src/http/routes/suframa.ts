import { Elysia } from 'elysia';
import { parseSuframaQuestion, presentSuframa, suframaNotFound } from '../../wire/suframa.ts';
import { answer } from '../answer.ts';
import { readBody } from '../body.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { type Services, servedBy } from '../services.ts';

/** `POST {commercial}/suframa`: whether a Suframa registration is a CNPJ's, and in force. */
export function suframa(services: Services, prefix: string) {
  return new Elysia({ prefix }).use(guard(services, 'every', 'suframa')).post(
    '/suframa',
    async ({ request, exchange }) => {
      const question = parseSuframaQuestion(await readBody(request, services.config.BODY_LIMIT));
      const served = servedBy(services);
      const record = served.companies.findCompany(question.cnpj);
      const { extractedOn } = served.database.facts;
      const body = record && presentSuframa(record, question.inscricao, extractedOn);
      if (body === undefined) throw suframaNotFound();
      observe(services, request, exchange, 200);
      return answer(exchange, body, { caching: 'private' });
    },
    // The body is read by the handler, after the checks: a stranger's malformed one is still a 401.
    { parse: 'none' },
  );
}
