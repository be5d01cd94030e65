/**
 * A key whose plain order is the order that people expect of names: case and accents do not matter and numbers count as
 * numbers (`img_9` before `img_10`). It is stored, so that sorting a million names means reading an index; its letters
 * are therefore not those of searches, which may change.
 */
export const nameKey = (name: string): string =>
  withoutAccents(name).replace(/\d+/g, (digits) => withLength(digits.replace(/^0+(?=\d)/, '')))

/** Prepends the number of digits, in two characters, so that longer numbers come later. */
const withLength = (digits: string) => `${String(Math.min(digits.length, 99)).padStart(2, '0')}${digits}`

const withoutAccents = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
