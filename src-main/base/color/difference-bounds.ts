import { hueOf, hueWeight, length, MAX_TURN, seventhShare, turnAt } from './ciede2000.ts'
import type { Lab } from './lab.ts'

/** Colours of CIELAB between two corners, inclusive: each value of `low` is at most that of `high`. */
export type LabBox = { low: Lab; high: Lab }

const RADIANS = Math.PI / 180
/** Maximum change of the hues' weight with a degree of hue: the sum of its slopes. */
const WEIGHT_SLOPE = (0.17 + 2 * 0.24 + 3 * 0.32 + 4 * 0.2) * RADIANS
const [MIN_WEIGHT, MAX_WEIGHT] = [0.07, 1.93]
/** The same for the rotation: `sin` has a slope of at most 1, and x·exp(-x²) is at most 0.429. */
const TURN_SLOPE = (60 * RADIANS * 2 * 0.429) / 25
/** Jump of the rotation from 360 degrees to 0. */
const TURN_LEAP = 2e-5
/** More than the rounding error of a difference. */
const ROUNDING = 1e-6
const ALL_HUES = 180

/** Distance from 0 of the nearest and the farthest number of a range. */
const nearest = (low: number, high: number) => Math.max(low, -high, 0)
const farthest = (low: number, high: number) => Math.max(-low, high)
const within = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value))

/** Step from one hue to another by the shorter way, -180 to 180 degrees. */
function stepBetween(from: number, to: number): number {
  const step = to - from
  return step > 180 ? step - 360 : step < -180 ? step + 360 : step
}

/**
 * Bounds of CIEDE2000 between one colour and those of a box. Each term of the formula is bounded separately over the
 * whole box; hues by the maximum slope of their weights. If mean hues may jump, because hues are opposite, the bound
 * covers all hues. A search judges thousands of boxes, so the numbers are in fields and no objects are created.
 */
export class DifferenceBounds {
  /** Lower bound of the difference to colours of the last judged box. */
  min = NaN
  /** Upper bound of it. */
  max = NaN
  readonly #L: number
  readonly #a: number
  readonly #b: number
  readonly #chroma: number
  /** Lower and upper bounds of the chromas of the colour and of the box, stretched as the formula does. */
  #c1 = NaN
  #c1Most = NaN
  #c2 = NaN
  #c2Most = NaN
  /** The step in hue at the middle, its mean, and its possible error, in degrees. */
  #step = NaN
  #mean = NaN
  #reach = NaN
  /** Weighted differences in chroma and in hue (without its sign), and the factor of their product. */
  #x = NaN
  #xMost = NaN
  #y = NaN
  #yMost = NaN
  #turn = NaN
  #turnMost = NaN

  constructor([L, a, b]: Lab) {
    this.#L = L
    this.#a = a
    this.#b = b
    this.#chroma = length(a, b)
  }

  /** If lightness alone differs by more than `enough`, it computes nothing else, and `max` is infinite. */
  judge({ low, high }: LabBox, enough = Infinity): void {
    this.#boundLightness(low[0], high[0])
    const min = Math.sqrt(this.min) - ROUNDING
    if (min > enough) {
      this.min = min
      this.max = Infinity
      return
    }
    this.#boundHuesAndChromas(low[1], high[1], low[2], high[2])
    this.#boundTerms()
    this.#addForms()
  }

