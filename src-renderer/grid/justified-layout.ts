/** Where a photo is in its row, from the row's start and top, in CSS pixels; the height includes its labels. */
export type TileBox = { left: number; top: number; width: number; height: number }
/**
 * A row of photos that fills the width: `first` counts within its block, `top` from the block's top, all in CSS pixels.
 */
export type LayoutRow = { first: number; count: number; top: number; height: number; boxes: readonly TileBox[] }
export type BlockLayout = { rows: readonly LayoutRow[]; height: number; count: number }
/** `captionHeight` is that of the labels under each photo; heights of rows include it. */
export type LayoutOptions = { width: number; rowHeight: number; gap: number; captionHeight: number }

/** Width over height of a photo whose size is not known yet. */
export const USUAL_ASPECT = 1.5
/** Rows at the end of a section are this much higher than preferred at most, to fill the width. */
export const MAX_FILL = 1.5
/** What an end is worth that leaves the entire width empty, beside squared log ratios of heights. */
const GAP_PRICE = 0.8
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
 * short, if it would otherwise be much too high. With `worths`, the best photos are as high as two rows, whose other photos stand beside them.
 */
export function layoutBlock(
  aspects: readonly number[],
  options: LayoutOptions,
  isLast: boolean,
  worths?: readonly number[],
): BlockLayout {
  const rows: LayoutRow[] = []
  let top = 0
  for (const cut of breakRows(aspects, options, isLast, worths)) {
    const isEnd = isLast && cut.end === aspects.length
    const { height, boxes } = cut.large < 0 ? plainRow(aspects, cut, options, isEnd) : doubleRow(aspects, cut, options)
    rows.push({ first: cut.first, count: boxes.length, top, height, boxes })
    top += height + options.gap
  }
  return { rows, height: top, count: aspects.length }
}

/** Height of a block whose photos are not known yet. */
export function estimateHeight(count: number, options: LayoutOptions, aspect = USUAL_ASPECT): number {
  const { width, rowHeight, gap, captionHeight } = options
  const perRow = Math.max(1, (width + gap) / (aspect * rowHeight + gap))
  const rows = Math.max(1, Math.round(count / perRow))
  const filling = (width - gap * (count / rows - 1)) / ((aspect * count) / rows)
  const height = filling > rowHeight * MAX_FILL ? rowHeight : filling
  return rows * (height + captionHeight + gap)
}

/** Boxes of one height side by side. */
export function boxesOf(widths: readonly number[], { height, gap }: { height: number; gap: number }): TileBox[] {
  let left = 0
  return widths.map((width) => {
    const box = { left, top: 0, width, height }
    left += width + gap
    return box
  })
}

/** Photos of a row; `large` is the one that is as high as two rows, or -1. */
type Cut = { first: number; end: number; large: number }
type Placed = Pick<LayoutRow, 'height' | 'boxes'>

function naturalHeight(sum: number, count: number, { width, gap }: LayoutOptions): number {
  return Math.max(1, width - gap * (count - 1)) / sum
}

function plainRow(aspects: readonly number[], { first, end }: Cut, options: LayoutOptions, isEnd: boolean): Placed {
  const own = aspects.slice(first, end)
  const picture = rowHeightOf(own, options, isEnd)
  const height = picture + options.captionHeight
  const widths = own.map((aspect) => aspect * picture)
  return { height, boxes: boxesOf(widths, { height, gap: options.gap }) }
}

function rowHeightOf(aspects: readonly number[], options: LayoutOptions, mayStayShort: boolean): number {
  const sum = aspects.reduce((total, aspect) => total + aspect, 0)
  const height = naturalHeight(sum, aspects.length, options)
  const limit = mayStayShort ? MAX_FILL : MAX_ROW
  if (height <= options.rowHeight * limit) return height
  return mayStayShort ? options.rowHeight : options.rowHeight * MAX_ROW
}

/** Fewer photos than this make no double row. */
const MIN_DOUBLE = 5
/** How far rows may be from their preferred height for the best photo of a block to be large. */
const PRAISE = 0.3

