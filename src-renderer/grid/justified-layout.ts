/**
 * A row of photos that fills the width: `first` counts within its block, `top` from the block's top, all in CSS pixels.
 */
export type LayoutRow = { first: number; count: number; top: number; height: number; widths: readonly number[] }
export type BlockLayout = { rows: readonly LayoutRow[]; height: number; count: number }
/** `captionHeight` is that of the labels under each photo; heights of rows include it. */
export type LayoutOptions = { width: number; rowHeight: number; gap: number; captionHeight: number }

/** Width over height of a photo whose size is not known yet. */
export const USUAL_ASPECT = 1.5
const MIN_ASPECT = 0.45
const MAX_ASPECT = 2.6
const MIN_ROW = 0.5
const MAX_ROW = 1.9

/** Width over height if no picture can be shown: a square is enough for the message. */
export const EMPTY_ASPECT = 1

/** Width over height as drawn: panoramas and strips are cropped, so that no photo fills a row alone. */
export function shownAspect(width: number, height: number): number {
  if (width <= 0 || height <= 0) return USUAL_ASPECT
  return Math.min(MAX_ASPECT, Math.max(MIN_ASPECT, width / height))
}

/**
 * Breaks a block into rows of nearly equal height that all fill the width. It minimises the sum of squared log ratios
 * to the preferred height (the method of Knuth and Plass for paragraphs). Only the last row of the last block may stay
 * short.
 */
export function layoutBlock(aspects: readonly number[], options: LayoutOptions, isLast: boolean): BlockLayout {
  const starts = breakRows(aspects, options, isLast)
  const rows: LayoutRow[] = []
  let top = 0
  for (const [index, first] of starts.entries()) {
    const end = starts[index + 1] ?? aspects.length
    const height = rowHeightOf(aspects.slice(first, end), options, isLast && end === aspects.length)
    const widths = aspects.slice(first, end).map((aspect) => aspect * height)
    rows.push({ first, count: end - first, top, height: height + options.captionHeight, widths })
    top += height + options.captionHeight + options.gap
  }
  return { rows, height: top, count: aspects.length }
}

/** Height of a block whose photos are not known yet. */
export function estimateHeight(count: number, options: LayoutOptions, aspect = USUAL_ASPECT): number {
  const { width, rowHeight, gap, captionHeight } = options
  const perRow = Math.max(1, (width + gap) / (aspect * rowHeight + gap))
  return Math.ceil(count / perRow) * (rowHeight + captionHeight + gap)
}

function naturalHeight(sum: number, count: number, { width, gap }: LayoutOptions): number {
  return Math.max(1, width - gap * (count - 1)) / sum
}

function rowHeightOf(aspects: readonly number[], options: LayoutOptions, mayStayShort: boolean): number {
  const sum = aspects.reduce((total, aspect) => total + aspect, 0)
  const height = naturalHeight(sum, aspects.length, options)
  const limit = mayStayShort ? 1.15 : MAX_ROW
  if (height <= options.rowHeight * limit) return height
  return mayStayShort ? options.rowHeight : options.rowHeight * MAX_ROW
}

function breakRows(aspects: readonly number[], options: LayoutOptions, isLast: boolean): number[] {
  const count = aspects.length
  const cost = new Float64Array(count + 1).fill(Infinity)
  const from = new Int32Array(count + 1)
  cost[0] = 0
  for (let first = 0; first < count; first += 1) {
    let sum = 0
    for (let end = first + 1; end <= count; end += 1) {
      sum += aspects[end - 1] ?? USUAL_ASPECT
      const ratio = naturalHeight(sum, end - first, options) / options.rowHeight
      if (ratio < MIN_ROW && end > first + 1) break
      const isFree = isLast && end === count && ratio > 1
      const total = (cost[first] ?? Infinity) + (isFree ? 0.01 : Math.log(ratio) ** 2)
      if (total < (cost[end] ?? Infinity)) {
        cost[end] = total
        from[end] = first
      }
    }
  }
  const starts: number[] = []
  for (let end = count; end > 0; end = from[end] ?? 0) starts.unshift(from[end] ?? 0)
  return starts
}
