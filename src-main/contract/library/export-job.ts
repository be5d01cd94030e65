import { z } from 'zod'
import { Rectangle, Size } from '../analysis/cropping.ts'
import { Collisions, ExportSettings } from './export-settings.ts'
import { ChangedIds } from './history.ts'
import { JobId, PhotoId, TargetId } from './ids.ts'
import { PhotoQuery } from './query.ts'
import { Text } from '../sentences/text.ts'

/**
 * Which photos, however many: some by their ids, in this order, or all that a query finds, in its order. A query is
 * resolved once, when the job is made.
 */
export const PhotoSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('photos'), ids: ChangedIds }),
  z.object({ kind: z.literal('query'), query: PhotoQuery }),
])
export type PhotoSource = z.infer<typeof PhotoSource>

/** A crop moved by hand, in upright pixels of the photo, for this job alone; it comes before a pinned one. */
export const MovedCrop = z.object({ photoId: PhotoId, size: Size, crop: Rectangle })
export type MovedCrop = z.infer<typeof MovedCrop>

export const ExportOrder = z.object({
  source: PhotoSource,
  settings: ExportSettings,
  crops: z.array(MovedCrop).default([]),
  targetId: TargetId,
  /** What the job is called, such as the name of a preset; empty for a name by what it writes. */
  title: z.string().trim().max(100).default(''),
})
export type ExportOrder = z.infer<typeof ExportOrder>

/**
 * `queued` waits for the jobs before it; `asking` has written all that it can and waits for answers about names that
 * are taken; `interrupted` was cut off by the end of the program and goes on when the library is opened in a window;
 * `cancelled` waits until the person resumes it; `failed` met what every further file would meet (see `problem`), and
 * can be resumed as well. `undone`: what it wrote was removed.
 */
export const ExportState = z.enum([
  'queued',
  'running',
  'asking',
  'interrupted',
  'cancelled',
  'failed',
  'done',
  'undone',
])
export type ExportState = z.infer<typeof ExportState>

/** An export and how far it is. Counts are of files; `total` is the sum of all others and of those that wait. */
export const ExportJob = z.object({
  jobId: JobId,
  state: ExportState,
  kind: z.enum(['pictures', 'contact-sheet']),
  title: z.string(),
  /** The target folder's full path, to be shown. */
  target: z.string(),
  photos: z.int(),
  total: z.int(),
  written: z.int(),
  /** Files that are left out because of their names, by choice. */
  skipped: z.int(),
  /** Files of sensitive photos. */
  heldBack: z.int(),
  failed: z.int(),
  /** Files whose names are taken and that wait for an answer. */
  asking: z.int(),
  /** Why the job failed, as a sentence; empty otherwise. */
  problem: Text.nullable(),
  /** Milliseconds since 1970. */
  createdMs: z.number(),
  endedMs: z.number().nullable(),
  /** Null while nobody can tell. */
  secondsLeft: z.int().nullable(),
})
export type ExportJob = z.infer<typeof ExportJob>

export const ExportFileState = z.enum(['waiting', 'written', 'skipped', 'held-back', 'failed', 'asking', 'removed'])
export type ExportFileState = z.infer<typeof ExportFileState>

/** One file of a job. `removed` was written, and removed again by an undo. */
export const ExportedFile = z.object({
  fileId: z.int().positive(),
  photoId: PhotoId,
  /** Name of the photo. */
  photo: z.string(),
  /** Which output of the settings it is, from 0. */
  output: z.int(),
  state: ExportFileState,
  /** Its path below the target, with `/`: as written, or as it is taken; empty while it is not known. */
  file: z.string(),
  /** A sentence where it is skipped, held back or failed, or was written otherwise than asked for; empty otherwise. */
  reason: Text.nullable(),
})
export type ExportedFile = z.infer<typeof ExportedFile>

/** The job and how many files share which reason; the most frequent first. */
export const ExportReport = z.object({
  job: ExportJob,
  reasons: z.array(z.object({ state: ExportFileState, reason: Text.nullable(), count: z.int() })),
})
export type ExportReport = z.infer<typeof ExportReport>

/** What an export would do; nothing is written. */
export const ExportPlan = z.object({
  photos: z.int(),
  files: z.int(),
  /** Photos that are sensitive. */
  sensitive: z.int(),
  /** Photos that are not analysed, so that no crop can be suggested; 0 where no crop is asked for. */
  withoutCrop: z.int(),
  /** Files that will have fewer pixels than their size asks for, since their photos have no more. */
  smaller: z.int(),
  /** The first paths below the target, with `/`, as they would be in an empty folder. */
  names: z.array(z.string()),
})
export type ExportPlan = z.infer<typeof ExportPlan>

/** An answer about names that are taken: for some files, or for all that ask. */
export const CollisionAnswer = z.object({
  jobId: JobId,
  fileIds: z.array(z.int().positive()).min(1).optional(),
  answer: Collisions.exclude(['ask']),
})
export type CollisionAnswer = z.infer<typeof CollisionAnswer>
