import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';

/** A value of the document with what it shows. */
export interface DocumentedExample {
  readonly summary: string;
  readonly value: unknown;
  readonly 'x-disabled'?: boolean;
}

/** A body of the document. */
interface Body {
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema: AnySchema; readonly examples: Readonly<Record<string, DocumentedExample>> }
    >
  >;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** An operation of the document. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly servers: readonly { readonly url: string }[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description: string;
    readonly schema: AnySchema;
    readonly examples: Readonly<Record<string, DocumentedExample>>;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** The parts of the document that tests look at. */
export interface OpenApi {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: DocumentedOperation;
        readonly post?: DocumentedOperation;
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<
      Record<
        string,
        {
          readonly description?: string;
          readonly properties: Readonly<
            Record<string, { readonly description?: string; readonly examples?: readonly unknown[] }>
          >;
        }
      >
    >;
  };
}

/** The document of a text. */
export function readDocument(text: string): OpenApi {
  // Redocly's linter holds the document to this form; a test that reads a part that is not there fails of itself.
  return JSON.parse(text) as OpenApi;
}

/** An operation and where it is. */
export interface PlacedOperation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: DocumentedOperation;
}

/** Every operation of a document by its name. */
export function operationsOf(document: OpenApi): [name: string, placed: PlacedOperation][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method): [string, PlacedOperation][] => {
      const operation = item[method];
      if (operation === undefined) return [];
      return [
        [
          operation.operationId,
          { method, path, operation: { ...operation, parameters: operation.parameters ?? [] } },
        ],
      ];
    }),
  );
}

/** Tells what is wrong with a value by a schema of the document, or by one within it, named by its path there. */
export type Check = (schema: AnySchema | string | undefined, value: unknown) => string[];

const DOCUMENT = 'https://document.test/';

/** Makes the check of a document's schemas, which are JSON Schema 2020-12. */
export function schemaChecker(document: OpenApi): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  ajv.addFormat('date', /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/);
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  ajv.addSchema(document, DOCUMENT);
  return (schema, value) => {
    const validate =
      typeof schema === 'string'
        ? ajv.compile({ $ref: `${DOCUMENT}#/${schema}` })
        : ajv.compile({ $id: `${DOCUMENT}part/${++parts}`, ...absolute(schema) });
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

let parts = 0;

/** A schema whose references lead into the document. */
function absolute(schema: AnySchema | undefined): object {
  if (schema === undefined) throw new Error('The document has no such schema.');
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT}#/`));
}
