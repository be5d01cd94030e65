import { z } from 'zod'
import { ChangeId } from './history.ts'
import { Text } from '../sentences/text.ts'

/** Takes over what a person did in another program. */
export const ImportRequest = z.object({
  /** A Lightroom catalogue, digiKam's database, a Google Takeout, a folder of XMP sidecars, a table, or JSON of Lumafold. */
  path: z.string().min(1),
  /** Folders that lie elsewhere now than that program says. */
  moved: z.array(z.object({ from: z.string().min(1), to: z.string().min(1) })).default([]),
  /** True for a look at what would be changed. */
  isDryRun: z.boolean().default(false),
  /** Also replaces what was given in Lumafold. */
  overwrites: z.boolean().default(false),
  /** Folders of digiKam, which it calls albums, become albums here as well. */
  withAlbums: z.boolean().default(false),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/** Photos by what is changed of them. */
const FieldCounts = z.object({
  rating: z.int(),
  pick: z.int(),
  label: z.int(),
  title: z.int(),
  caption: z.int(),
  creator: z.int(),
  copyright: z.int(),
  takenAt: z.int(),
  position: z.int(),
  /** Further texts, however many of a photo. */
  texts: z.int(),
  orientation: z.int(),
  faces: z.int(),
  judgement: z.int(),
  isPrivate: z.int(),
  tags: z.int(),
})

/** What an import or an export leaves out: a kind in words that fit the count, and which by name, at most 1000. */
export const NotCarriedOver = z.object({ what: Text, count: z.int(), names: z.array(z.union([z.string(), Text])) })
export type NotCarriedOver = z.infer<typeof NotCarriedOver>

/** What an import found and did. */
export const ImportReport = z.object({
  source: z.enum(['lightroom', 'digikam', 'takeout', 'xmp', 'csv', 'json']),
  /** `the Lightroom catalogue Holidays.lrcat` */
  title: Text,
  /** Photos that the source tells of, and those of them that are in the library. */
  photos: z.int(),
  matched: z.int(),
  /** Those of them that lie elsewhere: told by name with size, time or content. */
  matchedByLikeness: z.int(),
  unmatched: z.array(z.object({ path: z.string(), reason: Text })),
  /** The folder that all of those lie in, `.` for the source's own; null where there is none, or they share none. */
  unmatchedIn: z.string().nullable(),
  changedPhotos: z.int(),
  changes: FieldCounts,
  /** What was given in Lumafold and differs; it is replaced only where that was asked for. */
  differing: FieldCounts,
  /** What the source holds and Lumafold has no place for. */
  notCarriedOver: z.array(NotCarriedOver),
  /** For undoing it; null where nothing was changed. */
  changeId: ChangeId.nullable(),
})
export type ImportReport = z.infer<typeof ImportReport>

export const exportFormats = ['xmp', 'csv', 'json'] as const

/** Writes what is known of all photos into a folder. */
export const LibraryExportRequest = z.object({ path: z.string().min(1), format: z.enum(exportFormats) })
export type LibraryExportRequest = z.infer<typeof LibraryExportRequest>

export const LibraryExportReport = z.object({
  /** The file, or the folder of sidecars, that was written. */
  path: z.string(),
  /** Photos that are in it. */
  photos: z.int(),
  /** What a person did to photos and the format has no place for. */
  notCarriedOver: z.array(NotCarriedOver),
})
export type LibraryExportReport = z.infer<typeof LibraryExportReport>
