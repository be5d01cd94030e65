import { ServiceError } from '../../errors/service-error.ts'

/**
 * SQLSTATE classes and codes of a server that cannot work now: connection exceptions, no resources, operator
 * intervention (shutdown, timeouts), log in refused, no such database, read only after a switch of servers, locks and
 * conflicts that did not end.
 */
const UNAVAILABLE = /^(08|53|57|58|28|3D|25006|25P03|55P03|40)/
const NETWORK =
  /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EPIPE|EHOST|ENET|EADDR|ENOENT|EACCES|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)/
/** What the driver says without a code. */
const DRIVER =
  /Connection terminated|timeout exceeded|timeout expired|connection error|Client was closed|server does not support SSL|Connection ended/i

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether no answer came in time: the connection is of no more use, and asking again would take as long. */
export const isSilence = (error: unknown): boolean =>
  codeOf(error) === '' && /read timeout/i.test(String((error as Error).message))

/** Whether the connection, rather than the statement, failed: what was sent may have been done or not. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  return NETWORK.test(code) || /^(08|57P)/.test(code) || (code === '' && DRIVER.test(String((error as Error).message)))
}

/** Whether the database cannot do it now, and could later. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || isSilence(error) || (codeOf(error).length === 5 && UNAVAILABLE.test(codeOf(error)))

/** Two transactions met; the one that was ended may be done again. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Text with U+0000, which PostgreSQL has no place for, as such and within `jsonb`. */
const isImpossibleText = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error))

/**
 * The error as the service tells it: a database that is away is 503 and names no internals, text that cannot be kept is
 * 400; others stay.
 */
export function toStoreError(error: unknown): unknown {
  if (isImpossibleText(error))
    return new ServiceError(
      400,
      'The request has text with the character U+0000. Send it without.',
      {},
      { cause: error },
    )
  return isUnavailable(error) ? storeUnavailable(error) : error
}

/** The 503 while the database cannot be reached. */
export const storeUnavailable = (cause?: unknown): ServiceError =>
  new ServiceError(
    503,
    'The service cannot reach its data at present. Try again in a few seconds.',
    { 'Retry-After': '2' },
    { cause },
  )
