import * as v from 'valibot';

/** A day, YYYY-MM-DD. */
export const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A moment, ISO 8601 in UTC with fractional seconds. */
export const Timestamp = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));

/** A CNPJ: twelve digits or capital letters and two check digits. */
export const Cnpj = v.pipe(v.string(), v.regex(/^[0-9A-Z]{12}[0-9]{2}$/));

/** A root: eight digits or capital letters. */
export const Root = v.pipe(v.string(), v.regex(/^[0-9A-Z]{8}$/));

/** A code with its description. */
export const Coded = v.strictObject({ id: v.string(), descricao: v.string() });

/** A qualification of a partner or of who is responsible. */
export const Qualification = v.strictObject({ id: v.pipe(v.number(), v.integer()), descricao: v.string() });

/** A representative's qualification: the description, or in the hosted profile an object. */
export const RepresentativeQualification = v.union([v.string(), Qualification]);

/** The reason of a status: the description, or in the hosted profile an object. */
export const Reason = v.union([v.string(), Qualification]);

/** An activity (CNAE) and where it stands in the classification. */
export const Activity = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^\d{7}$/)),
  secao: v.nullable(v.pipe(v.string(), v.regex(/^[A-U]$/))),
  divisao: v.pipe(v.string(), v.regex(/^\d{2}$/)),
  grupo: v.pipe(v.string(), v.regex(/^\d{2}\.\d$/)),
  classe: v.pipe(v.string(), v.regex(/^\d{2}\.\d{2}-\d$/)),
  subclasse: v.pipe(v.string(), v.regex(/^\d{4}-\d\/\d{2}$/)),
  descricao: v.string(),
});

/** A country; one in no table has its codes alone. */
export const Country = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  iso2: v.nullable(v.pipe(v.string(), v.length(2))),
  iso3: v.nullable(v.pipe(v.string(), v.length(3))),
  nome: v.nullable(v.string()),
  comex_id: v.pipe(v.string(), v.regex(/^\d{3}$/)),
});

/** A state, or what stands for abroad. */
export const State = v.strictObject({
  id: v.pipe(v.number(), v.integer()),
  nome: v.string(),
  sigla: v.pipe(v.string(), v.length(2)),
  ibge_id: v.pipe(v.number(), v.integer()),
});

/** A municipality. */
export const City = v.strictObject({
  id: v.nullable(v.pipe(v.number(), v.integer())),
  nome: v.string(),
  ibge_id: v.nullable(v.pipe(v.number(), v.integer())),
  siafi_id: v.pipe(v.string(), v.regex(/^\d{4}$/)),
});
