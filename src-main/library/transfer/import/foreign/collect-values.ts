import { plainText } from '../../../../contract/library/text-fields.ts'
import type { ForeignWork } from './foreign-photo.ts'

type Values = {
  rating?: number | null | undefined
  pick?: number | null | undefined
  label?: string | null | undefined
  title?: string | null | undefined
  caption?: string | null | undefined
  creator?: string | null | undefined
  copyright?: string | null | undefined
}

/** The meaningful values: a rating of 0 and an empty text are left out. A rating below 0 is a rejection. */
export function collectValues({ rating, pick, ...texts }: Values): Omit<ForeignWork, 'tags'> {
  const work: Omit<ForeignWork, 'tags'> = {}
  const stars = Math.round(Math.min(5, rating ?? 0))
  if (stars >= 1) work.rating = stars
  if (pick === 1 || pick === -1) work.pick = pick
  else if (stars < 0) work.pick = -1
  const label = texts.label?.trim() ?? ''
  if (label !== '') work.label = label
  for (const field of ['title', 'caption', 'creator', 'copyright'] as const) {
    const text = plainText(field, texts[field] ?? '')
    if (text !== '') work[field] = text
  }
  return work
}
