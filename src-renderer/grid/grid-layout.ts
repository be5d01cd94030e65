import type { GridMode } from '../../src-main/contract/library/settings.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import {
  boxesOf,
  EMPTY_ASPECT,
  estimateHeight,
  layoutBlock,
  shownAspect,
  type BlockLayout,
  type LayoutOptions,
  type TileBox,
} from './justified-layout.ts'
import { BLOCK, type TilePages } from '../photos/tile-source.ts'
import { evenHeight, evenRows } from './even-layout.ts'
import { apartBy, layoutPack } from './packed-days.ts'
import { lastNotAbove, type GridSection, type Segments, segmentOf } from './segments.ts'

/**
 * How a list is laid out. `rowHeight` is the preferred height; `headHeight` is that of a section's header, in CSS
 * pixels. With `hasLarge`, the best photos of justified rows are large.
 */
export type GridOptions = LayoutOptions & { mode: GridMode; headHeight: number; hasLarge?: boolean }

/** What is known of a list without its pages: where its segments begin by estimated heights, and placeholder rows. */
export type GridOutline = {
  segments: Segments
  options: GridOptions
  height: number
  tops: Float64Array
  /** Rows for a segment of unknown photos; the same object for the same numbers of photos and days. */
  usualRows: (segment: number) => BlockLayout['rows']
}

/** Where each photo of a list is, in CSS pixels from the top. */
export type GridLayout = {
  height: number
  tops: Float64Array
  /** Rows laid out by the pictures' own sizes, of segments whose pages are loaded. */
  blocks: ReadonlyMap<number, BlockLayout>
  outline: GridOutline
  segments: Segments
  total: number
  options: GridOptions
}

type Held = { key: string; next: readonly PhotoTile[] | undefined; layout: BlockLayout }
/**
 * Layouts by the page in which a segment begins and by its first photo. A segment keeps its rows until its pages
 * change.
 */
export type BlockCache = WeakMap<readonly PhotoTile[], Map<number, Held>>

const aspectOf = (tile: PhotoTile): number =>
  tile.thumbVersion === 0 && (tile.status === 'failed' || tile.status === 'missing')
    ? EMPTY_ASPECT
    : shownAspect(tile.width, tile.height)

/** Computed once for each list, however long; pages that arrive change little of it. */
export function outlineOf(segments: Segments, options: GridOptions): GridOutline {
  const { starts, heads } = segments
  const tops = new Float64Array(starts.length)
  const countOf = (segment: number): number => starts[segment + 1]! - starts[segment]!
  const packs = new Map<string, BlockLayout>()
  const packOf = (segment: number): BlockLayout | null => {
    const counts = packedCounts(segments, segment)
    if (counts === null) return null
    const key = counts.join('+')
    const known = packs.get(key) ?? layoutPack(counts, [], options)
    packs.set(key, known)
    return known
  }
  const heightOf = options.mode === 'justified' ? estimateHeight : evenHeight
  for (let segment = 0; segment < starts.length - 1; segment += 1) {
    const height = packOf(segment)?.height ?? heightOf(countOf(segment), options)
    tops[segment + 1] = tops[segment]! + headOf(heads.get(segment), options) + height
  }
  const known = new Map<number, BlockLayout['rows']>()
  const usualRows = (segment: number): BlockLayout['rows'] => {
    const count = countOf(segment)
    const rows =
      packOf(segment)?.rows ?? known.get(count) ?? (options.mode === 'justified' ? emptyRows : evenRows)(count, options)
    if (!isPacked(segments, segment)) known.set(count, rows)
    return rows
  }
  return { segments, options, height: heightOfAll(tops, options), tops, usualRows }
}

const isPacked = ({ heads }: Segments, segment: number): boolean => (heads.get(segment)?.length ?? 0) > 1

/** The photos of each day in the row of a segment whose days share one; null for any other segment. */
const packedCounts = (segments: Segments, segment: number): number[] | null =>
  isPacked(segments, segment)
    ? segments.heads
        .get(segment)!
        .map(({ first, count }) => Math.min(first + count, segments.starts[segment + 1]!) - first)
    : null

/** Lays out a list as far as its pages are loaded. */
export function layoutGrid(pages: TilePages, outline: GridOutline, cache: BlockCache): GridLayout {
  const { segments, options } = outline
  const blocks = new Map<number, BlockLayout>()
  for (const segment of options.mode === 'justified' ? segmentsIn(pages, segments) : []) {
    const block = blockOf(pages, segments, segment, { options, cache })
    if (block) blocks.set(segment, block)
  }
  const tops = shiftTops(outline, blocks)
  const height = heightOfAll(tops, options)
  return { height, tops, blocks, outline, segments, total: segments.total, options }
}

