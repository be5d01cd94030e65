import { InvalidArgumentError } from 'commander'
import type { BatchOperations } from '../../../analysis/operations/batch-calls.ts'
import { AppError } from '../../../contract/errors.ts'

/** `tags,colors,categories/general_v3`; may be repeated. */
export function parseOperations(text: string, previous: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('Write for example tags,colors.')
  return [...previous, ...names]
}

/** A parameter of one of the operations. */
export type NamedParameter = { operation: string; name: string; value: string }

/** `tags.limit=5`; may be repeated. */
export function parseParameter(text: string, previous: readonly NamedParameter[] = []): readonly NamedParameter[] {
  const match = /^([^=]+)\.([a-z_]+)=(.*)$/s.exec(text)
  if (!match) throw new InvalidArgumentError('Write for example tags.limit=5, or categories/general_v3.language=de.')
  const [, operation = '', name = '', value = ''] = match
  return [...previous, { operation, name, value }]
}

/** The operations with their parameters; throws `bad-params` for a parameter of an operation that was not requested. */
export function joinParameters(names: readonly string[], parameters: readonly NamedParameter[]): BatchOperations {
  const operations: Record<string, Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, {}]))
  for (const { operation, name, value } of parameters) {
    const given = operations[operation]
    if (given === undefined)
      throw new AppError('bad-params', `--parameter ${operation}.${name}: "${operation}" is none of the --operations.`)
    given[name] = value
  }
  return operations
}
