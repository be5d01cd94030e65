import { rowsOf, rowsTop, type GridLayout } from './grid-layout.ts'
import { lastNotAbove, segmentOf, type GridSection } from './segments.ts'

/** A row on screen. */
export type PlacedRow = {
  key: string
  top: number
  height: number
  first: number
  widths: readonly number[]
  isLoaded: boolean
}
/** A section that is partly on screen. */
export type PlacedSection = { section: GridSection; top: number; height: number }

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
      rows.push({ key: `${first}`, top: top + row.top, height: row.height, first, widths: row.widths, isLoaded })
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
    const section = segments.heads.get(segment)
    if (section === undefined || section.key === '') continue
    const end = segmentOf(segments, section.first + section.count - 1) + 1
    const top = tops[segment] ?? 0
    found.push({ section, top, height: (tops[end] ?? 0) - top - options.gap })
  }
  return found
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
