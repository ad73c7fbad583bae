import { ANSWER_NOTES, REFERENCE_NOTES } from './answer-notes.ts';
import { RECORD_NOTES } from './record-notes.ts';

/** Every schema of the document with what is said of it, by the name it has there. */
export const SCHEMA_NOTES = { ...RECORD_NOTES, ...REFERENCE_NOTES, ...ANSWER_NOTES } as const;

/** The name of a schema in the document. */
export type SchemaName = keyof typeof SCHEMA_NOTES;
