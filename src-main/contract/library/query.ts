import { z } from 'zod'
import { FolderId } from './ids.ts'
import { Label, PhotoStatus, PickFlag, Rating } from './photo.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

const WallDate = z.string().refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text), issueWith(say('inputs.date')))

/** Which photos to show: those that meet every given condition. An empty filter shows the whole library. */
export const PhotoFilter = z.object({
  /**
   * The search language (`search/`). Words match the beginning of any word in tags (under any name), file and folder
   * names, titles, captions, keywords, camera and place. There are also "phrases", -not, OR, brackets, and fields such
   * as `iso:>800`.
   */
  text: z.string().max(4000).optional(),
  /** This folder with its subfolders. */
  folderId: FolderId.optional(),
  /** This album with those within it. */
  albumId: z.int().positive().optional(),
  /** All of these tags. */
  tags: z.array(z.string().min(1).max(200)).max(50).optional(),
  /** Minimum confidence, in percent, for an engine's tag to count for `tags`. */
  minConfidence: z.number().min(0).max(100).optional(),
  /** Any of these, written `categorizer/name`. */
  categories: z.array(z.string().min(1).max(200)).max(50).optional(),
  /**
   * Photos with a main colour close to this one: within a CIEDE2000 `distance`, in at least `share` percent of the
   * photo.
   */
  color: z
    .object({
      html: z.string().refine((text) => /^#[0-9a-fA-F]{6}$/.test(text), issueWith(say('inputs.color'))),
      distance: z.number().min(0).max(100).default(15),
      share: z.number().min(0).max(100).default(8),
    })
    .optional(),
  takenFrom: WallDate.optional(),
  /** Inclusive. */
  takenTo: WallDate.optional(),
  ratingFrom: Rating.optional(),
  ratingTo: Rating.optional(),
  /** Any of these labels; the empty one means photos without a label. */
  labels: z.array(Label).max(50).optional(),
  /** Any of these: -1 rejected, 0 neither, 1 picked. */
  picks: z.array(PickFlag).max(3).optional(),
  facesFrom: z.int().min(0).optional(),
  facesTo: z.int().min(0).optional(),
  statuses: z.array(PhotoStatus).max(5).optional(),
})
export type PhotoFilter = z.infer<typeof PhotoFilter>

/**
 * `match` puts the best matches of the search's sentences first; `album` uses the order of the one album that is
 * searched. Without such a sentence or album, photos are sorted by the time taken.
 */
export const PhotoSort = z.object({
  by: z.enum(['takenAt', 'addedAt', 'name', 'rating', 'size', 'modifiedAt', 'match', 'album']).default('takenAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export type PhotoSort = z.infer<typeof PhotoSort>

/** A list in which one photo represents each stack; the photos of open stacks are all in it, next to each other. */
export const Stacks = z.object({ open: z.array(z.int()).max(1000).default([]) })
export type Stacks = z.infer<typeof Stacks>

export const PhotoQuery = z.object({
  filter: PhotoFilter.default({}),
  sort: PhotoSort.default({ by: 'takenAt', order: 'desc' }),
})
export type PhotoQuery = z.infer<typeof PhotoQuery>

/** Photos of a query that were taken on one day, written YYYY-MM-DD; null for photos without a date. */
export const DayCount = z.object({ day: WallDate.nullable(), count: z.int().min(1) })
export type DayCount = z.infer<typeof DayCount>

/**
 * The days of a query. `key` names this answer: to a question that has it as `known`, null says it is still right.
 * `isReading` if metadata of new or changed photos are still being read: some without a date may get one.
 */
export const Days = z.object({ key: z.string(), days: z.array(DayCount).nullable(), isReading: z.boolean() })
export type Days = z.infer<typeof Days>

/**
 * How far the choice among the photos of a query is. With folded stacks, each stack counts once: it is picked if one of
 * its photos is, and rejected if all of them are.
 */
export const ChoiceProgress = z.object({
  /** Stacks of several photos; 0 if they are not folded. */
  stacks: z.int(),
  /** The other photos. */
  photos: z.int(),
  picked: z.int(),
  rejected: z.int(),
  /** Those that are neither. */
  open: z.int(),
  /** Photos that are picked, in stacks or not. */
  pickedPhotos: z.int(),
  /** Photos that are rejected, in stacks or not. */
  rejectedPhotos: z.int(),
})
export type ChoiceProgress = z.infer<typeof ChoiceProgress>

/** Photos of a query that are about as near to its colour. */
export const NearnessCount = z.object({ nearness: z.enum(['closest', 'close', 'further']), count: z.int().min(1) })
export type NearnessCount = z.infer<typeof NearnessCount>

/** A day, written YYYY-MM-DD, or a month, YYYY-MM. */
export const DayOrMonth = z
  .string()
  .refine((text) => /^\d{4}-\d{2}(-\d{2})?$/.test(text), issueWith(say('inputs.dayOrMonth')))

/** Where photos of a day or month were taken: the two towns or regions with most photos, and the number of others. */
export const SectionPlaces = z.object({
  section: DayOrMonth,
  places: z.array(z.object({ name: z.string(), country: z.string() })).max(2),
  more: z.int(),
})
export type SectionPlaces = z.infer<typeof SectionPlaces>

/** `name` is the value for filters, `label` its name in the person's language. */
export const NamedCount = z.object({ name: z.string(), label: z.string(), count: z.int() })
export type NamedCount = z.infer<typeof NamedCount>

/**
 * How many photos have each value. Tags are counted over the results of the query, everything else without the field's
 * own condition: `rating:5` still shows how many photos have four stars. Tags and categories are sorted by frequency,
 * everything else in a fixed order.
 */
export const Facets = z.object({
  /** Photos that the query finds. */
  total: z.int(),
  tags: z.array(NamedCount.extend({ source: z.string().optional() })),
  categories: z.array(NamedCount.extend({ categorizer: z.string() })),
  ratings: z.array(z.object({ rating: Rating, count: z.int() })),
  labels: z.array(z.object({ label: z.string(), count: z.int() })),
  picks: z.array(z.object({ pick: PickFlag, count: z.int() })),
  faces: z.array(z.object({ faces: z.int(), count: z.int() })),
  /** Photos with somebody's eyes closed, and with all eyes open; those of which it is not certain are in neither. */
  eyes: z.array(z.object({ eyes: z.enum(['closed', 'open']), count: z.int() })),
  people: z.array(z.object({ person: z.string(), count: z.int() })),
  years: z.array(z.object({ year: z.int(), count: z.int() })),
  undated: z.int(),
  /** Photos that are not safe. */
  sensitive: z.int(),
  private: z.int(),
  statuses: z.array(z.object({ status: PhotoStatus, count: z.int() })),
  /** `path` is the value for `album:`. */
  albums: z.array(z.object({ id: z.int(), name: z.string(), path: z.string(), count: z.int() })),
  cameras: z.array(z.object({ camera: z.string(), count: z.int() })),
  lenses: z.array(z.object({ lens: z.string(), count: z.int() })),
  /** Countries, then towns; `place` is the value for `place=`, `label` is in the person's language. */
  places: z.array(
    z.object({ level: z.enum(['country', 'city']), place: z.string(), label: z.string(), count: z.int() }),
  ),
  /** `raw`, `video` and other formats as in `type:`; a pair counts for the type of each of its files. */
  types: z.array(z.object({ type: z.string(), count: z.int() })),
  orientations: z.array(
    z.object({ orientation: z.enum(['portrait', 'landscape', 'square', 'panorama']), count: z.int() }),
  ),
})
export type Facets = z.infer<typeof Facets>

/** The facets of no photos. */
export const noFacets: Facets = {
  total: 0,
  tags: [],
  categories: [],
  ratings: [],
  labels: [],
  picks: [],
  faces: [],
  eyes: [],
  people: [],
  years: [],
  undated: 0,
  sensitive: 0,
  private: 0,
  statuses: [],
  albums: [],
  cameras: [],
  lenses: [],
  places: [],
  types: [],
  orientations: [],
}