function breakRows(
  aspects: readonly number[],
  options: LayoutOptions,
  isLast: boolean,
  worths?: readonly number[],
): Cut[] {
  const count = aspects.length
  const cost = new Float64Array(count + 1).fill(Infinity)
  const cuts: Cut[] = []
  cost[0] = 0
  const offer = (first: number, end: number, large: number, price: number): void => {
    if (cost[first]! + price >= cost[end]!) return
    cost[end] = cost[first]! + price
    cuts[end] = { first, end, large }
  }
  const most = Math.max(1, ...(worths ?? []))
  for (let first = 0; first < count; first += 1) {
    let sum = 0
    let large = -1
    for (let end = first + 1; end <= count; end += 1) {
      sum += aspects[end - 1] ?? USUAL_ASPECT
      const worth = worths?.[end - 1] ?? 0
      if (worth > (worths?.[large] ?? 0)) large = end - 1
      const ratio = naturalHeight(sum, end - first, options) / options.rowHeight
      const isLow = ratio < MIN_ROW && end > first + 1
      if (isLow && (worths === undefined || ratio < MIN_ROW / 3)) break
      const staysShort = isLast && end === count && ratio > MAX_FILL
      if (!isLow) offer(first, end, -1, staysShort ? GAP_PRICE * (1 - 1 / ratio) : Math.log(ratio) ** 2)
      if (large >= 0 && end - first >= MIN_DOUBLE) {
        const price = unevennessOf(splitDouble(aspects, { first, end, large }, options), options)
        offer(first, end, large, price - (PRAISE * worths![large]!) / most)
      }
    }
  }
  const found: Cut[] = []
  for (let end = count; end > 0; end = cuts[end]!.first) found.unshift(cuts[end]!)
  return found
}

type Double = { height: number; rest: number; others: number[]; split: number; upper: number; lower: number }

/**
 * Divides the photos beside a large one into two rows. `height` is that of the large picture: both rows with what is
 * between them are as high, and all of it is as wide as the grid.
 */
function splitDouble(aspects: readonly number[], { first, end, large }: Cut, options: LayoutOptions): Double {
  const { width, gap, captionHeight } = options
  const others: number[] = []
  let total = 0
  for (let index = first; index < end; index += 1) {
    if (index === large) continue
    others.push(index)
    total += aspects[index]!
  }
  let split = 0
  let upper = 0
  while (split < others.length - 1 && (split === 0 || upper + aspects[others[split]!]! / 2 < total / 2)) {
    upper += aspects[others[split]!]!
    split += 1
  }
  const lower = total - upper
  const perWidth = 1 / upper + 1 / lower
  const between = gap + captionHeight - (gap * (split - 1)) / upper - (gap * (others.length - split - 1)) / lower
  const height = ((width - gap) * perWidth + between) / (1 + aspects[large]! * perWidth)
  return { height, rest: width - gap - aspects[large]! * height, others, split, upper, lower }
}

/** The heights of both rows beside a large photo. */
const heightsOf = ({ rest, others, split, upper, lower }: Double, gap: number): [number, number] => [
  (rest - gap * (split - 1)) / upper,
  (rest - gap * (others.length - split - 1)) / lower,
]

/** How far the rows beside a large photo are from their preferred height, as a sum of squared log ratios. */
function unevennessOf(double: Double, { rowHeight, gap }: LayoutOptions): number {
  const ratios = heightsOf(double, gap).map((height) => height / rowHeight)
  if (ratios.some((ratio) => ratio < MIN_ROW)) return Infinity
  return ratios.reduce((sum, ratio) => sum + Math.log(ratio) ** 2, 0)
}

/** A large photo, on the side where it is nearer to its place in the order, with two rows of others beside it. */
function doubleRow(aspects: readonly number[], cut: Cut, options: LayoutOptions): Placed {
  const { gap, captionHeight } = options
  const double = splitDouble(aspects, cut, options)
  const { others, split, rest, height: picture } = double
  const height = picture + captionHeight
  const isAtStart = cut.large - cut.first < cut.end - 1 - cut.large
  const own = { left: isAtStart ? 0 : rest + gap, top: 0, width: picture * aspects[cut.large]!, height }
  const boxes: TileBox[] = []
  boxes[cut.large - cut.first] = own
  const start = isAtStart ? own.width + gap : 0
  const [upper, lower] = heightsOf(double, gap)
  for (const [row, high, top] of [
    [others.slice(0, split), upper, 0],
    [others.slice(split), lower, upper + captionHeight + gap],
  ] as const) {
    const widths = row.map((index) => aspects[index]! * high)
    for (const [place, box] of boxesOf(widths, { height: high + captionHeight, gap }).entries())
      boxes[row[place]! - cut.first] = { ...box, left: start + box.left, top }
  }
  return { height, boxes }
}
