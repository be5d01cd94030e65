import { join } from 'node:path'
import type { DrawnWatermark, FileFormat, FileStyle } from '../../analysis/cutting/cut-request.ts'
import type { ExportColors, PictureSettings } from '../../contract/library/export-settings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { mayDisclose } from './disclosures.ts'
import { fileMetadataOf } from './file-metadata-of.ts'
import { fillText, type ExportNameValues } from './fill-export-pattern.ts'
import type { ExportPhoto } from './read-photo.ts'

export const extensions: Readonly<Record<FileFormat, string>> = {
  jpeg: '.jpg',
  webp: '.webp',
  avif: '.avif',
  png: '.png',
  tiff: '.tif',
}

/** Bundled typefaces that are used in files. */
const FONTS = [
  'fonts/inter/Inter-Regular.ttf',
  'fonts/noto/NotoSansArabic-Regular.ttf',
  'fonts/noto/NotoSansJP-Regular.ttf',
  'fonts/noto/NotoEmoji-Regular.ttf',
]
const profiles = { 'display-p3': 'colors/display-p3.icc', 'adobe-rgb': 'colors/adobe-rgb-compatible.icc' } as const

/** The typefaces of watermarks and contact sheets: the first, and those for letters that it lacks. */
export const fontFiles = (resourcesDir: string): string[] => FONTS.map((font) => join(resourcesDir, ...font.split('/')))

/** The format of a written photo: its own if that can be written, else JPEG. */
export function formatOf(settings: Pick<PictureSettings, 'format'>, own: string): FileFormat {
  if (settings.format !== 'original') return settings.format
  return Object.hasOwn(extensions, own) ? (own as FileFormat) : 'jpeg'
}

export type StyleSources = { watermarks: Pick<Catalog['exports']['watermarks'], 'get'>; resourcesDir: string }

/** How the files of a photo are written. Throws `picture-not-found` if the picture of its watermark is missing. */
export function planStyle(
  sources: StyleSources,
  settings: PictureSettings,
  photo: ExportPhoto,
  values: ExportNameValues,
): FileStyle {
  return {
    format: formatOf(settings, photo.detail.format),
    quality: settings.quality,
    maxBytes: settings.maxKilobytes === null ? null : settings.maxKilobytes * 1000,
    profile: profileOf(settings.colors, sources.resourcesDir),
    keepsSmall: settings.keepsSmall,
    dpi: settings.dpi,
    sharpening: settings.sharpening,
    watermark: watermarkOf(sources, settings.watermark, values),
    metadata: fileMetadataOf(photo, settings.metadata, (what) => mayDisclose(settings, what)),
  }
}

function profileOf(colors: ExportColors, resourcesDir: string): FileStyle['profile'] {
  if (colors === 'srgb') return { name: 'srgb', isSrgb: true }
  return { name: join(resourcesDir, ...profiles[colors].split('/')), isSrgb: false }
}

function watermarkOf(
  { watermarks, resourcesDir }: StyleSources,
  watermark: PictureSettings['watermark'],
  values: ExportNameValues,
): DrawnWatermark | null {
  if (watermark === null) return null
  if (watermark.kind === 'picture') return { ...watermark, bytes: watermarks.get(watermark.pictureId).bytes }
  const text = fillText(watermark.text, values)
  return text === '' ? null : { ...watermark, text, fontFiles: fontFiles(resourcesDir) }
}
