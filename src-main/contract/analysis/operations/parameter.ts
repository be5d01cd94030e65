import { z } from 'zod'
import { AppError } from '../../errors.ts'

/** Turns the text of a parameter into its value, or throws the error that `invalid` returns. */
export type Reader<T> = (given: string) => T

/**
 * How the text is used: trimmed or unchanged. If a parameter is repeated, the last value counts; the values of a list
 * are joined with commas.
 */
export type TextForm = 'trimmed' | 'as-it-is' | 'joined'

/** The error for a wrong value; `problem` completes a sentence that begins with the parameter's name. */
export const invalid = (problem: string): AppError => new AppError('bad-params', problem)

/** Quotes a given value in a sentence; long values are cut. */
export function quote(given: string): string {
  return `"${given.length > 40 ? `${given.slice(0, 40)}…` : given}"`
}

/**
 * The schema of a parameter as it arrives: text of a query or form, a number or list of a JSON body, or nothing.
 * Absent, null and empty values give the default.
 */
export function parameter<T>(byDefault: T, read: Reader<T>, form: TextForm = 'trimmed') {
  return z
    .any()
    .optional()
    .transform((value: unknown, context): T => {
      try {
        const given = textOf(value, form)
        return given === '' ? byDefault : read(given)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        context.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
}

function textOf(value: unknown, form: TextForm): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return form === 'as-it-is' ? value : value.trim()
  if (typeof value === 'number' || (typeof value === 'boolean' && form !== 'as-it-is')) return String(value)
  if (Array.isArray(value)) return form === 'joined' ? value.map(textOfItem).join(',') : textOf(value.at(-1), form)
  throw invalid(
    `is ${typeof value === 'object' ? 'an object' : quote(JSON.stringify(value))}; it must be text or a number`,
  )
}

function textOfItem(item: unknown): string {
  if (Array.isArray(item)) throw invalid('is a list of lists; it must be text')
  return textOf(item, 'trimmed')
}
