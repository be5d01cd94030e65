/** Where a pane stands, from the start and the top of the area, in CSS pixels. */
export type Pane = { left: number; top: number; width: number; height: number }
type Area = { width: number; height: number }

/** What a pane needs around its picture: its edge, and below it a name and marks, in CSS pixels. */
export const AROUND = { width: 4, height: 52 }
/** Between two panes, in CSS pixels. */
const GAP = 4
/** The marks below a picture need this width, in CSS pixels. */
const MIN_WIDTH = 200

/**
 * Arranges photos in rows so that the smallest picture is as large as possible: each gets the same area in its own
 * shape, and what is left is shared. `aspects` are widths over heights; the panes cover the area without overlapping.
 */
export function arrangePanes(aspects: readonly number[], area: Area): Pane[] {
  if (aspects.length === 0 || area.width <= 0 || area.height <= 0) return []
  let [low, high] = [0, Math.sqrt(area.width * area.height)]
  let best = breakRows(aspects, 0, area, byHeight)
  if (best.height > area.height) return place(evenRows(aspects, area), area)
  while (high - low > 0.1) {
    const side = (low + high) / 2
    const rows = breakRows(aspects, side, area, byHeight)
    if (rows.height <= area.height) [low, best] = [side, rows]
    else high = side
  }
  for (const share of EVEN_SHARES) {
    const even = breakRows(aspects, low * share, area, bySlack)
    if (even.height <= area.height) return place(even.rows, area)
  }
  return place(best.rows, area)
}

/** Pictures may be this much narrower, so that no row is nearly empty beside full ones. */
const EVEN_SHARES = [1, 0.995, 0.99, 0.985]

/** A row of panes: their widths and its height, with what is around the pictures. */
type Row = { widths: number[]; height: number }
type Rows = { rows: Row[]; height: number }
/** What a row costs; the rows with the lowest sum are chosen. */
type Price = (row: { width: number; height: number }, area: Area) => number

const byHeight: Price = ({ height }) => height + GAP
const bySlack: Price = ({ width }, area) => (area.width - width) ** 2

/** Rows within the width for pictures with an area of `side` squared; their height is infinite if there are none. */
function breakRows(aspects: readonly number[], side: number, area: Area, priceOf: Price): Rows {
  const count = aspects.length
  const widths = aspects.map((aspect) => Math.max(MIN_WIDTH, side * Math.sqrt(aspect) + AROUND.width))
  const prices = new Float64Array(count + 1).fill(Infinity)
  prices[0] = 0
  const cuts: { first: number; height: number }[] = []
  for (let end = 1; end <= count; end += 1) {
    let [width, narrowest] = [-GAP, Infinity]
    for (let first = end - 1; first >= 0; first -= 1) {
      width += widths[first]! + GAP
      narrowest = Math.min(narrowest, aspects[first]!)
      if (width > area.width) break
      const height = side / Math.sqrt(narrowest) + AROUND.height
      const price = prices[first]! + priceOf({ width, height }, area)
      if (price >= prices[end]!) continue
      prices[end] = price
      cuts[end] = { first, height }
    }
  }
  if (prices[count] === Infinity) return { rows: [], height: Infinity }
  const rows: Row[] = []
  for (let end = count; end > 0; end = cuts[end]!.first)
    rows.unshift({ widths: widths.slice(cuts[end]!.first, end), height: cuts[end]!.height })
  return { rows, height: heightOf(rows) }
}

const heightOf = (rows: readonly Row[]): number => rows.reduce((sum, { height }) => sum + height + GAP, -GAP)

/** Rows of equal panes, for an area that is too small for marks below each photo. */
function evenRows(aspects: readonly number[], { width }: Area): Row[] {
  const columns = Math.ceil(Math.sqrt(aspects.length))
  const widths = aspects.map(() => Math.max(0, (width - GAP * (columns - 1)) / columns))
  const rows = Array.from({ length: Math.ceil(aspects.length / columns) }, (_, row) => row * columns)
  return rows.map((first) => ({ widths: widths.slice(first, first + columns), height: 0 }))
}

/** Shares what is left of the height among the rows, and of each row's width among its panes. */
function place(rows: readonly Row[], area: Area): Pane[] {
  const higher = (area.height - heightOf(rows)) / rows.length
  let top = 0
  return rows.flatMap((row) => {
    const height = Math.max(0, row.height + higher)
    const taken = row.widths.reduce((sum, width) => sum + width + GAP, -GAP)
    const wider = (area.width - taken) / row.widths.length
    let left = 0
    const panes = row.widths.map((width) => {
      const pane = { left, top, width: width + wider, height }
      left += pane.width + GAP
      return pane
    })
    top += height + GAP
    return panes
  })
}
