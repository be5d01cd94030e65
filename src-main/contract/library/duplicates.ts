import { z } from 'zod'
import { ChangeResult } from './history.ts'
import { PhotoTile } from './photo.ts'
import { PhotoId } from './ids.ts'
import { Text } from '../sentences/text.ts'

/**
 * `equal` files have the same bytes. `same` files show one picture but differ in metadata, size, format or quality.
 * `near` files are versions of one picture, such as a brighter one, one without colours or one with a mark on it.
 */
export const DuplicateKind = z.enum(['equal', 'same', 'near'])
export type DuplicateKind = z.infer<typeof DuplicateKind>

/** A photo of a group, with the properties in which its members may differ. */
export const DuplicatePhoto = PhotoTile.extend({
  path: z.string(),
  /** Other files of the same photo: the RAW file of a picture, the film of a live photo. */
  otherFiles: z.array(z.string()),
  format: z.string(),
  bytes: z.int(),
  /** ISO 8601. */
  modifiedAt: z.string(),
  /** The camera's model; null if the file names none. */
  camera: z.string().nullable(),
  /** Tags that the person or the file gave. */
  tags: z.array(z.string()),
  /** Whether the person changed anything about it. */
  hasWork: z.boolean(),
  /** When it was added to the library. ISO 8601. */
  addedAt: z.string(),
})
export type DuplicatePhoto = z.infer<typeof DuplicatePhoto>

export const DuplicateGroup = z.object({
  kind: DuplicateKind,
  /** The suggested one first, then by number. */
  photos: z.array(DuplicatePhoto),
  /** The photo that is suggested for keeping. */
  keepId: PhotoId,
  /** Why, in a few words each that apply to it but not to all others: `More pixels`. */
  reasons: z.array(Text),
  /** Why they may not be the same picture: `Taken at different times`. */
  notes: z.array(Text),
})
export type DuplicateGroup = z.infer<typeof DuplicateGroup>

/**
 * The progress of the search. `waiting`: the library changed and is searched again once its photos are analysed;
 * earlier results are still returned.
 */
export const DuplicatesState = z.object({
  phase: z.enum(['searching', 'waiting', 'done', 'failed']),
  /** Photos compared so far, and all that are to be compared; both 0 without a search. */
  done: z.int(),
  total: z.int(),
  /** Groups of each kind. */
  counts: z.record(DuplicateKind, z.int()),
  /** Bytes of all files except the largest of each group. */
  bytes: z.int(),
})
export type DuplicatesState = z.infer<typeof DuplicatesState>

/** Fields with one value per photo, in which two photos may disagree. */
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

/** What the kept photo gets from the others. */
export const MergeProposal = z.object({
  keepId: PhotoId,
  /** Fields for which another photo has a value; several different values are a conflict. */
  fields: z.array(
    z.object({
      field: MergeField,
      /** The value of the kept photo; null for none. */
      present: MergeValue.nullable(),
      /** Each different value, with a photo that has it. */
      values: z.array(z.object({ value: MergeValue, photoId: PhotoId })),
      proposed: MergeValue,
    }),
  ),
  /** Tags that it gets, and tags of the analysis that a person removed from another photo. */
  tags: z.array(z.string()),
  removedTags: z.array(z.string()),
  /** Paths of albums that it is added to. */
  albums: z.array(z.string()),
  /** Whether it becomes private. */
  becomesPrivate: z.boolean(),
})
export type MergeProposal = z.infer<typeof MergeProposal>

/** Which photo of a group is kept, and the others that the choice concerns. */
export const DuplicateChoice = z.object({ keepId: PhotoId, ids: z.array(PhotoId).min(1).max(1000) })
export type DuplicateChoice = z.infer<typeof DuplicateChoice>

/** A value that a person chose instead of the proposed one. */
export const ChosenValue = z.object({ keepId: PhotoId, field: MergeField, value: MergeValue })
export type ChosenValue = z.infer<typeof ChosenValue>

/** What would go to the system's trash; shown before anything is moved. */
export const TrashPlan = z.object({
  planId: z.string(),
  /** Photos that would go. */
  photoCount: z.int(),
  /** Their files; a `sidecar` lies beside a photo and goes with it. */
  files: z.array(z.object({ photoId: PhotoId, path: z.string(), bytes: z.int(), role: z.enum(['photo', 'sidecar']) })),
  bytes: z.int(),
  /** Photos that are kept, with the paths of their files. */
  kept: z.array(z.object({ photoId: PhotoId, path: z.string() })),
  /** Photos that cannot go, for example because their file changed. */
  refused: z.array(z.object({ photoId: PhotoId, path: z.string(), reason: Text })),
  /** What the kept photos get first. */
  merges: z.array(MergeProposal),
  /** How to restore files by hand; null if undo can do it. */
  advice: Text.nullable(),
})
export type TrashPlan = z.infer<typeof TrashPlan>

export const TrashOrder = z.object({
  planId: z.string(),
  /** Whether the kept photos get tags and ratings of the others. */
  merges: z.boolean().default(true),
  chosen: z.array(ChosenValue).default([]),
})
export type TrashOrder = z.infer<typeof TrashOrder>

/** The outcome of a plan. Each photo that failed is where it was. */
export const TrashReport = z.object({
  /** Photos and files that were moved. */
  photoCount: z.int(),
  fileCount: z.int(),
  failures: z.array(z.object({ path: z.string(), reason: Text })),
  /** The change that undo reverts; null if nothing was moved. */
  change: ChangeResult.nullable(),
  /** The change that undoes the merge; null without one. */
  merged: ChangeResult.nullable(),
})
export type TrashReport = z.infer<typeof TrashReport>
