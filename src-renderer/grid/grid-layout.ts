import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { estimateHeight, layoutBlock, shownAspect, type BlockLayout, type LayoutOptions } from './justified-layout.ts'
import { BLOCK } from './tile-source.ts'

/** Where every photo of a list is, in CSS pixels from the top; blocks that are not loaded have an estimated height. */
export type GridLayout = {
  height: number
  tops: Float64Array
  blocks: readonly (BlockLayout | null)[]
  total: number
}
/** A row on screen. */
export type PlacedRow = { key: string; top: number; height: number; first: number; widths: readonly number[]; isLoaded: boolean }

/** Layouts by page; a page that did not change keeps its rows. */
export type BlockCache = WeakMap<readonly PhotoTile[], { key: string; layout: BlockLayout }>

function blockOf(tiles: readonly PhotoTile[], options: LayoutOptions, isLast: boolean, cache: BlockCache): BlockLayout {
  const key = `${options.width}/${options.rowHeight}/${options.gap}/${isLast}`
  const held = cache.get(tiles)
  if (held?.key === key) return held.layout
  const layout = layoutBlock(tiles.map((tile) => shownAspect(tile.width, tile.height)), options, isLast)
  cache.set(tiles, { key, layout })
  return layout
}

export function layoutGrid(pages: ReadonlyMap<number, readonly PhotoTile[]>, total: number, options: LayoutOptions, cache: BlockCache): GridLayout {
  const count = Math.ceil(total / BLOCK)
  const tops = new Float64Array(count + 1)
  const blocks: (BlockLayout | null)[] = []
  for (let block = 0; block < count; block += 1) {
    const tiles = pages.get(block)
    const layout = tiles?.length ? blockOf(tiles, options, block === count - 1, cache) : null
    blocks.push(layout)
    const height = layout?.height ?? estimateHeight(Math.min(BLOCK, total - block * BLOCK), options)
    tops[block + 1] = (tops[block] ?? 0) + height
  }
  return { height: Math.max(0, (tops[count] ?? 0) - options.gap), tops, blocks, total }
}

/** The block that covers a height. */
function blockAt({ tops }: GridLayout, y: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Rows between two heights. Blocks that are not loaded give empty rows of usual size, so that scrolling never meets a void. */
export function rowsBetween(layout: GridLayout, from: number, to: number, options: LayoutOptions): PlacedRow[] {
  const rows: PlacedRow[] = []
  for (let block = blockAt(layout, from); block < layout.blocks.length && (layout.tops[block] ?? 0) < to; block += 1) {
    const top = layout.tops[block] ?? 0
    const known = layout.blocks[block]
    const list = known?.rows ?? emptyRows(layout, block, options)
    for (const row of list) {
      if (top + row.top + row.height < from || top + row.top > to) continue
      const first = block * BLOCK + row.first
      rows.push({ key: `${first}`, top: top + row.top, height: row.height, first, widths: row.widths, isLoaded: known !== null })
    }
  }
  return rows
}

function emptyRows(layout: GridLayout, block: number, options: LayoutOptions): BlockLayout['rows'] {
  const count = Math.min(BLOCK, layout.total - block * BLOCK)
  const height = (layout.tops[block + 1] ?? 0) - (layout.tops[block] ?? 0)
  const perRow = Math.max(1, Math.round(count / Math.max(1, height / (options.rowHeight + options.gap))))
  const width = (options.width - options.gap * (perRow - 1)) / perRow
  return Array.from({ length: Math.ceil(count / perRow) }, (_, row) => ({
    first: row * perRow, count: Math.min(perRow, count - row * perRow), top: row * (options.rowHeight + options.gap), height: options.rowHeight,
    widths: Array.from({ length: Math.min(perRow, count - row * perRow) }, () => width),
  }))
}

/** The row of a photo. */
export function rowOf(layout: GridLayout, index: number): { top: number; height: number; first: number; count: number } {
  const block = Math.floor(index / BLOCK)
  const top = layout.tops[block] ?? 0
  const row = layout.blocks[block]?.rows.find((candidate) => index % BLOCK < candidate.first + candidate.count)
  if (row) return { top: top + row.top, height: row.height, first: block * BLOCK + row.first, count: row.count }
  const height = (layout.tops[block + 1] ?? top) - top
  const share = (index % BLOCK) / BLOCK
  return { top: top + height * share, height: height / 10, first: index, count: 1 }
}

/** The photo at the top of the screen. */
export function indexAt(layout: GridLayout, y: number): number {
  const block = blockAt(layout, y)
  const top = layout.tops[block] ?? 0
  const row = layout.blocks[block]?.rows.find((candidate) => top + candidate.top + candidate.height > y)
  if (row) return block * BLOCK + row.first
  const height = Math.max(1, (layout.tops[block + 1] ?? top) - top)
  return Math.min(layout.total - 1, block * BLOCK + Math.floor(Math.min(0.99, Math.max(0, (y - top) / height)) * BLOCK))
}

/** The photo in the row above or below that is nearest to the middle of the given one. */
export function neighbourRow(layout: GridLayout, index: number, step: -1 | 1, options: LayoutOptions): number {
  const here = rowOf(layout, index)
  const target = step < 0 ? here.first - 1 : here.first + here.count
  if (target < 0) return 0
  if (target >= layout.total) return layout.total - 1
  const there = rowOf(layout, target)
  const middle = middleOf(layout, index, options)
  let best = target
  for (let other = there.first; other < there.first + there.count; other += 1) {
    if (Math.abs(middleOf(layout, other, options) - middle) < Math.abs(middleOf(layout, best, options) - middle)) best = other
  }
  return best
}

function middleOf(layout: GridLayout, index: number, { gap }: LayoutOptions): number {
  const row = layout.blocks[Math.floor(index / BLOCK)]?.rows.find((candidate) => index % BLOCK < candidate.first + candidate.count)
  if (!row) return 0
  const place = (index % BLOCK) - row.first
  const before = row.widths.slice(0, place).reduce((sum, width) => sum + width + gap, 0)
  return before + (row.widths[place] ?? 0) / 2
}
