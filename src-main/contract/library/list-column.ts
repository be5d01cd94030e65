import { z } from 'zod'

/** What a list of photos can show of each, in the order of its columns. */
export const ListColumn = z.enum([
  'name',
  'takenAt',
  'rating',
  'pick',
  'label',
  'camera',
  'lens',
  'aperture',
  'exposureTime',
  'iso',
  'focalLength',
  'dimensions',
  'duration',
  'size',
  'type',
  'folder',
  'addedAt',
  'modifiedAt',
])
export type ListColumn = z.infer<typeof ListColumn>

/** The columns that are shown, with their widths in CSS pixels; null is the usual one. */
export const listColumns = z
  .array(z.object({ column: ListColumn, width: z.int().min(40).max(1200).nullable() }))
  .max(ListColumn.options.length)
export type ShownColumn = z.infer<typeof listColumns>[number]

/** All but the dates of files, and the length of films. */
export const usualColumns: ShownColumn[] = ListColumn.options
  .filter((column) => !['addedAt', 'modifiedAt', 'duration'].includes(column))
  .map((column) => ({ column, width: null }))
