/** A header of answers as the documentation shows it. */
export interface HeaderNote {
  readonly about: string;
  readonly type: 'string' | 'integer';
  readonly example: string | number;
}

/** The headers of answers, by their names. */
export const HEADER_NOTES = {
  'RateLimit-Policy': {
    about: 'O limite em vigor: `q` consultas a cada `w` segundos.',
    type: 'string',
    example: '"default";q=3;w=60',
  },
  RateLimit: {
    about: 'O que resta do limite: `r` consultas, e `t` segundos até que ele recomece.',
    type: 'string',
    example: '"default";r=2;t=45',
  },
  'Retry-After': { about: 'Segundos a esperar antes de tentar de novo.', type: 'integer', example: 30 },
  ETag: {
    about: 'Identifica esta versão do cadastro, para usar em `If-None-Match`.',
    type: 'string',
    example: '"2kz9h1q0x4m7d-p-98765432000198"',
  },
  'Cache-Control': {
    about: 'Por quanto tempo, e por quem, a resposta pode ser guardada.',
    type: 'string',
    example: 'public, max-age=600',
  },
  'WWW-Authenticate': { about: 'Como se identificar.', type: 'string', example: 'Bearer realm="cnpj"' },
  Allow: { about: 'Os métodos que o endereço aceita.', type: 'string', example: 'GET, HEAD, OPTIONS' },
} as const satisfies Readonly<Record<string, HeaderNote>>;

/** The name of a header of answers. */
export type HeaderName = keyof typeof HEADER_NOTES;
