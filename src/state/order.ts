import * as v from 'valibot';
import { dayAt, isDay } from './calendar.ts';
import type { Plan } from './tables.ts';

/** What a token is issued for. */
export type TokenOrder = {
  readonly email: string;
  readonly plan: Plan;
  /** The last day, `YYYY-MM-DD` in Brasília, on which the token is good; without it, it does not expire. */
  readonly expires?: string | undefined;
  /** A remark of the operator's. */
  readonly note?: string | undefined;
};

/** A request about subscribers that cannot be met: the message says why and what to do. */
export class SubscriberError extends Error {
  override name = 'SubscriberError';
}

/** A value that has not the form it must have: the message says which form that is. */
export class FormError extends SubscriberError {
  override name = 'FormError';
}

/** By the standard's form, which takes `o'neil@x.com`; a host without a point is a slip of the hand. */
const EMAIL = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.rfcEmail(),
  v.regex(/\.[a-z0-9-]{2,}$/),
);

/** The longest note, in characters. */
const NOTE_LENGTH = 200;

/** A mail address in the form in which it is stored: trimmed, in lower case. Throws FormError. */
export function castEmail(text: string): string {
  const parsed = v.safeParse(EMAIL, text);
  if (!parsed.success) throw new FormError(`"${text}" is not a mail address, such as ana@example.com.`);
  return parsed.output;
}

/** A token's last day, which must be a day of the calendar and not be over. Throws FormError. */
export function castExpiry(text: string, nowMs: number): string {
  if (!isDay(text)) throw new FormError(`"${text}" is not a day of the calendar, such as 2027-12-31.`);
  const today = dayAt(nowMs);
  if (text < today) throw new FormError(`${text} is over: in Brasília it is ${today}. Name a later day.`);
  return text;
}

/** A note in one line of bounded length. Throws FormError. */
export function castNote(text: string): string {
  const note = text.trim();
  if (note.length > NOTE_LENGTH || /\p{Cc}/u.test(note)) {
    throw new FormError(`A note is one line of at most ${NOTE_LENGTH} characters.`);
  }
  return note;
}
