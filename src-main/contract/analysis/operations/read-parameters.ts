import { z } from 'zod'
import { AppError } from '../../errors.ts'

/** Unchecked parameters of a query, a form or a JSON body. Names that an operation does not know are ignored. */
export type GivenParameters = Readonly<Record<string, unknown>>

/**
 * Checks parameters and fills in defaults. Throws `bad-params` with a sentence that names the first wrong one, such as
 * `judgements[0].verdict`.
 */
export function readParameters<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new AppError('bad-params', `${[z.core.toDotPath(path), message].join(' ').trim().replace(/\.$/, '')}.`)
}
