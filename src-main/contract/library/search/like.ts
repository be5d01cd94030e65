import { type Likeness, likenesses } from './likeness.ts'

/** Most photos that others are compared with at once. */
export const MAX_COMPARED = 50

/** Photos of which a picture must be like one, and how like. */
export type WantedLikeness = { readonly ids: readonly number[]; readonly likeness: Likeness }

/** `12`, `12+15`, `12~very`: numbers of photos, and how like they must be; `alike` where nothing is said. */
const LIKE = /^([1-9]\d{0,14}(?:\+[1-9]\d{0,14})*)(?:~([a-z]+))?$/

/** What a value of `like:` means; null where it is none. */
export function readLike(value: string): WantedLikeness | null {
  const [, numbers = '', word = 'alike'] = LIKE.exec(value.toLowerCase().replaceAll(/\s/g, '')) ?? []
  const likeness = likenesses.find((each) => each === word)
  const ids = numbers === '' ? [] : numbers.split('+').map(Number)
  return likeness === undefined || ids.length === 0 || ids.length > MAX_COMPARED ? null : { ids, likeness }
}

/** Writes it as a value. */
export const printLike = ({ ids, likeness }: WantedLikeness): string =>
  ids.join('+') + (likeness === 'alike' ? '' : `~${likeness}`)
