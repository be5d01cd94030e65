import type {
  ContactSheetSettings,
  ExportOutput,
  PictureSettings,
} from '../../../src-main/contract/library/export-settings.ts'
import { writeNumber } from '../../locales/formats.ts'
import { t } from '../../locales/messages.ts'
import { hasQuality, nameOfColors, nameOfFormat } from './choices.ts'
import { titleOfSize, writeSize } from './outputs.ts'

const list = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ')
const writeResolution = (dpi: number): string => `${writeNumber(dpi)} ${t('export.perInch')}`

function describeOutput(output: ExportOutput): string {
  if (output.kind === 'crop') return `${titleOfSize(output.size)} ${writeSize(output.size)}`
  const { size } = output
  if (size.by === 'original') return t('export.wholeOriginal')
  if (size.by === 'megapixels') return t('export.wholeMegapixels', { count: writeNumber(size.megapixels) })
  return t(size.by === 'long-edge' ? 'export.wholeLongEdge' : 'export.wholeShortEdge', {
    pixels: writeNumber(size.pixels),
  })
}

/** Summaries of what is written; each part of the settings shows its own while it is closed. */
export const describeOutputs = ({ outputs }: PictureSettings): string => list(outputs.map(describeOutput))

export const describeFile = (settings: PictureSettings): string =>
  list([
    nameOfFormat(settings.format),
    hasQuality(settings.format) ? `${t('export.quality')} ${writeNumber(settings.quality)}` : '',
    hasQuality(settings.format) && settings.maxKilobytes !== null
      ? `≤ ${t('words.kilobytes', { value: writeNumber(settings.maxKilobytes) })}`
      : '',
    nameOfColors(settings.colors),
    writeResolution(settings.dpi),
    settings.sharpening === null ? '' : t('export.sharpened'),
  ])

export function describeWatermark({ watermark }: PictureSettings): string {
  if (watermark === null) return t('export.markNone')
  return watermark.kind === 'text' ? watermark.text : t('export.markPicture')
}

export function describeMetadata({ metadata, withPlace, withPeople, withSerials }: PictureSettings): string {
  if (metadata === 'none') return t('export.metadataNone')
  const what = t(metadata === 'all' ? 'export.metadataAll' : 'export.metadataCopyright')
  const isAll = metadata === 'all'
  return list([
    what,
    t(withPlace ? 'export.placeIn' : 'export.placeOut'),
    isAll && withPeople ? t('export.peopleIn') : '',
    isAll && !withSerials ? t('export.serialsOut') : '',
  ])
}

export const describeSheet = ({ sheet, dpi }: ContactSheetSettings): string =>
  list([
    { a4: 'A4', a3: 'A3', letter: t('export.paperLetter') }[sheet.paper],
    t(sheet.isLandscape ? 'export.across' : 'export.upright'),
    `${sheet.columns} × ${sheet.rows}`,
    writeResolution(dpi),
  ])
