import path from 'node:path'
import { AppError } from '../../../../contract/errors.ts'
import { SensitivityJudgement } from '../../../../contract/library/photo.ts'
import { decodeList } from '../../../export-library/list-cell.ts'
import { orientationIn } from '../../../metadata/xmp-fields.ts'
import { collectValues } from '../../foreign/collect-values.ts'
import { clearableFields, type ForeignPhoto, type ForeignWork } from '../../foreign/foreign-photo.ts'
import { type LeftOut, type Loss, losses } from '../../foreign/left-out.ts'
import { type CsvRow, readRows } from './read-rows.ts'

/** Names of columns, as Lumafold exports them and as others call them; capitals and blanks do not matter. */
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
  sensitivity: ['sensitivity'],
  private: ['private'],
} as const
type Column = keyof typeof columns

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
  if (names === null) throw new AppError('bad-params', `${path.basename(file)} is empty.`)
}

function requireNames(row: CsvRow, file: string): (Column | null)[] {
  const found = row.map((cell) => {
    const name = cell.trim().toLowerCase()
    const match = Object.entries(columns).find(([, names]) => (names as readonly string[]).includes(name))
    return (match?.[0] ?? null) as Column | null
  })
  if (found.includes('path')) return found
  throw new AppError(
    'bad-params',
    `${path.basename(file)} has no column with the paths of photos: name it "path" in the first row.`,
  )
}

/** Columns that Lumafold exports for others, and does not read. */
const OWN = ['image_hash', 'learned_keywords']
const COLUMN: Loss = { one: 'column that is not known', many: 'columns that are not known' }

function noteColumns(row: CsvRow, names: readonly (Column | null)[], left: LeftOut): void {
  const unread = row.filter((cell, place) => names[place] === null || names.indexOf(names[place]!) < place)
  for (const cell of unread)
    if (cell.trim() !== '' && !OWN.includes(cell.trim().toLowerCase())) left.add(COLUMN, cell.trim())
}

function cellsOf(names: readonly (Column | null)[], row: CsvRow): Cells {
  const cells: Cells = {}
  names.forEach((name, place) => {
    if (name !== null && cells[name] === undefined) cells[name] = row[place]?.trim() ?? ''
  })
  return cells
}

function photoOf(cells: Cells, left: LeftOut): ForeignPhoto | null {
  if (!cells.path) return null
  const cleared = decodeList(cells.cleared ?? '')
  const { label, title, caption, creator, copyright } = cells
  const numbers = { rating: toNumber(cells.rating), pick: toNumber(cells.pick) }
  if (cells.rating && !(numbers.rating !== null && numbers.rating <= 5)) left.add(losses.rating, cells.path)
  if (cells.pick && ![-1, 0, 1].includes(numbers.pick ?? NaN)) left.add(losses.flag, cells.path)
  return {
    path: cells.path.replaceAll('\\', '/'),
    ...(Number(cells.bytes) > 0 && { bytes: Number(cells.bytes) }),
    ...(cells.takenAt && { takenAt: toWallClock(cells.takenAt) }),
    ...(cells.contentHash && { contentHash: cells.contentHash.toLowerCase() }),
    work: {
      ...collectValues({ ...numbers, label, title, caption, creator, copyright }),
      ...markedBy(cells),
      tags: decodeList(cells.keywords ?? ''),
      removedTags: decodeList(cells.removed ?? ''),
      cleared: clearableFields.filter((field) => cleared.includes(field)),
    },
  }
}

/** What Lumafold alone writes into tables. */
function markedBy({ dated, takenAt, orientation, sensitivity, private: isPrivate }: Cells): Partial<ForeignWork> {
  const judgement = SensitivityJudgement.safeParse(sensitivity)
  const turned = orientationIn(orientation)
  return {
    ...(dated === 'yes' && takenAt && { takenAt: toWallClock(takenAt) }),
    ...(turned !== null && { orientation: turned }),
    ...(judgement.success && { judgement: judgement.data }),
    ...(isPrivate === 'yes' && { isPrivate: true }),
  }
}

const toNumber = (text: string | undefined): number | null =>
  text === undefined || text === '' || Number.isNaN(Number(text)) ? null : Number(text)

/** `2024:05:06 20:15:00`, as EXIF has it, and the form with a `T`. */
const toWallClock = (text: string): string =>
  text.replace(/^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d).*$/, '$1-$2-$3T$4')
