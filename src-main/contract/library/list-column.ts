import { z } from 'zod'

/** The columns that a list of photos can show, in order. */
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

/** The visible columns with their widths in CSS pixels; a width of null is the usual one. */
export const listColumns = z
  .array(z.object({ column: ListColumn, width: z.int().min(40).max(1200).nullable() }))
  .max(ListColumn.options.length)
export type ShownColumn = z.infer<typeof listColumns>[number]

/** All columns except the dates of files and the length of films. */
export const usualColumns: ShownColumn[] = ListColumn.options
  .filter((column) => !['addedAt', 'modifiedAt', 'duration'].includes(column))
  .map((column) => ({ column, width: null }))
