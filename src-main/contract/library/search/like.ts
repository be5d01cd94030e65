import { type Likeness, likenesses } from './likeness.ts'

/** Maximum number of photos that others are compared with at once. */
export const MAX_COMPARED = 50

/** Photos of which a picture must resemble at least one, and how closely. */
export type WantedLikeness = { readonly ids: readonly number[]; readonly likeness: Likeness }

/** `12`, `12+15`, `12~very`: numbers of photos, and the required likeness; `alike` by default. */
const LIKE = /^([1-9]\d{0,14}(?:\+[1-9]\d{0,14})*)(?:~([a-z]+))?$/

/** What a value of `like:` means; null if it is not valid. */
export function readLike(value: string): WantedLikeness | null {
  const [, numbers = '', word = 'alike'] = LIKE.exec(value.toLowerCase().replaceAll(/\s/g, '')) ?? []
  const likeness = likenesses.find((each) => each === word)
  const ids = numbers === '' ? [] : numbers.split('+').map(Number)
  return likeness === undefined || ids.length === 0 || ids.length > MAX_COMPARED ? null : { ids, likeness }
}

/** Writes it as a value. */
export const printLike = ({ ids, likeness }: WantedLikeness): string =>
  ids.join('+') + (likeness === 'alike' ? '' : `~${likeness}`)
