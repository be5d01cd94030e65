import { labelled, type MessageKey, t } from '../locales/messages.ts'
import { ListColumn, type ShownColumn } from '../../src-main/contract/library/list-column.ts'
import type { ListRow } from '../../src-main/contract/library/list-row.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { PhotoSort } from '../../src-main/contract/library/query.ts'
import { writeBytes, writeDate, writeDecimal, writeExposure, writeMoment, writeLength } from '../words/wording.ts'

/** A column of the list. `width` is the usual one, in CSS pixels. */
export type ColumnDefinition = {
  title: string
  width: number
  /** The field by which the library sorts for this column; a column without it cannot be sorted. */
  sort?: PhotoSort['by']
  isNumber?: boolean
  /** The text of a cell; list rows arrive later than tiles. Marks are drawn and have no text. */
  text?: (tile: PhotoTile, row: ListRow | undefined) => string
}

/** Every column, in the order in which they are shown. */
export const columnDefinitions: Readonly<Record<ListColumn, ColumnDefinition>> = {
  name: column('grid.columnName', { width: 220, sort: 'name', text: (tile) => tile.name }),
  takenAt: column('grid.columnTaken', {
    width: 168,
    sort: 'takenAt',
    text: ({ takenAt }) => (takenAt ? writeDate(takenAt) : ''),
  }),
  rating: column('words.rating', { width: 88, sort: 'rating' }),
  pick: column('words.flag', { width: 52 }),
  label: column('words.label', { width: 86 }),
  camera: column('grid.columnCamera', { width: 150, text: (_tile, row) => row?.camera ?? '' }),
  lens: column('grid.columnLens', { width: 190, text: (_tile, row) => row?.lens ?? '' }),
  aperture: number('grid.columnAperture', 82, ({ aperture }) => aperture && `f/${writeDecimal(aperture)}`),
  exposureTime: number('grid.columnExposure', 84, ({ exposureTime }) => exposureTime && writeExposure(exposureTime)),
  iso: number('ISO', 64, ({ iso }) => iso && `${iso}`),
  focalLength: number('grid.columnFocal', 104, ({ focalLength }) => focalLength && `${Math.round(focalLength)} mm`),
  dimensions: column('grid.columnPixels', { width: 108, isNumber: true, text: writeSize }),
  duration: column('grid.columnLength', {
    width: 76,
    isNumber: true,
    text: ({ durationMs }) => (durationMs === null ? '' : writeLength(durationMs)),
  }),
  size: number('grid.columnSize', 88, ({ bytes }) => writeBytes(bytes), 'size'),
  type: column('grid.columnType', { width: 70, text: writeType }),
  folder: column('grid.columnFolder', { width: 220, text: (_tile, row) => row?.folder ?? '' }),
  addedAt: column('grid.columnAdded', { width: 148, sort: 'addedAt', text: (_tile, row) => moment(row?.addedAt) }),
  modifiedAt: column('grid.columnModified', {
    width: 148,
    sort: 'modifiedAt',
    text: (_tile, row) => moment(row?.modifiedAt),
  }),
}

function column(title: MessageKey, rest: Omit<ColumnDefinition, 'title'>): ColumnDefinition {
  return labelled({ title }, rest)
}

function number(
  title: MessageKey | 'ISO',
  width: number,
  write: (row: ListRow) => string | number | null,
  sort?: PhotoSort['by'],
): ColumnDefinition {
  return {
    get title() {
      return title === 'ISO' ? title : t(title)
    },
    width,
    isNumber: true,
    ...(sort === undefined ? {} : { sort }),
    text: (_tile, row) => (row && write(row)?.toString()) || '',
  }
}
function writeSize({ width, height }: PhotoTile): string {
  return width > 0 ? `${width} × ${height}` : ''
}
function writeType({ name }: PhotoTile, row: ListRow | undefined): string {
  const type = (row?.format || endOf(name)).toUpperCase()
  return row ? (sameTypes[type] ?? type) : ''
}
/** Until a file is read, its name gives its type. */
const sameTypes: Readonly<Record<string, string>> = { JPG: 'JPEG', TIF: 'TIFF' }
const endOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1] ?? ''
const moment = (time: string | undefined): string => (time ? writeMoment(Date.parse(time)) : '')

/** The order after a first click on a header: names from A on, everything else the newest or largest first. */
export const firstOrder = (by: PhotoSort['by']): PhotoSort['order'] => (by === 'name' ? 'asc' : 'desc')

/** Adds a column at its usual place, or removes it. The name always stays. */
export function toggleColumn(shown: readonly ShownColumn[], column: ListColumn): ShownColumn[] {
  if (column === 'name') return [...shown]
  const others = shown.filter((each) => each.column !== column)
  if (others.length < shown.length) return others
  const place = (each: ShownColumn): number => ListColumn.options.indexOf(each.column)
  return [...others, { column, width: null }].sort((a, b) => place(a) - place(b))
}
