import { say } from '../../../../../contract/sentences/say.ts'
import path from 'node:path'
import { AppError } from '../../../../../contract/errors.ts'
import { SensitivityJudgement } from '../../../../../contract/library/photo.ts'
import { isWallTime } from '../../../../../contract/library/date-change.ts'
import { parseCrop } from '../../../../../contract/library/photo-crop.ts'
import { parsePosition } from '../../../../../contract/library/position.ts'
import { columnOf, type FurtherText, furtherTexts } from '../../../../catalog/catalog.ts'
import { withFormulas } from '../../../export/formulas.ts'
import { ESCAPED, NOWHERE, WHOLE } from '../../../export/library-csv.ts'
import { decodeList } from '../../../export/list-cell.ts'
import { orientationIn } from '../../../../metadata/xmp-fields.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import { clearableFields, type ForeignAlbum, type ForeignPhoto, type ForeignWork } from '../../foreign/foreign-photo.ts'
import { checkColumns } from '../../foreign/check-texts.ts'
import { parseOffset } from '../../../../metadata/wall-clock.ts'
import type { LeftOut } from '../../foreign/left-out.ts'
import { noteRefused } from '../rows/note-refused.ts'
import { type CsvRow, readRows } from './read-rows.ts'

/** Names of columns, Lumafold's and others'; case and spaces are ignored. */
const columns = {
  path: ['path', 'sourcefile', 'file', 'filename', 'file name', 'filepath'],
  bytes: ['bytes', 'size', 'filesize', 'file size'],
  takenAt: ['taken_at', 'takenat', 'datetimeoriginal', 'date taken', 'capture time'],
  contentHash: ['content_hash', 'sha256'],
  rating: ['rating', 'stars'],
  pick: ['pick', 'flag'],
  label: ['label', 'color label', 'colour label'],
  title: ['title'],
  caption: ['caption', 'description', 'caption-abstract'],
  creator: ['creator', 'artist', 'by-line'],
  copyright: ['copyright', 'rights', 'copyrightnotice'],
  keywords: ['keywords', 'tags', 'subject'],
  removed: ['removed_keywords'],
  cleared: ['cleared'],
  dated: ['dated'],
  orientation: ['orientation'],
  crop: ['crop'],
  sensitivity: ['sensitivity'],
  private: ['private'],
  albums: ['albums', 'collections'],
  albumPlaces: ['album_places'],
  offset: ['offset'],
  position: ['position'],
  escaped: ['escaped'],
} as const
type Column = keyof typeof columns | FurtherText
const namesOf: readonly (readonly [Column, readonly string[]])[] = [
  ...(Object.entries(columns) as [Column, readonly string[]][]),
  ...furtherTexts.map((field) => [field, [columnOf(field)]] as const),
]

type Cells = Partial<Record<Column, string>>

/** Reads the rows of a file of comma, semicolon or tab separated values whose first row names the columns. */
export async function* readCsvFile(file: string, left: LeftOut): AsyncGenerator<ForeignPhoto> {
  let names: (Column | null)[] | null = null
  for await (const row of readRows(file)) {
    if (names === null) {
      names = requireNames(row, file)
      noteColumns(row, names, left)
    } else {
      const photo = photoOf(cellsOf(names, row), left)
      if (photo !== null) yield photo
    }
  }
  if (names === null) throw new AppError('bad-params', say('errors.csvEmpty', { name: path.basename(file) }))
}

function requireNames(row: CsvRow, file: string): (Column | null)[] {
  const found = row.map((cell) => {
    const name = cell.trim().toLowerCase()
    return namesOf.find(([, names]) => names.includes(name))?.[0] ?? null
  })
  if (found.includes('path')) return found
  throw new AppError('bad-params', say('errors.csvNoPaths', { name: path.basename(file) }))
}

/** Columns that Lumafold exports for others, or did (`learned_keywords`), and does not read. */
const OWN = ['image_hash', 'learned_keywords']

function noteColumns(row: CsvRow, names: readonly (Column | null)[], left: LeftOut): void {
  const unread = row.filter((cell, place) => names[place] === null || names.indexOf(names[place]!) < place)
  for (const cell of unread)
    if (cell.trim() !== '' && !OWN.includes(cell.trim().toLowerCase())) left.add('column', cell.trim())
}

