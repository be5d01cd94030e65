import {
  cropPresets,
  DEFAULT_NAME_PATTERN,
  type ExportFormat,
  type ExportRequest,
} from '../../src-main/contract/library/export.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { MovedCrop } from './use-crops.ts'

export type ExportSize = { id: string; title: string; width: number; height: number; isOn: boolean }
/** What a person chose in the export dialog, apart from the photos and their crops. */
export type ExportOptions = { sizes: ExportSize[]; format: ExportFormat; quality: number; pattern: string }

export const MAX_SIDE = 20_000
export const MAX_SIZES = 20

export function startingOptions(): ExportOptions {
  return {
    sizes: cropPresets.map((preset, index) => ({ ...preset, isOn: index < 2 })),
    format: 'jpeg',
    quality: 90,
    pattern: DEFAULT_NAME_PATTERN,
  }
}

/** The sizes with a free one added, switched on; a size that is there already is only switched on. */
export function withSize(sizes: readonly ExportSize[], width: number, height: number): ExportSize[] {
  const known = sizes.some((size) => size.width === width && size.height === height)
  if (known)
    return sizes.map((size) => (size.width === width && size.height === height ? { ...size, isOn: true } : size))
  return [...sizes, { id: `${width}x${height}`, title: 'Own size', width, height, isOn: true }]
}

/** What is wrong with a free size, or an empty text. */
export function sizeProblem(width: number, height: number): string {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    return 'Write width and height in whole pixels.'
  return width > MAX_SIDE || height > MAX_SIDE ? `A side has at most ${MAX_SIDE.toLocaleString('en')} pixels.` : ''
}

const sizesOf = ({ sizes }: ExportOptions): ExportSize[] => sizes.filter((size) => size.isOn)

/** What is still to be chosen before files can be written; empty when nothing is. */
export function missingChoice(options: ExportOptions, hasTarget: boolean): string {
  if (sizesOf(options).length === 0) return 'Choose at least one size.'
  if (options.pattern === '') return 'Write a name pattern.'
  return hasTarget ? '' : 'Choose a folder for the files.'
}

/** The request for these photos in the chosen sizes; crops of sizes that are not chosen are left out. */
export function exportRequest(
  options: ExportOptions,
  { photos, moved, targetId }: { photos: readonly PhotoTile[]; moved: Iterable<MovedCrop>; targetId: string },
): ExportRequest {
  const { format, quality, pattern } = options
  const sizes = sizesOf(options).map(({ width, height }) => ({ width, height }))
  const isChosen = ({ size }: MovedCrop): boolean =>
    sizes.some(({ width, height }) => width === size.width && height === size.height)
  return {
    photoIds: photos.map((tile) => tile.id),
    sizes,
    format,
    quality,
    pattern,
    crops: [...moved].filter(isChosen),
    targetId,
  }
}
