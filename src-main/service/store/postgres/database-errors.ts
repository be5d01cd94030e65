import { ServiceError } from '../../errors/service-error.ts'

/**
 * SQLSTATE classes and codes of a server that is unavailable: connection exceptions, no resources, operator
 * intervention (shutdown, timeouts), login refused, no such database, read-only after a failover, unresolved locks and
 * conflicts.
 */
const UNAVAILABLE = /^(08|53|57|58|28|3D|25006|25P03|55P03|40)/
const NETWORK =
  /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EPIPE|EHOST|ENET|EADDR|ENOENT|EACCES|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)/
/** Messages of the driver that have no code. */
const DRIVER =
  /Connection terminated|timeout exceeded|timeout expired|connection error|Client was closed|server does not support SSL|Connection ended/i

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether no answer came in time: the connection is useless, and another try would take as long. */
export const isSilence = (error: unknown): boolean =>
  codeOf(error) === '' && /read timeout/i.test(String((error as Error).message))

/** Whether the connection failed, and not the statement: it may or may not have been executed. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  return NETWORK.test(code) || /^(08|57P)/.test(code) || (code === '' && DRIVER.test(String((error as Error).message)))
}

/** Whether the database is unavailable at the moment. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || isSilence(error) || (codeOf(error).length === 5 && UNAVAILABLE.test(codeOf(error)))

/** Two transactions conflicted; the one that was ended may be repeated. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Text with U+0000, which PostgreSQL cannot store, as such and within `jsonb`. */
const isImpossibleText = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error))

/**
 * The error for the service: an unavailable database is a 503 without internals, text that cannot be stored is a 400;
 * others stay as they are.
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

/** The 503 for a database that cannot be reached. */
export const storeUnavailable = (cause?: unknown): ServiceError =>
  new ServiceError(
    503,
    'The service cannot reach its data at present. Try again in a few seconds.',
    { 'Retry-After': '2' },
    { cause },
  )
