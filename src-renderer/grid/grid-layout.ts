import type { GridMode } from '../../src-main/contract/library/settings.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import {
  EMPTY_ASPECT,
  estimateHeight,
  layoutBlock,
  shownAspect,
  type BlockLayout,
  type LayoutOptions,
} from './justified-layout.ts'
import { BLOCK, type TilePages } from '../stores/tile-source.ts'
import { evenHeight, evenRows } from './even-layout.ts'
import type { GridSection, Segments } from './segments.ts'

/** How a list is laid out. `rowHeight` is the wanted one; `headHeight` is that of a section's header, in CSS pixels. */
export type GridOptions = LayoutOptions & { mode: GridMode; headHeight: number }

/** Where each photo of a list is, in CSS pixels from the top. Segments that are not loaded have an estimated height. */
export type GridLayout = {
  height: number
  tops: Float64Array
  blocks: readonly (BlockLayout | null)[]
  segments: Segments
  total: number
  options: GridOptions
}

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
  const key = `${options.width}/${options.rowHeight}/${options.gap}/${options.captionHeight}/${to}/${ends[segment]}`
  const held = cache.get(tiles) ?? new Map<number, Held>()
  const known = held.get(from)
  if (known?.key === key && known.next === next) return known.layout
  const own = [...tiles, ...(next ?? [])].slice(from - page * BLOCK, to - page * BLOCK)
  const layout = layoutBlock(own.map(aspectOf), options, ends[segment] === 1)
  cache.set(tiles, held.set(from, { key, next, layout }))
  return layout
}

/** Where the rows of a segment begin, below the header of its section. */
export const rowsTop = ({ tops, segments, options }: GridLayout, segment: number): number =>
  (tops[segment] ?? 0) + headOf(segments.heads.get(segment), options)

/** The rows of a segment, from its own top. */
export function rowsOf(layout: GridLayout, segment: number): BlockLayout['rows'] {
  const { segments, options, blocks } = layout
  const size = segments.starts[segment + 1]! - segments.starts[segment]!
  if (options.mode !== 'justified') return evenRows(size, options)
  return blocks[segment]?.rows ?? emptyRows(size, options)
}

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
    return { first: row * perRow, count: size, top: row * pitch, height: pitch - options.gap, widths }
  })
}
