import { z } from 'zod'
import { Rectangle, Size } from '../analysis/cropping.ts'
import { Collisions, ExportSettings } from './export-settings.ts'
import { ChangedIds } from './history.ts'
import { JobId, PhotoId, TargetId } from './ids.ts'
import { PhotoQuery } from './query.ts'
import { Text } from '../sentences/text.ts'

/**
 * The photos of an export, in any number: some by their ids, in this order, or all results of a query, in its order. A
 * query is resolved once, when the job is created.
 */
export const PhotoSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('photos'), ids: ChangedIds }),
  z.object({ kind: z.literal('query'), query: PhotoQuery }),
])
export type PhotoSource = z.infer<typeof PhotoSource>

/** A crop moved by hand, in upright pixels of the photo, for this job only; it takes precedence over a pinned crop. */
export const MovedCrop = z.object({ photoId: PhotoId, size: Size, crop: Rectangle })
export type MovedCrop = z.infer<typeof MovedCrop>

export const ExportOrder = z.object({
  source: PhotoSource,
  settings: ExportSettings,
  crops: z.array(MovedCrop).default([]),
  targetId: TargetId,
  /** Title of the job, such as the name of a preset; if empty, the output gives it a name. */
  title: z.string().trim().max(100).default(''),
})
export type ExportOrder = z.infer<typeof ExportOrder>

/**
 * `queued` waits for earlier jobs. `asking` has written everything else and waits for answers about names that already
 * exist. `interrupted` was stopped by the end of the program and continues when the library is opened in a window.
 * `cancelled` waits until the person resumes it. `failed` met a problem that would affect every further file (see
 * `problem`); it can be resumed as well. `undone`: its files were removed.
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

/**
 * An export and its progress. Counts are of files; `total` is the sum of all other counts and of the files that wait.
 */
export const ExportJob = z.object({
  jobId: JobId,
  state: ExportState,
  kind: z.enum(['pictures', 'contact-sheet']),
  title: z.string(),
  /** The target folder's full path, for display. */
  target: z.string(),
  photos: z.int(),
  total: z.int(),
  written: z.int(),
  /** Files that the person chose to leave out because their names already exist. */
  skipped: z.int(),
  /** Files of photos that are sensitive, or that show a payment card or a number plate, as the settings say. */
  heldBack: z.int(),
  failed: z.int(),
  /** Files that wait for an answer because their names already exist. */
  asking: z.int(),
  /** Why the job failed, as a sentence; empty otherwise. */
  problem: Text.nullable(),
  /** Milliseconds since 1970. */
  createdMs: z.number(),
  endedMs: z.number().nullable(),
  /** Null if it cannot be estimated. */
  secondsLeft: z.int().nullable(),
})
export type ExportJob = z.infer<typeof ExportJob>

export const ExportFileState = z.enum(['waiting', 'written', 'skipped', 'held-back', 'failed', 'asking', 'removed'])
export type ExportFileState = z.infer<typeof ExportFileState>

/** One file of a job. A `removed` file was written and then removed by undo. */
export const ExportedFile = z.object({
  fileId: z.int().positive(),
  photoId: PhotoId,
  /** The photo's name. */
  photo: z.string(),
  /** Index of its output in the settings, from 0. */
  output: z.int(),
  state: ExportFileState,
  /**
   * Its path below the target, with `/`: where it was written, or the existing path in conflict; empty if not known
   * yet.
   */
  file: z.string(),
  /**
   * A sentence that says why it was skipped, held back or failed, or how it differs from the request; empty otherwise.
   */
  reason: Text.nullable(),
})
export type ExportedFile = z.infer<typeof ExportedFile>

/** The job, and how many files share each reason; most frequent first. */
export const ExportReport = z.object({
  job: ExportJob,
  reasons: z.array(z.object({ state: ExportFileState, reason: Text.nullable(), count: z.int() })),
})
export type ExportReport = z.infer<typeof ExportReport>

/** What an export would do; nothing is written. */
export const ExportPlan = z.object({
  photos: z.int(),
  files: z.int(),
  /** Photos whose files are not there, so that none of them can be written. */
  absent: z.int(),
  /** Sensitive photos. */
  sensitive: z.int(),
  /** Photos with a payment card or a number plate that are not held back as sensitive. */
  cards: z.int(),
  /** Photos that are not analysed, so that no crop can be suggested; 0 if no crop is requested. */
  withoutCrop: z.int(),
  /** Files with fewer pixels than their size asks for, because their photos have no more. */
  smaller: z.int(),
  /** The first paths below the target, with `/`, as in an empty folder. */
  names: z.array(z.string()),
})
export type ExportPlan = z.infer<typeof ExportPlan>

/** An answer about names that already exist: for some files, or for all that wait. */
export const CollisionAnswer = z.object({
  jobId: JobId,
  fileIds: z.array(z.int().positive()).min(1).optional(),
  answer: Collisions.exclude(['ask']),
})
export type CollisionAnswer = z.infer<typeof CollisionAnswer>
