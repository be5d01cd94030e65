import { cropPresets, DEFAULT_NAME_PATTERN, type ExportFormat } from '../../src-main/contract/library/export.ts'

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
