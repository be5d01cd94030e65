import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportSettings } from '../../contract/library/export-settings.ts'
import { papers } from '../../contract/library/contact-sheet.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { checkExportPattern } from './fill-export-pattern.ts'

type Kept = { watermarks: Pick<Catalog['exports']['watermarks'], 'get'> }
/** The smallest cell of a contact sheet, in millimetres. */
const MIN_CELL = 8

/** Throws `bad-params` for impossible settings, and `picture-not-found` if a watermark's picture is missing. */
export function checkSettings({ watermarks }: Kept, settings: ExportSettings): void {
  checkExportPattern(settings.pattern)
  if (settings.kind === 'contact-sheet') return checkSheet(settings.sheet)
  const { maxKilobytes, format, watermark } = settings
  if (maxKilobytes !== null && (format === 'png' || format === 'tiff'))
    throw new AppError('bad-params', say('exports.noQuality', { format: format.toUpperCase() }))
  if (watermark?.kind === 'picture') watermarks.get(watermark.pictureId)
}

function checkSheet(sheet: (ExportSettings & { kind: 'contact-sheet' })['sheet']): void {
  const { width, height } = papers[sheet.paper]
  const [across, down] = sheet.isLandscape ? [height, width] : [width, height]
  const cellWidth = (across - 2 * sheet.margin - (sheet.columns - 1) * sheet.gap) / sheet.columns
  const cellHeight = (down - 2 * sheet.margin - (sheet.rows - 1) * sheet.gap) / sheet.rows
  if (Math.min(cellWidth, cellHeight) < MIN_CELL)
    throw new AppError(
      'bad-params',
      say('exports.cellsTooSmall', { rows: sheet.rows, columns: sheet.columns, least: MIN_CELL }),
    )
}
