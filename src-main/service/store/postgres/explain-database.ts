import { AppError, messageOf } from '../../../contract/errors.ts'
import { ServiceError } from '../../errors/service-error.ts'

/** What the one who starts a node, or moves a service, is told where the database cannot be used. */
export function explainDatabase(error: unknown, place: string): unknown {
  if (!(error instanceof ServiceError)) return error
  return new AppError(
    'service-unreachable',
    `The database ${place} cannot be used (${messageOf(error.cause)}). Check its address, and that the server runs.`,
    { cause: error.cause },
  )
}
