import { z } from 'zod'
import { ChangeResult } from './history.ts'
import { PhotoTile } from './photo.ts'
import { PhotoId } from './ids.ts'
import { Text } from '../sentences/text.ts'

/**
 * `equal` files hold the same bytes; `same` show one picture, in other files: other metadata, size, format or quality;
 * `near` are versions of one picture, such as a brighter one, one without colours or one with a mark on it.
 */
export const DuplicateKind = z.enum(['equal', 'same', 'near'])
export type DuplicateKind = z.infer<typeof DuplicateKind>

/** A photo of a group, with what it may differ in. */
export const DuplicatePhoto = PhotoTile.extend({
  path: z.string(),
  /** Files that are the same photo: the RAW file of a picture, the film of a live photo. */
  otherFiles: z.array(z.string()),
  format: z.string(),
  bytes: z.int(),
  /** ISO 8601. */
  modifiedAt: z.string(),
  /** The camera's model; null where the file names none. */
  camera: z.string().nullable(),
  /** Tags from the person and the file. */
  tags: z.array(z.string()),
  /** Whether the person did anything to it. */
  hasWork: z.boolean(),
  /** When the library first had it. ISO 8601. */
  addedAt: z.string(),
})
export type DuplicatePhoto = z.infer<typeof DuplicatePhoto>

export const DuplicateGroup = z.object({
  kind: DuplicateKind,
  /** The one to keep first, then by their numbers. */
  photos: z.array(DuplicatePhoto),
  /** The one that is suggested to be kept. */
  keepId: PhotoId,
  /** Why, each as a few words that hold of it and not of all others: `More pixels`. */
  reasons: z.array(Text),
  /** What speaks against their being one picture: `Taken at different times`. */
  notes: z.array(Text),
})
export type DuplicateGroup = z.infer<typeof DuplicateGroup>

/**
 * How far the search is. `waiting`: the library changed, and is searched again once its photos are analysed; what was
 * found before is still told.
 */
export const DuplicatesState = z.object({
  phase: z.enum(['searching', 'waiting', 'done', 'failed']),
  /** Photos that are compared, of all; 0 of 0 without a search. */
  done: z.int(),
  total: z.int(),
  /** Groups of each kind. */
  counts: z.record(DuplicateKind, z.int()),
  /** Bytes of all files but the largest of each group. */
  bytes: z.int(),
})
export type DuplicatesState = z.infer<typeof DuplicatesState>

/** Fields of which a photo has one value, so that two photos may disagree. */
export const MergeField = z.enum([
  'rating',
  'pick',
  'label',
  'sensitivity',
  'takenAt',
  'orientation',
  'title',
  'caption',
  'creator',
  'copyright',
])
export type MergeField = z.infer<typeof MergeField>
export const MergeValue = z.union([z.number(), z.string().max(10_000)])
export type MergeValue = z.infer<typeof MergeValue>

/** What the photo that is kept gets from the others. */
export const MergeProposal = z.object({
  keepId: PhotoId,
  /** Fields that another photo has a value for; those with several different ones are conflicts. */
  fields: z.array(
    z.object({
      field: MergeField,
      /** What the photo to be kept has; null for nothing. */
      present: MergeValue.nullable(),
      /** Each different value, with a photo that has it. */
      values: z.array(z.object({ value: MergeValue, photoId: PhotoId })),
      proposed: MergeValue,
    }),
  ),
  /** Tags that it gets, and tags of the analysis that a person took off another one. */
  tags: z.array(z.string()),
  removedTags: z.array(z.string()),
  /** Paths of albums that it comes into. */
  albums: z.array(z.string()),
  /** It gets the private mark. */
  becomesPrivate: z.boolean(),
})
export type MergeProposal = z.infer<typeof MergeProposal>

/** Which photo of a group is kept, and which others are meant. */
export const DuplicateChoice = z.object({ keepId: PhotoId, ids: z.array(PhotoId).min(1).max(1000) })
export type DuplicateChoice = z.infer<typeof DuplicateChoice>

/** A value that a person chose instead of the proposed one. */
export const ChosenValue = z.object({ keepId: PhotoId, field: MergeField, value: MergeValue })
export type ChosenValue = z.infer<typeof ChosenValue>

/** What would go to the system's trash: shown before anything does. */
export const TrashPlan = z.object({
  planId: z.string(),
  /** Photos that go. */
  photoCount: z.int(),
  /** Their files: `sidecar` lies beside a photo and goes with it. */
  files: z.array(z.object({ photoId: PhotoId, path: z.string(), bytes: z.int(), role: z.enum(['photo', 'sidecar']) })),
  bytes: z.int(),
  /** Photos that are kept, with the paths of their files. */
  kept: z.array(z.object({ photoId: PhotoId, path: z.string() })),
  /** Photos that cannot go, such as those whose file changed. */
  refused: z.array(z.object({ photoId: PhotoId, path: z.string(), reason: Text })),
  /** What the photos that are kept get first. */
  merges: z.array(MergeProposal),
  /** How files are put back by hand; empty where an undo does it. */
  advice: z.string(),
})
export type TrashPlan = z.infer<typeof TrashPlan>

export const TrashOrder = z.object({
  planId: z.string(),
  /** Whether tags and ratings go to the photos that are kept. */
  merges: z.boolean().default(true),
  chosen: z.array(ChosenValue).default([]),
})
export type TrashOrder = z.infer<typeof TrashOrder>

/** What became of a plan. Each failure leaves its photo where it was. */
export const TrashReport = z.object({
  /** Photos and files that went. */
  photoCount: z.int(),
  fileCount: z.int(),
  failures: z.array(z.object({ path: z.string(), reason: Text })),
  /** For undoing it; null where nothing went. */
  change: ChangeResult.nullable(),
  /** For undoing the merge; null without one. */
  merged: ChangeResult.nullable(),
})
export type TrashReport = z.infer<typeof TrashReport>
