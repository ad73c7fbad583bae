/** The searchable fields, each with the number it has in the table `term`. Numbers are never reused. */
export const FIELDS = {
  companyWord: 1,
  tradeWord: 2,
  partnerWord: 3,
  mainActivity: 4,
  secondaryActivity: 5,
  legalNature: 6,
  size: 7,
  status: 8,
  country: 9,
  state: 10,
  city: 11,
  cep: 12,
  statusDay: 13,
  statusMonth: 14,
  statusYear: 15,
  startDay: 16,
  startMonth: 17,
  startYear: 18,
  /** Values of these two are years, each with all that has its date in that year or before. */
  statusUntil: 19,
  startUntil: 20,
  /** The words of all of a company's partners, for a question of one word. */
  companyPartnerWord: 21,
} as const;

/** The name of a searchable field. */
export type FieldName = keyof typeof FIELDS;

/** How many establishments (or partners) one chunk of a posting covers. */
export const CHUNK_SIZE = 1 << 20;

/** A term of at most so many numbers keeps them beside it; a longer one is cut in chunks. */
export const INLINE_NUMBERS = 512;

/** How many keys stand in one row of `key_block`: more took longer to read one of, fewer no less. */
export const KEYS_PER_BLOCK = 64;

/** How many establishments one row of `partner_block` tells the partners of. */
export const ESTABLISHMENTS_PER_PARTNER_BLOCK = 1 << 13;
