/* Asks the public API for one CNPJ, and tells its problems from those on the way to it. */

const TIMEOUT_MS = 15_000;
const USUAL_WAIT_SECONDS = 60;

const LATE = {
  titulo: 'Sem resposta a tempo',
  detalhes: `O serviço não respondeu em ${TIMEOUT_MS / 1000} segundos. Tente de novo.`,
};
const UNREACHABLE = {
  titulo: 'Sem resposta',
  detalhes: 'Não foi possível falar com o serviço. Verifique a sua conexão e tente de novo.',
};

/** The problem of an answer that is none of ours, as a proxy gives when the service is away. */
function foreignProblem(status) {
  if (status === 429) return { titulo: 'Excesso de pedidos', detalhes: 'Aguarde um pouco e tente de novo.' };
  if (status >= 500) {
    const detalhes = `O serviço não está atendendo (HTTP ${status}). Tente de novo em instantes.`;
    return { titulo: 'Serviço indisponível', detalhes };
  }
  return { titulo: 'Resposta inesperada', detalhes: `A resposta não veio deste serviço (HTTP ${status}).` };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function waitOf(response) {
  if (response.status !== 429) return 0;
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? seconds : USUAL_WAIT_SECONDS;
}

/**
 * What came of a lookup: a company; or a problem, with the seconds to wait and whether the CNPJ itself is wrong. Nothing
 * where `controller` ended it.
 */
export async function ask(address, controller) {
  const timer = setTimeout(() => controller.abort(LATE), TIMEOUT_MS);
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(address, { headers, signal: controller.signal });
    const body = parse(await response.text());
    if (response.ok && body?.estabelecimento !== undefined) return { company: body };
    return {
      problem: body?.titulo === undefined ? foreignProblem(response.status) : body,
      waitSeconds: waitOf(response),
      isRefused: response.status === 400,
    };
  } catch {
    if (controller.signal.aborted) return controller.signal.reason === LATE ? { problem: LATE } : undefined;
    return { problem: UNREACHABLE };
  } finally {
    clearTimeout(timer);
  }
}
