import { say } from '../../../../contract/sentences/say.ts'
import type { SentenceKey } from '../../../../contract/sentences/sentences.ts'
import { type ClearableField, clearableFields } from '../../foreign/foreign-photo.ts'
import { type ImageRow, type ImageWork, workOfImage } from './images.ts'

const flags: Readonly<Record<string, SentenceKey>> = {
  '1': 'keywords.brushPicked',
  '-1': 'keywords.brushRejected',
  '0': 'keywords.brushNoFlag',
}

/** What a copy says of a field, and that it says nothing. */
const words: Readonly<Record<Exclude<ClearableField, 'pick'>, readonly [given: SentenceKey, none: SentenceKey]>> = {
  rating: ['copies.rating', 'copies.noRating'],
  label: ['copies.label', 'keywords.brushNoLabel'],
  title: ['copies.title', 'copies.noTitle'],
  caption: ['copies.caption', 'copies.noCaption'],
  creator: ['copies.creator', 'copies.noCreator'],
  copyright: ['copies.copyright', 'copies.noCopyright'],
}

/** A virtual copy with what it says otherwise than its photo: `IMG_1.CR3, Copy 1: rating 1, label Purple`. */
export function describeCopy(photo: string, copy: ImageRow, ofPhoto: ImageWork): string {
  const work = workOfImage(copy)
  const own = clearableFields.flatMap((field) => {
    const value = work[field]
    if (value === ofPhoto[field]) return []
    if (field === 'pick') return [say(flags[String(value ?? 0)]!)]
    const [given, none] = words[field]
    return [value === undefined ? say(none) : say(given, { value })]
  })
  const name = copy.copyName === null || copy.copyName === '' ? photo : `${photo}, ${copy.copyName}`
  return own.length === 0 ? name : `${name}: ${own.join(', ')}`
}