function cellsOf(names: readonly (Column | null)[], row: CsvRow): Cells {
  const cells: Cells = {}
  names.forEach((name, place) => {
    if (name !== null && cells[name] === undefined) cells[name] = row[place]?.trim() ?? ''
  })
  if (cells.escaped !== ESCAPED) return cells
  for (const [name, cell] of Object.entries(cells)) cells[name as Column] = withFormulas(cell)
  return cells
}

function photoOf(cells: Cells, left: LeftOut): ForeignPhoto | null {
  if (!cells.path) return null
  const cleared = decodeList(cells.cleared ?? '')
  const { label, title, caption, creator, copyright } = cells
  const numbers = { rating: toNumber(cells.rating), pick: toNumber(cells.pick) }
  if (cells.rating && !(numbers.rating !== null && numbers.rating <= 5)) left.add('rating', cells.path)
  if (cells.pick && ![-1, 0, 1].includes(numbers.pick ?? NaN)) left.add('flag', cells.path)
  if (cells.dated === 'yes' && cells.takenAt && !isWallTime(toWallClock(cells.takenAt)))
    left.add('text', `${cells.path}: taken_at`)
  return {
    path: cells.path.replaceAll('\\', '/'),
    ...(Number(cells.bytes) > 0 && { bytes: Number(cells.bytes) }),
    ...(cells.takenAt && { takenAt: toWallClock(cells.takenAt) }),
    ...(cells.contentHash && { contentHash: cells.contentHash.toLowerCase() }),
    work: {
      ...collectValues({ ...numbers, label, title, caption, creator, copyright }),
      ...markedBy(cells),
      ...textsOf(cells, cleared, left),
      tags: decodeList(cells.keywords ?? ''),
      removedTags: decodeList(cells.removed ?? ''),
      ...albumsOf(cells),
      cleared: clearableFields.filter((field) => cleared.includes(field)),
    },
  }
}

/** Albums by their paths; if a table has no positions in them, they follow its rows. */
function albumsOf({ albums = '', albumPlaces = '' }: Cells): { albums?: ForeignAlbum[] } {
  const places = decodeList(albumPlaces)
  const found = decodeList(albums).map((album, at) => ({ path: album, place: toNumber(places[at]) ?? 0 }))
  return found.length > 0 ? { albums: found } : {}
}

/** Further texts; an empty cell means nothing, unless the table lists its column as cleared. */
function textsOf(cells: Cells, cleared: readonly string[], left: LeftOut): Pick<ForeignWork, 'texts'> {
  const named = furtherTexts.flatMap((field) => {
    const isCleared = cleared.includes(columnOf(field))
    return cells[field] || isCleared ? [[columnOf(field), isCleared ? '' : cells[field]]] : []
  })
  const { texts, refused } = checkColumns(Object.fromEntries(named))
  noteRefused(refused, cells.path ?? '', left)
  return Object.keys(texts).length > 0 ? { texts } : {}
}

/** What Lumafold alone writes into tables. */
function markedBy({
  dated,
  takenAt = '',
  offset,
  position,
  orientation,
  crop,
  sensitivity,
  private: isPrivate,
}: Cells): Partial<ForeignWork> {
  const judgement = SensitivityJudgement.safeParse(sensitivity)
  const turned = orientationIn(orientation)
  return {
    ...(dated === 'yes' && isWallTime(toWallClock(takenAt)) && { takenAt: toWallClock(takenAt) }),
    ...(parseOffset(offset) !== null && { offset: parseOffset(offset)! }),
    ...(position === NOWHERE && { position: '' }),
    ...(parsePosition(position) !== null && { position }),
    ...(turned !== null && { orientation: turned }),
    ...(crop === WHOLE && { crop: '' }),
    ...(parseCrop(crop) !== null && { crop }),
    ...(judgement.success && { judgement: judgement.data }),
    ...(isPrivate === 'yes' && { isPrivate: true }),
  }
}

const toNumber = (text: string | undefined): number | null =>
  text === undefined || text === '' || Number.isNaN(Number(text)) ? null : Number(text)

/** `2024:05:06 20:15:00`, as in EXIF, and the form with a `T`. */
const toWallClock = (text: string): string =>
  text.replace(/^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d).*$/, '$1-$2-$3T$4')
