import { z } from 'zod'
import { NamePattern } from './files.ts'
import { FolderId, JobId, PhotoId, TargetId } from './ids.ts'
import { SourceId } from './transfer.ts'
import { Text } from '../sentences/text.ts'

/** A photo or film on a card, with the files that belong to it. */
export const CardItem = z.object({
  /** Its number in the scan. */
  index: z.int().min(0),
  name: z.string(),
  /** Folder on the card, with `/` between names. */
  folder: z.string(),
  /** Names of files that come along: the other half of a pair, sidecars, sound. */
  others: z.array(z.string()),
  /** Total size of its files. */
  bytes: z.int(),
  /** Wall-clock time; the file's time if the metadata have none. */
  takenAt: z.string(),
  isVideo: z.boolean(),
  /** Whether it was imported before or is already in the library, under any name. */
  isKnown: z.boolean(),
})
export type CardItem = z.infer<typeof CardItem>

/** The content of a card. */
export const CardScan = z.object({
  scanId: z.string(),
  label: z.string(),
  /** In the order in which they were taken. */
  items: z.array(CardItem),
  /** Folders and files that could not be read. */
  unreadable: z.array(z.string()),
})
export type CardScan = z.infer<typeof CardScan>

export const DEFAULT_CARD_FOLDERS = '{year}/{year}-{month}-{day}'

/** What to copy from a card, and where to. */
export const CardOrder = z.object({
  scanId: z.string(),
  /** Numbers of the items; absent: all that were not imported before. */
  items: z.array(z.int().min(0)).max(100_000).optional(),
  /** A folder of the library; the pattern makes subfolders of it. */
  folderId: FolderId,
  subfolder: z.string().trim().max(400).default(DEFAULT_CARD_FOLDERS),
  /** Names without the extension; absent: files keep their names. */
  pattern: NamePattern.optional(),
  counterFrom: z.int().min(0).max(99_999_999).default(1),
  /** Where a second copy of everything goes. */
  backupId: TargetId.optional(),
  rating: z.int().min(0).max(5).default(0),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  creator: z.string().trim().max(1000).default(''),
  copyright: z.string().trim().max(1000).default(''),
})
export type CardOrder = z.infer<typeof CardOrder>

/** The names that items would get, in the order of the items. */
export const CardPreview = z.object({
  count: z.int(),
  bytes: z.int(),
  /** Some of them. */
  names: z.array(z.object({ index: z.int(), name: z.string(), newPath: z.string() })),
})
export type CardPreview = z.infer<typeof CardPreview>

/**
 * The progress of an import. `interrupted`: the card or folder is not there, or the program was stopped; the import can
 * continue. Every copy is read back and compared before it counts.
 */
export const CardProgress = z.object({
  jobId: JobId,
  state: z.enum(['running', 'done', 'cancelled', 'interrupted']),
  label: z.string(),
  target: z.string(),
  /** Empty if no backup copy is made. */
  backup: z.string(),
  /** Files. */
  total: z.int(),
  done: z.int(),
  bytesTotal: z.int(),
  bytesDone: z.int(),
  /** Files that were copied now, and those whose content already existed. */
  copied: z.int(),
  known: z.int(),
  backedUp: z.int(),
  failures: z.array(z.object({ path: z.string(), reason: Text })),
  /** Files whose second copy failed; their first copy exists. */
  backupFailures: z.array(z.object({ path: z.string(), reason: Text })),
  /** Why it stopped, as a sentence; empty otherwise. */
  problem: Text.nullable(),
  /** Photos of the library that were imported; set when the import is done. */
  photoIds: z.array(PhotoId),
})
export type CardProgress = z.infer<typeof CardProgress>

/** Continues an import; the card may be in another place now. */
export const CardResume = z.object({ jobId: JobId, sourceId: SourceId.optional() })
