import type { TagSource } from '../../../contract/analysis/tag.ts'
import type {
  MediaKind,
  NsfwVerdict,
  PhotoStatus,
  SensitiveFrom,
  SensitivityJudgement,
} from '../../../contract/library/photo.ts'

/** Names, and their numbers in SQL and in memory. */
type Numbered<Name extends string> = {
  readonly names: readonly Name[]
  readonly number: Readonly<Record<Name, number>>
  /** The name of a number; the first name if the number is unknown. */
  nameOf(number: number): Name
}

/** A name's number is its position in the list: the order never changes, and new names go to the end. */
function numberNames<Name extends string>(names: readonly [Name, ...Name[]]): Numbered<Name> {
  const number = Object.fromEntries(names.map((name, place) => [name, place])) as Record<Name, number>
  return { names, number, nameOf: (place) => names[place] ?? names[0] }
}

/**
 * The numbers of the generated column `photos.status`. No row has `offline`: it follows from the photo's root, which is
 * away.
 */
export const photoStatus = numberNames<PhotoStatus>(['pending', 'ready', 'failed', 'missing', 'offline'])

/** `photos.nsfw` */
export const nsfwVerdict = numberNames<NsfwVerdict>(['safe', 'underwear', 'nsfw'])

/**
 * Whether a photo with this verdict (`photos.nsfw`) is sensitive to a person whose limit is `from`. The only rule for
 * what is searched, blurred, hidden and excluded as sensitive.
 */
export const isSensitive = (verdict: number, from: SensitiveFrom): boolean => verdict >= nsfwVerdict.number[from]

/** The verdict of a person's judgement, as a number. */
export const judgementNumber = (judgement: SensitivityJudgement): number =>
  nsfwVerdict.number[judgement === 'fine' ? 'safe' : 'nsfw']

/** The judgement of a stored verdict. */
export const judgementOf = (verdict: number): SensitivityJudgement => (verdict === 0 ? 'fine' : 'sensitive')

/** `photos.media` */
export const mediaKind = numberNames<MediaKind>(['photo', 'animation', 'video'])

/** `photo_tags.source`: who gave a photo its tag. 4 was for custom classifiers, which only suggest now. */
export const tagSource = numberNames<TagSource>(['engine', 'remote', 'person', 'file'])
