import { z } from 'zod'
import { ChangeId } from './history.ts'
import { say } from '../sentences/say.ts'
import { Text } from '../sentences/text.ts'

/** Imports a person's work from another program. */
export const ImportRequest = z.object({
  /**
   * A Lightroom catalogue, digiKam's database, a Google Takeout, a folder of XMP sidecars, a table, or Lumafold's JSON.
   */
  path: z.string().min(1),
  /** Folders that are now in another place than the program recorded. */
  moved: z.array(z.object({ from: z.string().min(1), to: z.string().min(1) })).default([]),
  /** True for a dry run that changes nothing. */
  isDryRun: z.boolean().default(false),
  /** Whether to replace values that were given in Lumafold. */
  overwrites: z.boolean().default(false),
  /** Whether folders of digiKam, which it calls albums, become albums. */
  withAlbums: z.boolean().default(false),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/** Numbers of photos by changed field. */
export const FieldCounts = z.object({
  rating: z.int(),
  pick: z.int(),
  label: z.int(),
  title: z.int(),
  caption: z.int(),
  creator: z.int(),
  copyright: z.int(),
  takenAt: z.int(),
  position: z.int(),
  /** Photos with further texts, however many each has. */
  texts: z.int(),
  orientation: z.int(),
  crop: z.int(),
  faces: z.int(),
  judgement: z.int(),
  isPrivate: z.int(),
  tags: z.int(),
})
export type FieldCounts = z.infer<typeof FieldCounts>

/** The counts of an import that changes nothing. */
export const noCounts = (): FieldCounts =>
  Object.fromEntries(FieldCounts.keyof().options.map((field) => [field, 0])) as FieldCounts

/** What an import or export leaves out: a kind in words that agree with the count, and at most 1000 names. */
export const NotCarriedOver = z.object({ what: Text, count: z.int(), names: z.array(z.union([z.string(), Text])) })
export type NotCarriedOver = z.infer<typeof NotCarriedOver>

/** The result of an import. */
export const ImportReport = z.object({
  source: z.enum(['lightroom', 'digikam', 'takeout', 'xmp', 'csv', 'json']),
  /** `the Lightroom catalogue Holidays.lrcat` */
  title: Text,
  /** Photos in the source, and those of them that are in the library. */
  photos: z.int(),
  matched: z.int(),
  /** Those that were found in another place, by name with size, time or content. */
  matchedByLikeness: z.int(),
  unmatched: z.array(z.object({ path: z.string(), reason: Text })),
  /** The folder that contains all of them, `.` for the source's own; null if there are none or they share no folder. */
  unmatchedIn: z.string().nullable(),
  changedPhotos: z.int(),
  changes: FieldCounts,
  /** Values given in Lumafold that differ; they are replaced only on request. */
  differing: FieldCounts,
  /** What the source contains but Lumafold cannot store. */
  notCarriedOver: z.array(NotCarriedOver),
  /** The change that undo reverts; null if nothing was changed. */
  changeId: ChangeId.nullable(),
})
export type ImportReport = z.infer<typeof ImportReport>

/** `3,200 ratings`, `1 label`: each field of which there are some, in this order. */
export const describeCounts = (counts: FieldCounts): Text[] =>
  FieldCounts.keyof()
    .options.filter((field) => counts[field] !== 0)
    .map((field) => say(`imports.${field}`, { count: counts[field] }))

export const exportFormats = ['xmp', 'csv', 'json'] as const

/** Writes what is known about all photos into a folder. */
export const LibraryExportRequest = z.object({ path: z.string().min(1), format: z.enum(exportFormats) })
export type LibraryExportRequest = z.infer<typeof LibraryExportRequest>

export const LibraryExportReport = z.object({
  /** The file or the folder of sidecars that was written. */
  path: z.string(),
  /** Number of photos in it. */
  photos: z.int(),
  /** What a person did to photos but the format cannot store. */
  notCarriedOver: z.array(NotCarriedOver),
})
export type LibraryExportReport = z.infer<typeof LibraryExportReport>
