import type { TagSource } from '../../../contract/analysis/tag.ts'
import type { MediaKind } from '../../../contract/library/media.ts'
import type { NsfwVerdict, PhotoStatus, SensitiveFrom, SensitivityJudgement } from '../../../contract/library/photo.ts'

/** Names, and the numbers that stand for them in SQL and in memory. */
export type Numbered<Name extends string> = {
  readonly names: readonly Name[]
  readonly number: Readonly<Record<Name, number>>
  /** The name behind a number; the first one where the number is unknown. */
  nameOf(number: number): Name
}

/** A name's number is its place in the list: the order never changes, and new names go to the end. */
function numberNames<Name extends string>(names: readonly [Name, ...Name[]]): Numbered<Name> {
  const number = Object.fromEntries(names.map((name, place) => [name, place])) as Record<Name, number>
  return { names, number, nameOf: (place) => names[place] ?? names[0] }
}

/**
 * The numbers of the generated column `photos.status`. `offline` stands in no row: it follows from the photo's root, which
 * is away.
 */
export const photoStatus = numberNames<PhotoStatus>(['pending', 'ready', 'failed', 'missing', 'offline'])

/** `photos.nsfw` */
export const nsfwVerdict = numberNames<NsfwVerdict>(['safe', 'underwear', 'nsfw'])

/**
 * Whether a photo with this verdict (`photos.nsfw`) is sensitive to a person who draws the line at `from`. The one rule
 * of what is searched, blurred, hidden and held back as sensitive.
 */
export const isSensitive = (verdict: number, from: SensitiveFrom): boolean => verdict >= nsfwVerdict.number[from]

/** The verdict that a person's judgement stands for, as a number. */
export const judgementNumber = (judgement: SensitivityJudgement): number =>
  nsfwVerdict.number[judgement === 'fine' ? 'safe' : 'nsfw']

/** The judgement that a stored verdict stands for. */
export const judgementOf = (verdict: number): SensitivityJudgement => (verdict === 0 ? 'fine' : 'sensitive')

/** `photos.media` */
export const mediaKind = numberNames<MediaKind>(['photo', 'animation', 'video'])

/** `photo_tags.source`: who gave a photo its tag. 4 stood for custom classifiers, which only suggest now. */
export const tagSource = numberNames<TagSource>(['engine', 'remote', 'person', 'file'])
