import { z } from 'zod'
import { SourceId } from '../library/transfer.ts'

/** A folder that can be chosen or opened. */
export const BrowsedFolder = z.object({
  name: z.string(),
  path: z.string(),
  /** Hidden by its name, or kept by the system or another program: a library leaves such folders out below others. */
  isHidden: z.boolean(),
  /** False where the person may not read it. */
  isReadable: z.boolean(),
})
export type BrowsedFolder = z.infer<typeof BrowsedFolder>

/** What lies in a folder. */
export const FolderListing = z.object({
  /** The real path of the folder; empty for the list of the roots. */
  path: z.string(),
  /** The folder above; null at a root. */
  parent: z.string().nullable(),
  folders: z.array(BrowsedFolder),
  /** True where the folder holds more folders than are listed. */
  isCut: z.boolean(),
})
export type FolderListing = z.infer<typeof FolderListing>

/** How many pictures and films lie in a folder and a few levels below, as far as was counted. */
export const PictureCount = z.object({ path: z.string(), count: z.int(), isMore: z.boolean() })
export type PictureCount = z.infer<typeof PictureCount>

/** A folder where photos often are. */
export const FolderPlace = z.object({
  /** `card`: the folder of pictures on a camera's memory card. */
  kind: z.enum(['home', 'pictures', 'desktop', 'downloads', 'drive', 'card', 'root']),
  name: z.string(),
  path: z.string(),
  /** False where it lies outside the roots. */
  isAllowed: z.boolean(),
})
export type FolderPlace = z.infer<typeof FolderPlace>

/** A card or drive that is plugged in, which photos can be imported from. */
export const CardPlace = z.object({
  name: z.string(),
  path: z.string(),
  /** A camera wrote to it. */
  isCard: z.boolean(),
  /** What an import names it by; null where a page may not use it yet, and a person is to be asked on the machine. */
  sourceId: SourceId.nullable(),
})
export type CardPlace = z.infer<typeof CardPlace>

/** A folder that windows in a browser may use, with all below it. */
export const AllowedFolder = z.object({
  path: z.string(),
  /** True where a person allowed it on the machine; otherwise it belongs to this start of the program. */
  isKept: z.boolean(),
  isThere: z.boolean(),
})
export type AllowedFolder = z.infer<typeof AllowedFolder>

/** Where a person can allow a further folder: in the program's terminal, or by a command alone. */
export const FolderAsking = z.enum(['terminal', 'command'])
export type FolderAsking = z.infer<typeof FolderAsking>

/** What was said on the machine; `unanswered`: nothing, until the time was up. */
export const FolderAnswer = z.enum(['allowed', 'refused', 'unanswered'])
export type FolderAnswer = z.infer<typeof FolderAnswer>

/** The name of a file or folder, never a way out of a folder. */
const Name = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => name !== '.' && name !== '..' && !/[\\/\0]/.test(name), 'is no name')

/** What a page sees of a folder that is dropped on it: its name, and the places within it and sizes of some files. */
export const DroppedFolder = z.object({
  name: Name,
  files: z.array(z.object({ names: z.array(Name).min(1).max(4), bytes: z.int().min(0) })).max(24),
})
export type DroppedFolder = z.infer<typeof DroppedFolder>

/** A folder that may be the dropped one. */
export const DroppedMatch = z.object({ path: z.string() })
export type DroppedMatch = z.infer<typeof DroppedMatch>
