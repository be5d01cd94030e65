import { z } from 'zod'
import { Language, parseLanguages } from '../language.ts'
import { AppError } from '../../errors.ts'

// The metadata of each parameter tells documents what its reader accepts. `x-default` stands for `default`, which zod
// leaves out where a value is read from another form; `x-addition` marks what the published interface does not have.

/** A parameter as it arrives: text of a query or a form, a number or a list of a JSON body, or nothing. */
type Reader<T> = (given: string) => T | Fault
/** What is wrong with a value, as the rest of a sentence that begins with the parameter's name. */
class Fault {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

/** A parameter that is 0 or 1. */
export function flag(byDefault: 0 | 1) {
  return parameter<0 | 1>(byDefault, (given) =>
    given === '0' ? 0 : given === '1' ? 1 : new Fault(`is ${quote(given)}; it must be 0 or 1`),
  ).meta({ type: 'integer', enum: [0, 1], 'x-default': byDefault })
}

/** A finite number, also written as `30.000000`. */
export function decimal(byDefault: number) {
  return parameter(byDefault, (given) => readNumber(given) ?? new Fault(`is ${quote(given)}, which is no number`)).meta(
    { type: 'number', 'x-default': byDefault },
  )
}

/** A whole number from 0, or -1 for all; `10.0` counts as whole. */
export function count(byDefault: number) {
  return parameter(byDefault, (given) => {
    const value = readNumber(given)
    return value !== null && Number.isSafeInteger(value) && value >= -1
      ? value
      : new Fault(`is ${quote(given)}; it must be a whole number from 0, or -1 for all`)
  }).meta({ type: 'integer', minimum: -1, 'x-default': byDefault })
}

/** One word of a list, or nothing. */
export function choice<const T extends string>(options: readonly T[]) {
  return parameter<T | null>(
    null,
    (given) =>
      options.find((option) => option === given) ?? new Fault(`is ${quote(given)}; it must be ${options.join(' or ')}`),
  ).meta({ type: 'string', enum: [...options] })
}

/** Any text, or nothing; an empty text counts as nothing. */
export function text(longest: number) {
  return parameter<string | null>(
    null,
    (given) =>
      given.length <= longest ? given : new Fault(`has ${given.length} characters; at most ${longest} are taken`),
    'as-it-is',
  ).meta({ type: 'string', maxLength: longest })
}

/** Language codes between commas, or a repeated parameter. */
export function languageList() {
  return parameter<Language[]>(
    ['en'],
    (given) => {
      try {
        return parseLanguages(given)
      } catch (error) {
        if (error instanceof AppError) return new Fault(`is not known. ${error.message}`)
        throw error
      }
    },
    'joined',
  ).meta({ type: 'array', items: { type: 'string', enum: [...Language.options] }, 'x-default': ['en'] })
}

/** Items between commas, or a repeated parameter; spaces and empty parts do no harm. Each item is read on its own. */
export function list<T>(byDefault: readonly T[], most: number, read: Reader<T>) {
  return parameter<readonly T[]>(
    byDefault,
    (given) => {
      const items = given
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
      if (items.length === 0) return new Fault(`is ${quote(given)}, which names nothing`)
      if (items.length > most) return new Fault(`has ${items.length} items; at most ${most} are taken`)
      const values = items.map(read)
      return values.find((value) => value instanceof Fault) ?? (values as T[])
    },
    'joined',
  ).meta({
    type: 'array',
    items: { type: 'string' },
    maxItems: most,
    ...(byDefault.length > 0 && { 'x-default': byDefault }),
  })
}

/** A fault for a reader of list items. */
export const fault = (problem: string): Fault => new Fault(problem)

/** Shows a given value in a sentence, cut where it is long. */
export function quote(given: string): string {
  return `"${given.length > 40 ? `${given.slice(0, 40)}…` : given}"`
}

/**
 * How text is taken: without spaces around it, or as it is; of a repeated parameter the last one counts, or all of them
 * where it is a list.
 */
type Manner = 'trimmed' | 'as-it-is' | 'joined'

/** Absent, null and empty give the default. */
function parameter<T>(byDefault: T, read: Reader<T>, manner: Manner = 'trimmed') {
  return z
    .any()
    .optional()
    .transform((value: unknown, context): T => {
      const given = asText(value, manner)
      if (given === '') return byDefault
      const result = given instanceof Fault ? given : read(given)
      if (!(result instanceof Fault)) return result
      context.addIssue({ code: 'custom', message: result.text })
      return z.NEVER
    })
}

function asText(value: unknown, manner: Manner): string | Fault {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return manner === 'as-it-is' ? value : value.trim()
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean' || typeof value === 'bigint')
    return new Fault(`is ${quote(String(value))}; it must be text or a number`)
  if (!Array.isArray(value)) return new Fault('is an object; it must be text or a number')
  if (manner !== 'joined') return asText(value.at(-1), manner)
  const texts: string[] = []
  for (const part of value) {
    const item = Array.isArray(part) ? new Fault('is a list of lists; it must be text') : asText(part, 'trimmed')
    if (item instanceof Fault) return item
    texts.push(item)
  }
  return texts.join(',')
}

function readNumber(given: string): number | null {
  const value = NUMBER.test(given) ? Number(given) : NaN
  return Number.isFinite(value) ? value : null
}
