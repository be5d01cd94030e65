import { ListColumn, type ShownColumn } from '../../src-main/contract/library/list-column.ts'
import type { PhotoFacts } from '../../src-main/contract/library/photo-facts.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { PhotoSort } from '../../src-main/contract/library/query.ts'
import { writeBytes, writeDate, writeExposure, writeMoment } from '../words/wording.ts'

/** A column of the list. `width` is the usual one, in CSS pixels. */
export type ColumnDefinition = {
  title: string
  width: number
  /** What the library sorts by for it; a column without cannot be sorted by. */
  sort?: PhotoSort['by']
  isNumber?: boolean
  /** What a cell says; facts come later than tiles. Marks are drawn, and say nothing here. */
  text?: (tile: PhotoTile, facts: PhotoFacts | undefined) => string
}

/** Every column, in the order in which they stand. */
export const columnDefinitions: Readonly<Record<ListColumn, ColumnDefinition>> = {
  name: { title: 'Name', width: 220, sort: 'name', text: (tile) => tile.name },
  takenAt: { title: 'Taken', width: 148, sort: 'takenAt', text: ({ takenAt }) => (takenAt ? writeDate(takenAt) : '') },
  rating: { title: 'Rating', width: 88, sort: 'rating' },
  pick: { title: 'Flag', width: 52 },
  label: { title: 'Label', width: 86 },
  camera: { title: 'Camera', width: 150, text: (_tile, facts) => facts?.camera ?? '' },
  lens: { title: 'Lens', width: 190, text: (_tile, facts) => facts?.lens ?? '' },
  aperture: number('Aperture', 82, ({ aperture }) => aperture && `f/${Number(aperture.toFixed(1))}`),
  exposureTime: number('Exposure', 84, ({ exposureTime }) => exposureTime && writeExposure(exposureTime)),
  iso: number('ISO', 64, ({ iso }) => iso && `${iso}`),
  focalLength: number('Focal length', 104, ({ focalLength }) => focalLength && `${Math.round(focalLength)} mm`),
  dimensions: { title: 'Pixels', width: 108, isNumber: true, text: writeSize },
  size: { ...number('File size', 88, ({ bytes }) => writeBytes(bytes)), sort: 'size' },
  type: { title: 'Type', width: 70, text: writeType },
  folder: { title: 'Folder', width: 220, text: (_tile, facts) => facts?.folder ?? '' },
  addedAt: { title: 'Added', width: 148, sort: 'addedAt', text: (_tile, facts) => moment(facts?.addedAt) },
  modifiedAt: { title: 'Modified', width: 148, sort: 'modifiedAt', text: (_tile, facts) => moment(facts?.modifiedAt) },
}

function number(title: string, width: number, write: (facts: PhotoFacts) => string | number | null): ColumnDefinition {
  return { title, width, isNumber: true, text: (_tile, facts) => (facts && write(facts)?.toString()) || '' }
}
function writeSize({ width, height }: PhotoTile): string {
  return width > 0 ? `${width} × ${height}` : ''
}
function writeType({ name }: PhotoTile, facts: PhotoFacts | undefined): string {
  const type = (facts?.format || endOf(name)).toUpperCase()
  return facts ? (sameTypes[type] ?? type) : ''
}
/** Until a file is read, its type is told by its name. */
const sameTypes: Readonly<Record<string, string>> = { JPG: 'JPEG', TIF: 'TIFF' }
const endOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1] ?? ''
const moment = (time: string | undefined): string => (time ? writeMoment(Date.parse(time)) : '')

/** The order that a first click on a header gives: names from A on, all else the newest or largest first. */
export const firstOrder = (by: PhotoSort['by']): PhotoSort['order'] => (by === 'name' ? 'asc' : 'desc')

/** The columns with one more, at its usual place, or without it. The name always stays. */
export function toggleColumn(shown: readonly ShownColumn[], column: ListColumn): ShownColumn[] {
  if (column === 'name') return [...shown]
  const others = shown.filter((each) => each.column !== column)
  if (others.length < shown.length) return others
  const place = (each: ShownColumn): number => ListColumn.options.indexOf(each.column)
  return [...others, { column, width: null }].sort((a, b) => place(a) - place(b))
}
