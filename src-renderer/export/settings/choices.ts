import type { ExportColors, PictureFormat } from '../../../src-main/contract/library/export-settings.ts'
import { t } from '../../locales/messages.ts'

/** Names of formats and colour spaces are the same in every language. */
const formatNames: Record<Exclude<PictureFormat, 'original'>, string> = {
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
  png: 'PNG',
  tiff: 'TIFF',
}
const colorNames: Record<ExportColors, string> = { srgb: 'sRGB', 'display-p3': 'Display P3', 'adobe-rgb': 'Adobe RGB' }

export const nameOfFormat = (format: PictureFormat): string =>
  format === 'original' ? t('export.formatOriginal') : formatNames[format]
export const nameOfColors = (colors: ExportColors): string => colorNames[colors]

const formats: readonly PictureFormat[] = ['jpeg', 'webp', 'avif', 'png', 'tiff', 'original']
const colors: readonly ExportColors[] = ['srgb', 'display-p3', 'adobe-rgb']
export const formatChoices = () => formats.map((value) => ({ value, label: nameOfFormat(value) }))
export const colorChoices = () => colors.map((value) => ({ value, label: nameOfColors(value) }))

/** Whether a format can be made smaller by losing detail. */
export const hasQuality = (format: PictureFormat): boolean => format !== 'png' && format !== 'tiff'
