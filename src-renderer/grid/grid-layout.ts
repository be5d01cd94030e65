import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import {
  EMPTY_ASPECT,
  estimateHeight,
  layoutBlock,
  shownAspect,
  type BlockLayout,
  type LayoutOptions,
} from './justified-layout.ts'
import { BLOCK } from '../stores/tile-source.ts'

/** Where every photo of a list is, in CSS pixels from the top; blocks that are not loaded have an estimated height. */
export type GridLayout = {
  height: number
  tops: Float64Array
  blocks: readonly (BlockLayout | null)[]
  total: number
  options: LayoutOptions
}
/** A row on screen. */
export type PlacedRow = {
  key: string
  top: number
  height: number
  first: number
  widths: readonly number[]
  isLoaded: boolean
}

/** Layouts by page; a page that did not change keeps its rows. */
export type BlockCache = WeakMap<readonly PhotoTile[], { key: string; layout: BlockLayout }>

const aspectOf = (tile: PhotoTile): number =>
  tile.thumbVersion === 0 && tile.status !== 'pending' ? EMPTY_ASPECT : shownAspect(tile.width, tile.height)

function blockOf(tiles: readonly PhotoTile[], options: LayoutOptions, isLast: boolean, cache: BlockCache): BlockLayout {
  const key = `${options.width}/${options.rowHeight}/${options.gap}/${isLast}`
  const held = cache.get(tiles)
  if (held?.key === key) return held.layout
  const layout = layoutBlock(tiles.map(aspectOf), options, isLast)
  cache.set(tiles, { key, layout })
  return layout
}

export function layoutGrid(
  pages: ReadonlyMap<number, readonly PhotoTile[]>,
  total: number,
  options: LayoutOptions,
  cache: BlockCache,
): GridLayout {
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
  return { height: Math.max(0, (tops[count] ?? 0) - options.gap), tops, blocks, total, options }
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

/**
 * Rows between two heights. Blocks that are not loaded give empty rows of usual size, so that scrolling never shows an
 * empty area.
 */
export function rowsBetween(layout: GridLayout, from: number, to: number): PlacedRow[] {
  const rows: PlacedRow[] = []
  for (let block = blockAt(layout, from); block < layout.blocks.length && (layout.tops[block] ?? 0) < to; block += 1) {
    const top = layout.tops[block] ?? 0
    const known = layout.blocks[block]
    for (const row of rowsOf(layout, block)) {
      if (top + row.top + row.height < from || top + row.top > to) continue
      const first = block * BLOCK + row.first
      rows.push({
        key: `${first}`,
        top: top + row.top,
        height: row.height,
        first,
        widths: row.widths,
        isLoaded: known !== null,
      })
    }
  }
  return rows
}

const rowsOf = (layout: GridLayout, block: number): BlockLayout['rows'] =>
  layout.blocks[block]?.rows ?? emptyRows(layout, block)

/** Rows for a block that is not loaded: as many as fit its estimated height, evenly. */
function emptyRows({ tops, total, options }: GridLayout, block: number): BlockLayout['rows'] {
  const count = Math.min(BLOCK, total - block * BLOCK)
  const height = (tops[block + 1] ?? 0) - (tops[block] ?? 0)
  const perRow = Math.max(1, Math.round(count / Math.max(1, height / (options.rowHeight + options.gap))))
  const rowCount = Math.ceil(count / perRow)
  const pitch = height / rowCount
  const width = (options.width - options.gap * (perRow - 1)) / perRow
  return Array.from({ length: rowCount }, (_, row) => {
    const size = Math.min(perRow, count - row * perRow)
    return {
      first: row * perRow,
      count: size,
      top: row * pitch,
      height: pitch - options.gap,
      widths: Array.from({ length: size }, () => width),
    }
  })
}

const rowWith = (layout: GridLayout, index: number): BlockLayout['rows'][number] | undefined =>
  rowsOf(layout, Math.floor(index / BLOCK)).find((row) => index % BLOCK < row.first + row.count)

/** The row of a photo. */
export function rowOf(
  layout: GridLayout,
  index: number,
): { top: number; height: number; first: number; count: number } {
  const block = Math.floor(index / BLOCK)
  const top = layout.tops[block] ?? 0
  const row = rowWith(layout, index)
  return row
    ? { top: top + row.top, height: row.height, first: block * BLOCK + row.first, count: row.count }
    : { top, height: 0, first: index, count: 1 }
}

/** The first photo of the row at a height. */
export function indexAt(layout: GridLayout, y: number): number {
  const block = blockAt(layout, y)
  const top = layout.tops[block] ?? 0
  const rows = rowsOf(layout, block)
  const row = rows.find((candidate) => top + candidate.top + candidate.height > y) ?? rows.at(-1)
  return Math.min(Math.max(0, layout.total - 1), block * BLOCK + (row?.first ?? 0))
}

/** The photo in the row above or below that is nearest to the middle of the given one. */
export function neighbourRow(layout: GridLayout, index: number, step: -1 | 1): number {
  const here = rowOf(layout, index)
  const target = step < 0 ? here.first - 1 : here.first + here.count
  if (target < 0) return 0
  if (target >= layout.total) return layout.total - 1
  const there = rowOf(layout, target)
  const middle = middleOf(layout, index)
  let best = target
  for (let other = there.first; other < there.first + there.count; other += 1) {
    if (Math.abs(middleOf(layout, other) - middle) < Math.abs(middleOf(layout, best) - middle)) best = other
  }
  return best
}

function middleOf(layout: GridLayout, index: number): number {
  const row = rowWith(layout, index)
  if (!row) return 0
  const place = (index % BLOCK) - row.first
  const before = row.widths.slice(0, place).reduce((sum, width) => sum + width + layout.options.gap, 0)
  return before + (row.widths[place] ?? 0) / 2
}
