import type { FaceStatement, FurtherText } from '../../../catalog/catalog.ts'
import type { PickFlag, SensitivityJudgement } from '../../../../contract/library/photo.ts'

/** An album that a photo is in: its path, and the place of the photo in its order. */
export type ForeignAlbum = { path: string; place: number }

/** What a person gave a photo in another program. What is absent was not given there. */
export type ForeignWork = {
  /** From 1 to 5. */
  rating?: number
  pick?: PickFlag
  label?: string
  title?: string
  caption?: string
  creator?: string
  copyright?: string
  /** Wall-clock time, `YYYY-MM-DDTHH:MM:SS`, where the person said it. */
  takenAt?: string
  /** Its offset from UTC, `+02:00`, where the person said that, too. */
  offset?: string
  /** Where the person said it was taken, as `writePosition` has it; empty where they said that this is not known. */
  position?: string
  /** Further texts that the person gave; an empty one takes away what the file says. */
  texts?: Partial<Record<FurtherText, string>>
  /** From 1 to 8 as EXIF counts, where the person turned the photo. */
  orientation?: number
  judgement?: SensitivityJudgement
  isPrivate?: true
  /** What they said of faces, as Lumafold exports it. */
  faces?: FaceStatement[]
  /** Tags, those within others with all levels: `Places/Austria/Vienna`. */
  tags: string[]
  /** Tags that the person took off the photo. */
  removedTags?: string[]
  albums?: ForeignAlbum[]
  /** Fields that the person emptied although the file says something. */
  cleared?: ClearableField[]
  /** True where it counts only for what neither the file says nor a person gave here. */
  fillsGaps?: true
}

/** Fields with one value. */
export const clearableFields = ['rating', 'pick', 'label', 'title', 'caption', 'creator', 'copyright'] as const
export type ClearableField = (typeof clearableFields)[number]

/** A photo as another program tells of it. */
export type ForeignPhoto = {
  /** With `/` between names. It begins with neither `/` nor a drive where nobody says where its first folder lies. */
  path: string
  /** True where the path lacks the extension: `photo.xmp` may belong to `photo.jpg` or `photo.cr2`. */
  isStem?: boolean
  bytes?: number
  /** By which it is found: wall-clock time, `YYYY-MM-DDTHH:MM:SS`, whoever said it. */
  takenAt?: string
  /** SHA-256 of the file, as Lumafold exports it. */
  contentHash?: string
  /** The same for copies of one file in several albums, whose albums are joined where one photo fits them all. */
  copyOf?: string
  work: ForeignWork
}

/** Where work comes from. */
export type ForeignSource = {
  kind: 'lightroom' | 'digikam' | 'takeout' | 'xmp' | 'csv' | 'json'
  /** As a part of a sentence: `the Lightroom catalogue Holidays.lrcat`. */
  title: string
}