/** The segments in loaded pages, from the top. */
function segmentsIn(pages: TilePages, { starts }: Segments): number[] {
  const found: number[] = []
  for (const page of [...pages.keys()].toSorted((a, b) => a - b)) {
    const first = Math.max(lastNotAbove(starts, page * BLOCK), (found.at(-1) ?? -1) + 1)
    for (let at = first; at < starts.length - 1 && starts[at]! < (page + 1) * BLOCK; at += 1) found.push(at)
  }
  return found
}

/** Where segments begin once some heights are known: each of these moves all that follow. */
function shiftTops({ segments, options, tops: estimated }: GridOutline, blocks: GridLayout['blocks']): Float64Array {
  const tops = estimated.slice()
  let shift = 0
  let at = 0
  const shiftTo = (end: number): void => {
    for (; at <= end; at += 1) tops[at]! += shift
  }
  for (const [segment, { height }] of blocks) {
    shiftTo(segment)
    const before = estimated[segment + 1]! - estimated[segment]!
    shift += headOf(segments.heads.get(segment), options) + height - before
  }
  shiftTo(tops.length - 1)
  return tops
}

const heightOfAll = (tops: Float64Array, { gap }: GridOptions): number => Math.max(0, (tops.at(-1) ?? 0) - gap)

const headOf = (sections: readonly GridSection[] | undefined, { headHeight }: GridOptions): number =>
  sections === undefined || sections[0]?.key === '' ? 0 : headHeight

/** The rows of a segment; null if one of its pages is not loaded. */
function blockOf(
  pages: TilePages,
  segments: Segments,
  segment: number,
  { options, cache }: { options: GridOptions; cache: BlockCache },
): BlockLayout | null {
  const { starts, ends } = segments
  const [from, to] = [starts[segment]!, starts[segment + 1]!]
  const [page, nextPage] = [Math.floor(from / BLOCK), Math.floor((to - 1) / BLOCK)]
  const tiles = pages.get(page)
  const next = page === nextPage ? undefined : pages.get(nextPage)
  if (!tiles?.length || (page !== nextPage && !next?.length)) return null
  const { width, rowHeight, gap, captionHeight, hasLarge = false } = options
  const counts = packedCounts(segments, segment)
  const key = [width, rowHeight, gap, captionHeight, hasLarge, to, ends[segment], counts?.join('+')].join('/')
  const held = cache.get(tiles) ?? new Map<number, Held>()
  const known = held.get(from)
  if (known?.key === key && known.next === next) return known.layout
  const own = [...tiles, ...(next ?? [])].slice(from - page * BLOCK, to - page * BLOCK)
  const aspects = own.map(aspectOf)
  const layout = counts
    ? layoutPack(counts, aspects, options)
    : layoutBlock(aspects, options, ends[segment] === 1, hasLarge ? own.map(worthOf) : undefined)
  cache.set(tiles, held.set(from, { key, next, layout }))
  return layout
}

/** Where the rows of a segment begin, below the header of its section. */
export const rowsTop = ({ tops, segments, options }: GridLayout, segment: number): number =>
  (tops[segment] ?? 0) + headOf(segments.heads.get(segment), options)

/** The rows of a segment, from its own top. */
export const rowsOf = ({ blocks, outline }: GridLayout, segment: number): BlockLayout['rows'] =>
  blocks.get(segment)?.rows ?? outline.usualRows(segment)

/** Rows for a segment that is not loaded: as many as fit its estimated height, evenly. */
function emptyRows(count: number, options: GridOptions): BlockLayout['rows'] {
  const height = estimateHeight(count, options)
  const perRow = Math.max(
    1,
    Math.round(count / Math.max(1, height / (options.rowHeight + options.captionHeight + options.gap))),
  )
  const rowCount = Math.ceil(count / perRow)
  const pitch = height / rowCount
  const width = (options.width - options.gap * (perRow - 1)) / perRow
  return Array.from({ length: rowCount }, (_, row) => {
    const size = Math.min(perRow, count - row * perRow)
    const widths = Array.from({ length: size }, () => width)
    const height = pitch - options.gap
    const boxes = boxesOf(widths, { height, gap: options.gap })
    return { first: row * perRow, count: size, top: row * pitch, height, boxes }
  })
}

/** A row on screen. */
export type PlacedRow = {
  key: string
  top: number
  height: number
  first: number
  boxes: readonly TileBox[]
  isLoaded: boolean
}
/**
 * A section that is partly on screen; `across` is where it is in its row if others share that. The row ends at `until`,
 * in CSS pixels from the top; below it, the last of them has the full width.
 */
