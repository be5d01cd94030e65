import { Language, parseLanguages } from '../language.ts'
import { invalid, parameter, quote, type Reader } from './parameter.ts'

// The metadata of each parameter describes the values that its reader accepts. `x-default` replaces `default`, which
// zod omits for values that are read from another form. `x-addition` marks what the published interface lacks.

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

/** A parameter that is 0 or 1. Python and JSON write them as `true` and `false`, which count as the same. */
export function flag(byDefault: 0 | 1) {
  return parameter<0 | 1>(byDefault, (given) => {
    if (isOn(given)) return 1
    if (!/^(?:0|false)$/i.test(given)) throw invalid(`is ${quote(given)}; it must be 0 or 1`)
    return 0
  }).meta({ type: 'integer', enum: [0, 1], 'x-default': byDefault })
}

/** Whether the text of a flag means 1. */
export const isOn = (given: unknown): boolean => typeof given === 'string' && /^\s*(?:1|true)\s*$/i.test(given)

/** A finite number; `30.000000` is accepted too. */
export function decimal(byDefault: number) {
  return parameter(byDefault, (given) => {
    const value = readNumber(given)
    if (value === null) throw invalid(`is ${quote(given)}, which is no number`)
    return value
  }).meta({ type: 'number', 'x-default': byDefault })
}

/** A non-negative whole number, or -1 for all; `10.0` counts as whole. */
export function count(byDefault: number) {
  return whole(byDefault, -1, 'a whole number from 0, or -1 for all')
}

/** A non-negative whole number; `10.0` counts as whole. */
export function position(byDefault: number) {
  return whole(byDefault, 0, 'a whole number from 0')
}

function whole(byDefault: number, min: number, rule: string) {
  return parameter(byDefault, (given) => {
    const value = readNumber(given)
    if (value === null || !Number.isSafeInteger(value) || value < min)
      throw invalid(`is ${quote(given)}; it must be ${rule}`)
    return value
  }).meta({ type: 'integer', minimum: min, 'x-default': byDefault })
}

/** One word of a list, or nothing. */
export function choice<const T extends string>(options: readonly T[]) {
  return parameter<T | null>(null, (given) => {
    const found = options.find((option) => option === given)
    if (found === undefined) throw invalid(`is ${quote(given)}; it must be ${options.join(' or ')}`)
    return found
  }).meta({ type: 'string', enum: [...options] })
}

/** Any text, or nothing; an empty text counts as nothing. */
export function text(maxLength: number) {
  return parameter<string | null>(
    null,
    (given) => {
      if (given.length > maxLength) throw invalid(`has ${given.length} characters; at most ${maxLength} are taken`)
      return given
    },
    'as-it-is',
  ).meta({ type: 'string', maxLength })
}

/** Language codes separated by commas, or a repeated parameter. */
export function languageList() {
  return parameter<Language[]>(['en'], parseLanguages, 'joined').meta({
    type: 'array',
    items: { type: 'string', enum: [...Language.options] },
    'x-default': ['en'],
  })
}

/**
 * Items separated by commas, or a repeated parameter. Spaces and empty parts are allowed; each item is read on its own.
 */
export function list<T>(byDefault: readonly T[], max: number, read: Reader<T>) {
  return parameter<readonly T[]>(
    byDefault,
    (given) => {
      const items = given
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
      if (items.length === 0) throw invalid(`is ${quote(given)}, which names nothing`)
      if (items.length > max) throw invalid(`has ${items.length} items; at most ${max} are taken`)
      return items.map((item) => read(item))
    },
    'joined',
  ).meta({
    type: 'array',
    items: { type: 'string' },
    maxItems: max,
    ...(byDefault.length > 0 && { 'x-default': byDefault }),
  })
}

function readNumber(given: string): number | null {
  const value = NUMBER.test(given) ? Number(given) : NaN
  return Number.isFinite(value) ? value : null
}
