import type { GridMode } from '../../src-main/contract/library/settings.ts'
import { boxesOf, type LayoutOptions, type LayoutRow } from './justified-layout.ts'

type EvenOptions = LayoutOptions & { mode: GridMode }

/** How many photos a row has, and their size: squares that fill the width, or one line for each. */
export function cellOf(options: EvenOptions): { perRow: number; width: number; height: number } {
  const { mode, width, rowHeight, gap, captionHeight } = options
  if (mode === 'list') return { perRow: 1, width, height: rowHeight }
  const perRow = Math.max(1, Math.round((width + gap) / (rowHeight + gap)))
  const side = (width - gap * (perRow - 1)) / perRow
  return { perRow, width: side, height: side + captionHeight }
}

/** Height of `count` photos. All rows are alike, so the photos need not be known. */
export function evenHeight(count: number, options: EvenOptions): number {
  const { perRow, height } = cellOf(options)
  return Math.ceil(count / perRow) * (height + options.gap)
}

/** The rows of these photos. */
export function evenRows(count: number, options: EvenOptions): LayoutRow[] {
  const { perRow, width, height } = cellOf(options)
  return Array.from({ length: Math.ceil(count / perRow) }, (_, row) => {
    const size = Math.min(perRow, count - row * perRow)
    const widths = Array.from({ length: size }, () => width)
    const boxes = boxesOf(widths, { height, gap: options.gap })
    return { first: row * perRow, count: size, top: row * (height + options.gap), height, boxes }
  })
}
