import type { GridMode } from '../../src-main/contract/library/settings.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { EMPTY_ASPECT, estimateHeight, layoutBlock, shownAspect, type BlockLayout } from './justified-layout.ts'
import { BLOCK, type TilePages } from '../stores/tile-source.ts'
import { evenHeight, evenRows } from './even-layout.ts'
import { lastNotAbove, segmentOf, type GridSection, type Segments } from './segments.ts'

/** How a list is laid out. `rowHeight` is the wanted one; `headHeight` is that of a section's header, in CSS pixels. */
export type GridOptions = { mode: GridMode; width: number; rowHeight: number; gap: number; headHeight: number }

/** Where each photo of a list is, in CSS pixels from the top. Segments that are not loaded have an estimated height. */
export type GridLayout = {
  height: number
  tops: Float64Array
  blocks: readonly (BlockLayout | null)[]
  segments: Segments
  total: number
  options: GridOptions
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
/** A section of which a part is on screen. */
export type PlacedSection = { section: GridSection; top: number; height: number }

type Held = { key: string; next: readonly PhotoTile[] | undefined; layout: BlockLayout }
/** Layouts by the page that a segment begins in and its first photo; one whose pages did not change keeps its rows. */
export type BlockCache = WeakMap<readonly PhotoTile[], Map<number, Held>>

const aspectOf = (tile: PhotoTile): number =>
  tile.thumbVersion === 0 && tile.status !== 'pending' ? EMPTY_ASPECT : shownAspect(tile.width, tile.height)

/** Lays out a list as far as its pages are loaded. */
export function layoutGrid(pages: TilePages, segments: Segments, options: GridOptions, cache: BlockCache): GridLayout {
  const { starts, heads, total } = segments
  const count = starts.length - 1
  const tops = new Float64Array(count + 1)
  const blocks: (BlockLayout | null)[] = []
  for (let segment = 0; segment < count; segment += 1) {
    const block = options.mode === 'justified' ? blockOf(pages, segments, segment, { options, cache }) : null
    blocks.push(block)
    const size = starts[segment + 1]! - starts[segment]!
    const height = block?.height ?? (options.mode === 'justified' ? estimateHeight : evenHeight)(size, options)
    tops[segment + 1] = (tops[segment] ?? 0) + headOf(heads.get(segment), options) + height
  }
  return { height: Math.max(0, (tops[count] ?? 0) - options.gap), tops, blocks, segments, total, options }
}

const headOf = (section: GridSection | undefined, { headHeight }: GridOptions): number =>
  section === undefined || section.key === '' ? 0 : headHeight

/** The rows of a segment; null where one of its pages is not loaded. */
function blockOf(
  pages: TilePages,
  { starts, ends }: Segments,
  segment: number,
  { options, cache }: { options: GridOptions; cache: BlockCache },
): BlockLayout | null {
  const [from, to] = [starts[segment]!, starts[segment + 1]!]
  const [page, nextPage] = [Math.floor(from / BLOCK), Math.floor((to - 1) / BLOCK)]
  const tiles = pages.get(page)
  const next = page === nextPage ? undefined : pages.get(nextPage)
  if (!tiles?.length || (page !== nextPage && !next?.length)) return null
  const key = `${options.width}/${options.rowHeight}/${options.gap}/${to}/${ends[segment]}`
  const held = cache.get(tiles) ?? new Map<number, Held>()
  const known = held.get(from)
  if (known?.key === key && known.next === next) return known.layout
  const own = [...tiles, ...(next ?? [])].slice(from - page * BLOCK, to - page * BLOCK)
  const layout = layoutBlock(own.map(aspectOf), options, ends[segment] === 1)
  cache.set(tiles, held.set(from, { key, next, layout }))
  return layout
}

/** Where the rows of a segment begin, below the header of its section. */
const rowsTop = ({ tops, segments, options }: GridLayout, segment: number): number =>
  (tops[segment] ?? 0) + headOf(segments.heads.get(segment), options)

/**
 * Rows between two heights. Segments that are not loaded give empty rows of usual size, so that scrolling never shows
 * an empty area.
 */
export function rowsBetween(layout: GridLayout, from: number, to: number): PlacedRow[] {
  const rows: PlacedRow[] = []
  const { blocks, tops, segments } = layout
  for (let segment = lastNotAbove(tops, from); segment < blocks.length && (tops[segment] ?? 0) < to; segment += 1) {
    const top = rowsTop(layout, segment)
    for (const row of rowsOf(layout, segment)) {
      if (top + row.top + row.height < from || top + row.top > to) continue
      const first = segments.starts[segment]! + row.first
      const isLoaded = blocks[segment] !== null
      rows.push({ key: `${first}`, top: top + row.top, height: row.height, first, widths: row.widths, isLoaded })
    }
  }
  return rows
}

/** Sections with a header of which a part lies between two heights. */
export function sectionsBetween(layout: GridLayout, from: number, to: number): PlacedSection[] {
  const { tops, segments, options } = layout
  let segment = lastNotAbove(tops, Math.max(0, from))
  while (segment > 0 && !segments.heads.has(segment)) segment -= 1
  const found: PlacedSection[] = []
  for (; segment < layout.blocks.length && (tops[segment] ?? 0) < to; segment += 1) {
    const section = segments.heads.get(segment)
    if (section === undefined || section.key === '') continue
    const end = segmentOf(segments, section.first + section.count - 1) + 1
    const top = tops[segment] ?? 0
    found.push({ section, top, height: (tops[end] ?? 0) - top - options.gap })
  }
  return found
}

function rowsOf(layout: GridLayout, segment: number): BlockLayout['rows'] {
  const { segments, options, blocks } = layout
  const size = segments.starts[segment + 1]! - segments.starts[segment]!
  if (options.mode !== 'justified') return evenRows(size, options)
  return blocks[segment]?.rows ?? emptyRows(size, options)
}

/** Rows for a segment that is not loaded: as many as fit its estimated height, evenly. */
function emptyRows(count: number, options: GridOptions): BlockLayout['rows'] {
  const height = estimateHeight(count, options)
  const perRow = Math.max(1, Math.round(count / Math.max(1, height / (options.rowHeight + options.gap))))
  const rowCount = Math.ceil(count / perRow)
  const pitch = height / rowCount
  const width = (options.width - options.gap * (perRow - 1)) / perRow
  return Array.from({ length: rowCount }, (_, row) => {
    const size = Math.min(perRow, count - row * perRow)
    const widths = Array.from({ length: size }, () => width)
    return { first: row * perRow, count: size, top: row * pitch, height: pitch - options.gap, widths }
  })
}

type FoundRow = { top: number; height: number; first: number; count: number; widths: readonly number[] }

/** The row of a photo: `first` counts within the list, `top` from its top. */
export function rowOf(layout: GridLayout, index: number): FoundRow {
  const segment = segmentOf(layout.segments, index)
  const [top, start] = [rowsTop(layout, segment), layout.segments.starts[segment] ?? 0]
  const row = rowsOf(layout, segment).find((each) => index - start < each.first + each.count)
  return row
    ? { ...row, top: top + row.top, first: start + row.first }
    : { top, height: 0, first: index, count: 1, widths: [] }
}

/** The first photo of the row at a height. */
export function indexAt(layout: GridLayout, y: number): number {
  const segment = lastNotAbove(layout.tops, y)
  const top = rowsTop(layout, segment)
  const rows = rowsOf(layout, segment)
  const row = rows.find((candidate) => top + candidate.top + candidate.height > y) ?? rows.at(-1)
  return Math.min(Math.max(0, layout.total - 1), (layout.segments.starts[segment] ?? 0) + (row?.first ?? 0))
}
