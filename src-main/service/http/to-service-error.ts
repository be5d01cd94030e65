import { AppError, isDiskFull, type ErrorCode } from '../../contract/errors.ts'
import { ServiceError, type ErrorStatus } from '../errors/service-error.ts'
import { ObjectStoreError } from '../ports/object-store.ts'

/** HTTP statuses of errors of the engine, the indexes and classifiers; all other errors are faults of the service. */
const statusOf: Partial<Record<ErrorCode, ErrorStatus>> = {
  'bad-params': 400,
  'file-unreadable': 400,
  'tagger-not-found': 404,
  'feedback-not-found': 404,
  'index-not-found': 404,
  'ticket-not-found': 404,
  'ticket-expired': 410,
  'library-damaged': 503,
  'not-supported-here': 503,
}

/** The error for a client; anything unexpected becomes 500 without its cause. */
export function toServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error
  const status = error instanceof AppError ? statusOf[error.code] : undefined
  if (error instanceof AppError && status !== undefined)
    return new ServiceError(status, error.message, status === 503 ? { 'retry-after': '60' } : {}, { cause: error })
  if (isOfDisk(error)) return diskFails(error)
  if (error instanceof ObjectStoreError) return objectsFail(error)
  return (
    fromFramework(error) ??
    new ServiceError(
      500,
      `The service failed at this request. Try again later; its log knows the request as ${requestId}.`,
      {},
      { cause: error },
    )
  )
}

const DISK_CODES = /^(disk-failing|SQLITE_(FULL|IOERR|CANTOPEN|READONLY|BUSY)\w*|E(IO|ROFS|FBIG|STALE|NXIO|NODEV))$/

/** Whether the service's own disk failed, which is the fault of neither the client nor the program. */
export function isOfDisk(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return isDiskFull(error) || (typeof code === 'string' && DISK_CODES.test(code))
}

const diskFails = (cause: unknown) =>
  new ServiceError(
    503,
    'The service cannot store anything at present, since its disk is full or fails. Try again in a minute.',
    { 'retry-after': '60' },
    { cause },
  )

const objectsFail = (cause: ObjectStoreError) =>
  new ServiceError(
    503,
    'The storage of pictures and indexes cannot be reached at present. Try again in a few seconds.',
    { 'retry-after': cause.code === 'away' ? '5' : '60' },
    { cause },
  )

/** Errors of the HTTP framework before a route was called. */
function fromFramework(error: unknown): ServiceError | null {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code !== 'string' || !code.startsWith('FST_')) return null
  if (code === 'FST_ERR_BAD_URL')
    return new ServiceError(
      400,
      'The path has a percent sign without two hexadecimal digits; percent-encode its parts.',
      {},
      { cause: error },
    )
  if (statusCode === 413) return new ServiceError(413, 'The body is too large.', {}, { cause: error })
  if (statusCode === 415) return new ServiceError(415, 'The Content-Type is not understood.', {}, { cause: error })
  return typeof statusCode === 'number' && statusCode < 500
    ? new ServiceError(400, 'The request is malformed.', {}, { cause: error })
    : null
}
