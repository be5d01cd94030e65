import type { Size } from '../../../src-main/contract/analysis/cropping.ts'
import { cropPresets } from '../../../src-main/contract/library/crop-presets.ts'
import { t, type MessageKey } from '../../locales/messages.ts'

export const MAX_OUTPUTS = 20

const titles: Record<(typeof cropPresets)[number]['id'], MessageKey> = {
  square: 'export.square',
  portrait: 'export.portrait',
  landscape: 'export.landscape',
  story: 'export.story',
}

export const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

/** The title of a crop size; an unknown one is the person's own. */
export function titleOfSize(size: Size): string {
  const preset = cropPresets.find((each) => isSameSize(each, size))
  return preset === undefined ? t('export.ownSize') : t(titles[preset.id])
}

/** The sizes to offer: the program's own, then the person's; each once. */
export const offeredSizes = (own: readonly Size[]): Size[] =>
  [...cropPresets, ...own].reduce<Size[]>(
    (all, { width, height }) =>
      all.some((each) => isSameSize(each, { width, height })) ? all : [...all, { width, height }],
    [],
  )

/** `1080 × 1350`. */
export const writeSize = ({ width, height }: Size): string => `${width} × ${height}`
