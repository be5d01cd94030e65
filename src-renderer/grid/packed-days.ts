import type { GridMode } from '../../src-main/contract/library/settings.ts'
import { cellOf } from './even-layout.ts'
import { type BlockLayout, type LayoutOptions, MAX_FILL, type TileBox, USUAL_ASPECT } from './justified-layout.ts'

/** Between two days of a row of justified photos, in CSS pixels. Squares keep their columns. */
const DAY_GAP = 24
/** The width that a day's header needs, in CSS pixels. */
const MIN_DAY = 112

/** Sums of widths may be this much too large, in CSS pixels. */
const ROUNDING = 0.01

/** Rows of several days are this much lower at most, so that one more day has room: as much as they may be higher. */
const MAX_SHRINK = 1 / MAX_FILL

type Section = { key: string; count: number }
type PackOptions = LayoutOptions & { mode: GridMode }

/** A day, a month or a year; photos without a date have a header of their own. */
const isDated = ({ key }: Section): boolean => /^\d{4}/.test(key)

/**
 * Sections that share a row. The last one goes on below it, over the full width, if only its first photos have room:
 * `inRow` is then how many photos the row has.
 */
export type Pack<Each> = { sections: Each[]; inRow?: number }

/**
 * Sections that share a row: consecutive ones that fit side by side, as far as can be told before their photos are
 * known. A day more is taken if the row is nearer to the preferred height with it. A row that would stay short takes
 * the first photos of the next day, if what is left of that fills rows of its own. Every other section is alone.
 */
export function packSections<Each extends Section>(sections: readonly Each[], options: PackOptions): Pack<Each>[] {
  if (options.mode === 'list') return sections.map((section) => ({ sections: [section] }))
  const packs: Pack<Each>[] = []
  const full = options.width + apartBy(options)
  const lowest = options.mode === 'square' ? options : { ...options, rowHeight: options.rowHeight * MAX_SHRINK }
  let [used, usedByLowest] = [Infinity, Infinity]
  for (const section of sections) {
    const isAlone = !isDated(section)
    const needed = isAlone ? Infinity : slotOf(section.count, options)
    const neededByLowest = isAlone ? Infinity : slotOf(section.count, lowest)
    const isNearer = used * (used + needed) <= full * full
    const pack = packs.at(-1)
    if (usedByLowest + neededByLowest <= full + ROUNDING && (isNearer || used + needed <= full + ROUNDING)) {
      pack!.sections.push(section)
      used += needed
      usedByLowest += neededByLowest
      continue
    }
    const lead = pack === undefined || isAlone || options.mode === 'square' ? 0 : leadOf(section.count, used, options)
    if (lead > 0) {
      pack!.inRow = pack!.sections.reduce((sum, { count }) => sum + count, lead)
      pack!.sections.push(section)
      ;[used, usedByLowest] = [Infinity, Infinity]
    } else {
      packs.push({ sections: [section] })
      used = needed
      usedByLowest = neededByLowest
    }
  }
  return packs
}

/**
 * How many photos of a day stand in a row of which other days use a part, so that neither it nor the rows below leave a
 * gap; 0 if the row is full without it, or if there is no such number.
 */
function leadOf(count: number, used: number, options: PackOptions): number {
  const full = options.width + DAY_GAP
  if (used * MAX_FILL >= full) return 0
  const aspect = USUAL_ASPECT * options.rowHeight + options.gap
  const [limit, perRow] = [Math.log(MAX_FILL), (options.width + options.gap) / aspect]
  let best = { lead: 0, price: Infinity }
  for (let lead = 1; lead < count; lead += 1) {
    const inRow = Math.log(full / (used + slotOf(lead, options)))
    if (inRow < Math.log(MAX_SHRINK)) break
    const rows = Math.max(1, Math.round((count - lead) / perRow))
    const below = Math.log((rows * perRow) / (count - lead))
    const price = inRow ** 2 + below ** 2
    if (inRow <= limit && below <= limit && price < best.price) best = { lead, price }
  }
  return best.lead
}

/** Between two days of a row, in CSS pixels. */
export const apartBy = ({ mode, gap }: Pick<PackOptions, 'mode' | 'gap'>): number => (mode === 'square' ? gap : DAY_GAP)

/** The width of a day with the space behind it, if its photos have the usual shape. */
function slotOf(count: number, options: PackOptions): number {
  const { gap, rowHeight } = options
  if (options.mode === 'square') return cellsOf(count, options) * (cellOf(options).width + gap)
  return Math.max(MIN_DAY, count * USUAL_ASPECT * rowHeight + gap * (count - 1)) + DAY_GAP
}

/** The cells that a day takes in a row of squares: its header may need more of them than its photos. */
const cellsOf = (count: number, options: PackOptions): number =>
  Math.max(count, Math.ceil((MIN_DAY + options.gap) / (cellOf(options).width + options.gap)))

/** One row of several days: `counts` are their photos, `aspects` the shapes of all of them. */
export function layoutPack(counts: readonly number[], aspects: readonly number[], options: PackOptions): BlockLayout {
  const { gap, captionHeight } = options
  const isSquare = options.mode === 'square'
  const picture = isSquare ? cellOf(options).width : fillingHeight(counts, aspects, options)
  const height = picture + captionHeight
  const boxes: TileBox[] = []
  let start = 0
  for (const count of counts) {
    let left = start
    for (let photo = 0; photo < count; photo += 1) {
      const width = isSquare ? picture : (aspects[boxes.length] ?? USUAL_ASPECT) * picture
      boxes.push({ left, top: 0, width, height })
      left += width + gap
    }
    start = isSquare
      ? start + cellsOf(count, options) * (picture + gap)
      : Math.max(left - gap, start + MIN_DAY) + DAY_GAP
  }
  const row = { first: 0, count: boxes.length, top: 0, height, boxes }
  return { rows: [row], height: height + gap, count: boxes.length }
}

/** The height of photos at which days fill the width; the preferred one if they are far from filling it. */
function fillingHeight(counts: readonly number[], aspects: readonly number[], options: PackOptions): number {
  const days: { sum: number; gaps: number }[] = []
  let at = 0
  for (const count of counts) {
    let sum = 0
    for (let photo = at; photo < at + count; photo += 1) sum += aspects[photo] ?? USUAL_ASPECT
    days.push({ sum, gaps: options.gap * (count - 1) })
    at += count
  }
  const widthAt = (height: number): number =>
    days.reduce((width, { sum, gaps }) => width + Math.max(MIN_DAY, sum * height + gaps) + DAY_GAP, -DAY_GAP)
  let [low, high] = [0, options.rowHeight * MAX_FILL]
  if (widthAt(high) < options.width) return options.rowHeight
  while (high - low > 0.01) {
    const middle = (low + high) / 2
    if (widthAt(middle) <= options.width) low = middle
    else high = middle
  }
  return low
}
