import { AppError, isDiskFull, messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { ObjectStoreError } from '../ports/object-store.ts'
import { isUnavailable } from '../store/postgres/database-errors.ts'
import type { ServicePlace } from './service-place.ts'

const AGAIN =
  'Where the data came from nothing was changed: the service can go on there, or run the same command again.'

/** What the one who moves a service is told where it ended early. */
export function explainFailure(error: unknown, { dataDir }: ServicePlace): unknown {
  if (error instanceof AppError) return error
  if (error instanceof ObjectStoreError)
    return new AppError('service-unreachable', `${error.message} ${AGAIN}`, { cause: error })
  if (isUnavailable(error) || error instanceof ServiceError) {
    const reason = error instanceof ServiceError ? messageOf(error.cause ?? error) : messageOf(error)
    return new AppError('service-unreachable', `The database cannot be used any more (${reason}). ${AGAIN}`, {
      cause: error,
    })
  }
  if (isDiskFull(error))
    return new AppError('disk-full', `The disk of ${dataDir} is full. Free some space there. ${AGAIN}`, {
      cause: error,
    })
  return error
}
