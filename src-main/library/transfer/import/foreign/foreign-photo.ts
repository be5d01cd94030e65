import type { Text } from '../../../../contract/sentences/text.ts'
import type { FaceStatement, FurtherText } from '../../../catalog/catalog.ts'
import type { PickFlag, SensitivityJudgement } from '../../../../contract/library/photo.ts'

/** An album that a photo is in: its path, and the place of the photo in its order. */
export type ForeignAlbum = { path: string; place: number }

/** A person's work on a photo in another program. Absent fields were not given there. */
export type ForeignWork = {
  /** From 1 to 5. */
  rating?: number
  pick?: PickFlag
  label?: string
  title?: string
  caption?: string
  creator?: string
  copyright?: string
  /** Wall-clock time, `YYYY-MM-DDTHH:MM:SS`, if the person gave it. */
  takenAt?: string
  /** Its offset from UTC, `+02:00`, if the person gave that, too. */
  offset?: string
  /** Where the person placed it, in the form of `writePosition`; empty if they said that it is unknown. */
  position?: string
  /** Further texts that the person gave; an empty one clears the file's. */
  texts?: Partial<Record<FurtherText, string>>
  /** From 1 to 8 as in EXIF, if the person turned the photo. */
  orientation?: number
  /** As `writeCrop` writes it, on the picture as stored in its file; empty if the person wants all of it. */
  crop?: string
  judgement?: SensitivityJudgement
  isPrivate?: true
  /** Their statements about faces, as Lumafold exports them. */
  faces?: FaceStatement[]
  /** Tags, those within others with all levels: `Places/Austria/Vienna`. */
  tags: string[]
  /** Tags that the person removed from the photo. */
  removedTags?: string[]
  albums?: ForeignAlbum[]
  /** Fields that the person emptied although the file says something. */
  cleared?: ClearableField[]
  /** True if it applies only where neither the file nor a person here has a value. */
  fillsGaps?: true
}

/** Fields with one value. */
export const clearableFields = ['rating', 'pick', 'label', 'title', 'caption', 'creator', 'copyright'] as const
export type ClearableField = (typeof clearableFields)[number]

/** A photo in another program. */
export type ForeignPhoto = {
  /** With `/` between names. It begins with neither `/` nor a drive if the place of its first folder is unknown. */
  path: string
  /** True if the path lacks the extension: `photo.xmp` may belong to `photo.jpg` or `photo.cr2`. */
  isStem?: boolean
  bytes?: number
  /** Finds the photo: wall-clock time, `YYYY-MM-DDTHH:MM:SS`, of any source. */
  takenAt?: string
  /** SHA-256 of the file, as Lumafold exports it. */
  contentHash?: string
  /** The same for copies of one file in several albums, whose albums are joined if one photo matches them all. */
  copyOf?: string
  work: ForeignWork
}

/** Where work comes from. */
export type ForeignSource = {
  kind: 'lightroom' | 'digikam' | 'takeout' | 'xmp' | 'csv' | 'json'
  /** As a part of a sentence: `the Lightroom catalogue Holidays.lrcat`. */
  title: Text
}