export type PlacedSection = {
  section: GridSection
  top: number
  height: number
  across?: { left: number; width: number; until: number }
}

/**
 * Rows between two heights. Segments that are not loaded give empty rows of the usual size, so that scrolling never
 * shows an empty area.
 */
export function rowsBetween(layout: GridLayout, from: number, to: number): PlacedRow[] {
  const rows: PlacedRow[] = []
  const { blocks, tops, segments } = layout
  for (let segment = lastNotAbove(tops, from); segment < tops.length - 1 && (tops[segment] ?? 0) < to; segment += 1) {
    const top = rowsTop(layout, segment)
    for (const row of rowsOf(layout, segment)) {
      if (top + row.top + row.height < from || top + row.top > to) continue
      const first = segments.starts[segment]! + row.first
      const isLoaded = blocks.has(segment)
      rows.push({ key: `${first}`, top: top + row.top, height: row.height, first, boxes: row.boxes, isLoaded })
    }
  }
  return rows
}

/** Sections with a header that lie partly between two heights. */
export function sectionsBetween(layout: GridLayout, from: number, to: number): PlacedSection[] {
  const { tops, segments, options } = layout
  let segment = lastNotAbove(tops, Math.max(0, from))
  while (segment > 0 && !segments.heads.has(segment)) segment -= 1
  const found: PlacedSection[] = []
  for (; segment < tops.length - 1 && (tops[segment] ?? 0) < to; segment += 1) {
    const sections = segments.heads.get(segment)
    if (sections === undefined || sections[0]!.key === '') continue
    const last = sections.at(-1)!
    const end = segmentOf(segments, last.first + last.count - 1) + 1
    const top = tops[segment] ?? 0
    const height = (tops[end] ?? 0) - top - options.gap
    if (sections.length === 1) found.push({ section: last, top, height })
    else {
      const until = tops[segment + 1]! - options.gap
      for (const [place, section] of sections.entries()) {
        const own = section === last ? height : until - top
        if (top + own < from) continue
        found.push({ section, top, height: own, across: { ...placeAcross(layout, segment, place), until } })
      }
    }
  }
  return found
}

/** Where a day is in the row that it shares: up to the next day, or to the end. */
function placeAcross(layout: GridLayout, segment: number, place: number): { left: number; width: number } {
  const { segments, options } = layout
  const sections = segments.heads.get(segment)!
  const boxes = rowsOf(layout, segment)[0]!.boxes
  const leftOf = (section: GridSection): number => boxes[section.first - segments.starts[segment]!]!.left
  const left = leftOf(sections[place]!)
  const next = sections[place + 1]
  return { left, width: (next ? leftOf(next) - apartBy(options) / 2 : options.width) - left }
}

type FoundRow = { top: number; height: number; first: number; count: number; boxes: readonly TileBox[] }

/** The row of a photo: `first` counts within the list, `top` from its top. */
export function rowOf(layout: GridLayout, index: number): FoundRow {
  const segment = segmentOf(layout.segments, index)
  const [top, start] = [rowsTop(layout, segment), layout.segments.starts[segment] ?? 0]
  const row = rowsOf(layout, segment).find((each) => index - start < each.first + each.count)
  return row
    ? { ...row, top: top + row.top, first: start + row.first }
    : { top, height: 0, first: index, count: 1, boxes: [] }
}

/** The first photo of the row at a height. */
export function indexAt(layout: GridLayout, y: number): number {
  const segment = lastNotAbove(layout.tops, y)
  const top = rowsTop(layout, segment)
  const rows = rowsOf(layout, segment)
  const row = rows.find((candidate) => top + candidate.top + candidate.height > y) ?? rows.at(-1)
  return Math.min(Math.max(0, layout.total - 1), (layout.segments.starts[segment] ?? 0) + (row?.first ?? 0))
}

type Marked = Pick<PhotoTile, 'pick' | 'rating' | 'faces' | 'frames' | 'status'>

/**
 * How much a photo deserves to be large among its neighbours: by the person's marks first, then several frames of one
 * moment, then faces. 0 for photos that are like any other.
 */
function worthOf({ pick, rating, faces, frames = 1, status }: Marked): number {
  if (pick === -1 || status === 'failed' || status === 'missing') return 0
  const marked = (pick === 1 ? 6 : 0) + (rating >= 3 ? rating : 0)
  return marked + (frames > 1 ? 1 : 0) + (faces > 0 ? 0.5 : 0)
}
