import { z } from 'zod'
import { ChangedIds, ChangeResult } from './history.ts'
import { FolderId, PhotoId } from './ids.ts'
import { Text } from '../sentences/text.ts'

/**
 * The fields of a name pattern. `original` is the name that a photo had when Lumafold first renamed it; `counter` counts
 * the photos in their order, with as many digits as `{counter:4}` says.
 */
export const nameFields = [
  'name',
  'original',
  'date',
  'time',
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'counter',
  'camera',
  'title',
  'rating',
  'folder',
] as const
export type NameField = (typeof nameFields)[number]

export const NamePattern = z.string().trim().min(1).max(200)
export const DEFAULT_RENAME_PATTERN = '{date}_{time}_{counter}'

/** Names of folders with `/` between them, below the folder that is chosen. */
const SubfolderPattern = z.string().trim().max(400)

/**
 * What is to become of photos' files: a folder that they go to, a name that they get, or both. Photos without a date
 * give the word `undated`.
 */
export const MoveRequest = z
  .object({
    /** In the order in which the counter counts. */
    ids: ChangedIds,
    /** Where they go; absent where they stay in their folders. */
    target: z.object({ folderId: FolderId, subfolder: SubfolderPattern.default('') }).optional(),
    /** What they are called, without the extension; absent where they keep their names. */
    pattern: NamePattern.optional(),
    /** The first number of the counter. */
    counterFrom: z.int().min(0).max(99_999_999).default(1),
    /** Names that are taken get a number behind them; otherwise such photos stay as they are. */
    numbersTaken: z.boolean().default(false),
  })
  .refine(({ target, pattern }) => target !== undefined || pattern !== undefined, 'name a folder, a pattern or both')
export type MoveRequest = z.infer<typeof MoveRequest>

/** What would become of one photo: its files with their present and new names, or why it stays. */
export const MovePreview = z.object({
  photoId: PhotoId,
  /** Name of the file that stands for the photo. */
  name: z.string(),
  newName: z.string(),
  /** Path of the folder that it would be in. */
  folder: z.string(),
  /** Files that go along: the other half of a pair, the film of a live photo, sidecars. */
  others: z.array(z.object({ name: z.string(), newName: z.string() })),
  /** Why it stays, as a sentence; empty where it goes. */
  problem: Text.nullable(),
})
export type MovePreview = z.infer<typeof MovePreview>

/** What a move would do; nothing is touched before it is carried out. */
export const MovePlan = z.object({
  planId: z.string(),
  /** Photos whose files go, and how many these are. */
  photoCount: z.int(),
  fileCount: z.int(),
  /** Photos that are where they should be. */
  unchangedCount: z.int(),
  /** Photos that stay for a reason. */
  problemCount: z.int(),
  /** Bytes that have to be copied, since they go to another disk. */
  bytesToCopy: z.int(),
  /** Some photos in the order asked for, those with a problem among the first. */
  preview: z.array(MovePreview),
})
export type MovePlan = z.infer<typeof MovePlan>

/** How many photos of a plan are shown. */
export const MAX_PREVIEW = 1000

/** What became of a plan. Each failure leaves all files of its photo where they were. */
export const MoveReport = z.object({
  photoCount: z.int(),
  fileCount: z.int(),
  failures: z.array(z.object({ path: z.string(), reason: Text })),
  /** True where it was called off before its end. */
  isCancelled: z.boolean(),
  /** For undoing it; null where nothing went. */
  change: ChangeResult.nullable(),
})
export type MoveReport = z.infer<typeof MoveReport>

/** How far moving files is. */
export const FilesProgress = z.object({
  planId: z.string(),
  /** `moving` from a plan, `returning` for an undo or a redo. */
  kind: z.enum(['moving', 'returning']),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.int(),
  total: z.int(),
})
export type FilesProgress = z.infer<typeof FilesProgress>

/** Name of a new folder. */
export const FolderName = z.string().trim().min(1).max(255)