  #boundLightness(low: number, high: number): void {
    const darker = (this.#L + low) / 2 - 50
    const lighter = (this.#L + high) / 2 - 50
    const heaviest = lightnessWeight(farthest(darker, lighter))
    const lightest = lightnessWeight(nearest(darker, lighter))
    this.min = (nearest(low - this.#L, high - this.#L) / heaviest) ** 2
    this.max = (farthest(low - this.#L, high - this.#L) / lightest) ** 2
  }

  #boundHuesAndChromas(a: number, aMost: number, b: number, bMost: number): void {
    const stretch = (c: number) => 1.5 - 0.5 * seventhShare((this.#chroma + c) / 2)
    const g = stretch(length(farthest(a, aMost), farthest(b, bMost)))
    const gMost = stretch(length(nearest(a, aMost), nearest(b, bMost)))
    const west = Math.min(a * g, a * gMost)
    const east = Math.max(aMost * g, aMost * gMost)
    this.#c1 = length(this.#a * g, this.#b)
    this.#c1Most = length(this.#a * gMost, this.#b)
    this.#c2 = length(nearest(west, east), nearest(b, bMost))
    this.#c2Most = length(farthest(west, east), farthest(b, bMost))
    const first = hueOf(this.#a * g, this.#b)
    const firstMost = hueOf(this.#a * gMost, this.#b)
    const isAround = west <= 0 && east >= 0 && b <= 0 && bMost >= 0
    const second = hueOf((west + east) / 2, (b + bMost) / 2)
    const off = (x: number, y: number) => Math.abs(stepBetween(second, hueOf(x, y)))
    const reach = isAround ? ALL_HUES : Math.max(off(west, b), off(west, bMost), off(east, b), off(east, bMost))
    this.#step = stepBetween(first, second)
    this.#reach = reach + Math.abs(stepBetween(first, firstMost))
    this.#mean = (first + this.#step / 2 + 360) % 360
  }

  #boundTerms(): void {
    const c = (this.#c1 + this.#c2) / 2
    const cMost = (this.#c1Most + this.#c2Most) / 2
    const step = Math.abs(this.#step)
    const isSure = step + this.#reach < ALL_HUES
    const weight = isSure ? hueWeight(this.#mean) : 1
    const off = isSure ? (this.#reach / 2) * WEIGHT_SLOPE : Infinity
    const chord = (c1: number, c2: number, degrees: number) =>
      2 * Math.sqrt(c1 * c2) * Math.sin((degrees / 2) * RADIANS)
    const light = Math.max(MIN_WEIGHT, weight - off)
    const heavy = Math.min(MAX_WEIGHT, weight + off)
    this.#y = chord(this.#c1, this.#c2, Math.max(0, step - this.#reach)) / (1 + 0.015 * cMost * heavy)
    this.#yMost = chord(this.#c1Most, this.#c2Most, Math.min(180, step + this.#reach)) / (1 + 0.015 * c * light)
    this.#x = chromaDifference(this.#c1Most, this.#c2)
    this.#xMost = chromaDifference(this.#c1, this.#c2Most)
    const turn = isSure ? turnAt(this.#mean) : 0
    const turnOff = isSure ? (this.#reach / 2) * TURN_SLOPE + TURN_LEAP : Infinity
    this.#turn = -Math.min(MAX_TURN, turn + turnOff) * 2 * seventhShare(cMost)
    this.#turnMost = -Math.max(0, turn - turnOff) * 2 * seventhShare(c)
  }

  /** Adds the form x² + y² + turn·x·y, for both signs of the step in hue if the sign is uncertain. */
  #addForms(): void {
    const isSure = Math.abs(this.#step) > this.#reach && Math.abs(this.#step) + this.#reach < ALL_HUES
    let min = Infinity
    let max = 0
    for (let sign = 1; sign >= -1; sign -= 2) {
      if (isSure && sign * this.#step < 0) continue
      for (let end = 0; end < 2; end++) {
        const turn = sign * (end === 0 ? this.#turn : this.#turnMost)
        min = Math.min(min, leastForm(this.#x, this.#xMost, this.#y, this.#yMost, turn))
        max = Math.max(max, mostForm(this.#x, this.#xMost, this.#y, this.#yMost, turn))
      }
    }
    this.min = Math.sqrt(this.min + Math.max(0, min)) - ROUNDING
    this.max = Math.sqrt(this.max + max) + ROUNDING
  }
}

/** Rises with the second chroma and falls with the first. */
const chromaDifference = (c1: number, c2: number) => (c2 - c1) / (1 + 0.0225 * (c1 + c2))
/** `away` is the distance of a mean lightness from 50. */
const lightnessWeight = (away: number) => 1 + (0.015 * away * away) / Math.sqrt(20 + away * away)
const form = (x: number, y: number, turn: number) => x * x + y * y + turn * x * y

/** Minimum of the form for x and y in ranges; |turn| is below 2, so it is convex. */
function leastForm(x: number, xMost: number, y: number, yMost: number, turn: number): number {
  if (x <= 0 && xMost >= 0 && y <= 0) return 0
  return Math.min(
    form(x, within(y, yMost, (-turn * x) / 2), turn),
    form(xMost, within(y, yMost, (-turn * xMost) / 2), turn),
    form(within(x, xMost, (-turn * y) / 2), y, turn),
    form(within(x, xMost, (-turn * yMost) / 2), yMost, turn),
  )
}

/** Maximum of the form, which is at a corner. */
const mostForm = (x: number, xMost: number, y: number, yMost: number, turn: number): number =>
  Math.max(form(x, y, turn), form(x, yMost, turn), form(xMost, y, turn), form(xMost, yMost, turn))
