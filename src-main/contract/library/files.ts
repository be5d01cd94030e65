import { z } from 'zod'
import { ChangedIds, ChangeResult } from './history.ts'
import { FolderId, PhotoId } from './ids.ts'
import { Text } from '../sentences/text.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/**
 * The fields of a name pattern. `original` is the name that a photo had before Lumafold first renamed it. `counter`
 * counts the photos in their order; `{counter:4}` sets the number of digits.
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

/** Folder names separated by `/`, below the chosen folder. */
const SubfolderPattern = z.string().trim().max(400)

/**
 * What to do with photos' files: move them to a folder, rename them, or both. Photos without a date use the word
 * `undated`.
 */
export const MoveRequest = z
  .object({
    /** In the order of the counter. */
    ids: ChangedIds,
    /** Where they go; absent: they stay in their folders. */
    target: z.object({ folderId: FolderId, subfolder: SubfolderPattern.default('') }).optional(),
    /** Their new names, without the extension; absent: they keep their names. */
    pattern: NamePattern.optional(),
    /** The first number of the counter. */
    counterFrom: z.int().min(0).max(99_999_999).default(1),
    /** Whether a name that already exists gets a number; if not, the photo keeps its name. */
    numbersTaken: z.boolean().default(false),
  })
  .refine(({ target, pattern }) => target !== undefined || pattern !== undefined, issueWith(say('inputs.moveNeeds')))
export type MoveRequest = z.infer<typeof MoveRequest>

/** What would happen to one photo: its files with their current and new names, or why it stays. */
export const MovePreview = z.object({
  photoId: PhotoId,
  /** Name of the photo's main file. */
  name: z.string(),
  newName: z.string(),
  /** Path of its new folder. */
  folder: z.string(),
  /** Files that move along: the other half of a pair, the film of a live photo, sidecars. */
  others: z.array(z.object({ name: z.string(), newName: z.string() })),
  /** Why it stays, as a sentence; empty if it moves. */
  problem: Text.nullable(),
})
export type MovePreview = z.infer<typeof MovePreview>

/** What a move would do; nothing is changed before the plan is carried out. */
export const MovePlan = z.object({
  planId: z.string(),
  /** Photos whose files move, and their number. */
  photoCount: z.int(),
  fileCount: z.int(),
  /** Photos that are already in the right place. */
  unchangedCount: z.int(),
  /** Photos that stay because of a problem. */
  problemCount: z.int(),
  /** Bytes that have to be copied to another disk. */
  bytesToCopy: z.int(),
  /** Some photos in the requested order, including the first ones with a problem. */
  preview: z.array(MovePreview),
})
export type MovePlan = z.infer<typeof MovePlan>

/** Maximum number of photos in a preview. */
export const MAX_PREVIEW = 1000

/** The outcome of a plan. All files of a photo that failed are where they were. */
export const MoveReport = z.object({
  photoCount: z.int(),
  fileCount: z.int(),
  failures: z.array(z.object({ path: z.string(), reason: Text })),
  /** Whether it was cancelled before its end. */
  isCancelled: z.boolean(),
  /** The change that undo reverts; null if nothing moved. */
  change: ChangeResult.nullable(),
})
export type MoveReport = z.infer<typeof MoveReport>

/** The progress of moving files. */
export const FilesProgress = z.object({
  planId: z.string(),
  /** `moving` carries out a plan; `returning` is an undo or redo. */
  kind: z.enum(['moving', 'returning']),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.int(),
  total: z.int(),
})
export type FilesProgress = z.infer<typeof FilesProgress>

/** Name of a new folder. */
export const FolderName = z.string().trim().min(1).max(255)
