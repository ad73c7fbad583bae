/** A JSON object of the document under construction. */
export type JsonObject = { [name: string]: unknown };

/** Whether a value is an object, and neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object made of others' entries, mapped. */
export function mapEntries<Value>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => unknown,
): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
