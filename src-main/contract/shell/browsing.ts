import { z } from 'zod'
import { SourceId } from '../library/transfer.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/** A folder that can be chosen or opened. */
export const BrowsedFolder = z.object({
  name: z.string(),
  path: z.string(),
  /** Whether its name is hidden, or the system or another program owns it; a library skips such folders. */
  isHidden: z.boolean(),
  /** False if the person may not read it. */
  isReadable: z.boolean(),
})
export type BrowsedFolder = z.infer<typeof BrowsedFolder>

/** The content of a folder. */
export const FolderListing = z.object({
  /** The real path of the folder; empty for the list of roots. */
  path: z.string(),
  /** The parent folder; null at a root. */
  parent: z.string().nullable(),
  folders: z.array(BrowsedFolder),
  /** Whether the folder has more subfolders than are listed. */
  isCut: z.boolean(),
})
export type FolderListing = z.infer<typeof FolderListing>

/** How many pictures and films are in a folder and a few levels below; `isMore` if the count stopped early. */
export const PictureCount = z.object({ path: z.string(), count: z.int(), isMore: z.boolean() })
export type PictureCount = z.infer<typeof PictureCount>

/** A folder that often contains photos. */
export const FolderPlace = z.object({
  /** `card`: the folder of pictures on a camera's memory card. */
  kind: z.enum(['home', 'pictures', 'desktop', 'downloads', 'drive', 'card', 'root']),
  name: z.string(),
  path: z.string(),
  /** False if it is outside the roots. */
  isAllowed: z.boolean(),
})
export type FolderPlace = z.infer<typeof FolderPlace>

/** A connected card or drive that photos can be imported from. */
export const CardPlace = z.object({
  name: z.string(),
  path: z.string(),
  /** Whether a camera wrote to it. */
  isCard: z.boolean(),
  /** The id for an import; null if a page may not use it yet and a person has to allow it on the machine. */
  sourceId: SourceId.nullable(),
})
export type CardPlace = z.infer<typeof CardPlace>

/** A folder that windows in a browser may use, including its subfolders. */
export const AllowedFolder = z.object({
  path: z.string(),
  /** True if a person allowed it on the machine; otherwise it is allowed only until the program ends. */
  isKept: z.boolean(),
  isThere: z.boolean(),
})
export type AllowedFolder = z.infer<typeof AllowedFolder>

/** Where a person can allow another folder: in the program's terminal, or only by a command. */
export const FolderAsking = z.enum(['terminal', 'command'])
export type FolderAsking = z.infer<typeof FolderAsking>

/** The answer given on the machine; `unanswered`: none within the time limit. */
export const FolderAnswer = z.enum(['allowed', 'refused', 'unanswered'])
export type FolderAnswer = z.infer<typeof FolderAnswer>

/** The name of a file or folder; it can never lead out of a folder. */
const Name = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => name !== '.' && name !== '..' && !/[\\/\0]/.test(name), issueWith(say('inputs.name')))

/** What a page knows about a folder that is dropped on it: its name, and relative paths and sizes of some files. */
export const DroppedFolder = z.object({
  name: Name,
  files: z.array(z.object({ names: z.array(Name).min(1).max(4), bytes: z.int().min(0) })).max(24),
})
export type DroppedFolder = z.infer<typeof DroppedFolder>

/** A folder that may be the dropped one. */
export const DroppedMatch = z.object({ path: z.string() })
export type DroppedMatch = z.infer<typeof DroppedMatch>
