/**
 * A key whose plain order is the order people expect of names: case and accents do not matter and numbers count as
 * numbers
 * (`img_9` before `img_10`). It is stored, so that sorting a million names is reading an index.
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.replace(/\d+/g, (digits) => withLength(digits.replace(/^0+(?=\d)/, '')))
}

/** Puts the number of digits in front, in two characters, so that longer numbers come later. */
const withLength = (digits: string) => `${String(Math.min(digits.length, 99)).padStart(2, '0')}${digits}`

/** Text without case and accents, for comparing what a person types with the beginning of a name. */
export const foldText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
