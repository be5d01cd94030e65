import type { SearchField } from './fields.ts'
import type { Comparison } from './nodes.ts'

/** A range of numbers; an open end is infinite. */
export type NumberRange = {
  readonly from: number
  readonly to: number
  /** True if the end itself does not count. */
  readonly isAbove?: boolean
  readonly isBelow?: boolean
}

/** Tolerance at the ends, because numbers in memory are rounded. */
const ROUNDING = 5e-4

const NUMBER = String.raw`\d+/\d+(?:\.\d+)?|\d*\.?\d+`
const ONE = new RegExp(`^(${NUMBER})\\s*([a-z*★]*)(\\+?)$`, 'iu')
const TWO = new RegExp(`^(${NUMBER})\\s*([a-z*★]*)\\s*(?:-|–|\\.\\.)\\s*(${NUMBER})\\s*([a-z*★]*)$`, 'iu')

/**
 * The numbers that a value means: `800`, `24-70`, `1/250`, `20mb`, `3+`, and with a comparison `>=3`. Null if it is not
 * a number. A single number includes those within the field's tolerance.
 */
export function readNumbers(field: SearchField, comparison: Comparison, value: string): NumberRange | null {
  const text = value.trim().replace(/^f\/?(?=[\d.])/i, '')
  const [, low, lowUnit = '', high, highUnit = ''] = TWO.exec(text) ?? []
  if (low !== undefined && high !== undefined) {
    const from = toNumber(field, low, lowUnit || highUnit)
    const to = toNumber(field, high, highUnit || lowUnit)
    const isRange = from !== null && to !== null && (comparison === ':' || comparison === '=')
    return isRange ? { from: Math.min(from, to), to: Math.max(from, to) } : null
  }
  const [, digits, unit = '', plus = ''] = ONE.exec(text) ?? []
  const number = digits === undefined ? null : toNumber(field, digits, unit)
  if (number === null) return null
  return plus === '' ? compare(field, comparison, number) : { from: number, to: Infinity }
}

function compare({ tolerance }: SearchField, comparison: Comparison, number: number): NumberRange {
  if (comparison === '>') return { from: number, to: Infinity, isAbove: true }
  if (comparison === '>=') return { from: number, to: Infinity }
  if (comparison === '<') return { from: -Infinity, to: number, isBelow: true }
  if (comparison === '<=') return { from: -Infinity, to: number }
  const room = Math.max(tolerance?.by ?? 0, (tolerance?.share ?? 0) * number)
  return { from: number - room, to: number + room }
}

function toNumber({ units = {} }: SearchField, digits: string, unit: string): number | null {
  const name = unit.toLowerCase().replace('★', '*')
  const factor = unit === '' ? 1 : Object.hasOwn(units, name) ? units[name] : undefined
  const [above = '', below] = digits.split('/')
  const number = below === undefined ? Number(above) : Number(above) / Number(below)
  return factor === undefined || !Number.isFinite(number) ? null : number * factor
}

/** Tests a number against a range. */
export function inRange({ from, to, isAbove = false, isBelow = false }: NumberRange): (number: number) => boolean {
  const min = from * (isAbove ? 1 + ROUNDING : 1 - ROUNDING)
  const max = to * (isBelow ? 1 - ROUNDING : 1 + ROUNDING)
  return (number) =>
    (isAbove ? number > from && number >= min : number >= min) &&
    (isBelow ? number < to && number <= max : number <= max)
}
