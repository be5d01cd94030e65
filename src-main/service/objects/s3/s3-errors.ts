import { ObjectStoreError, type ObjectErrorCode } from '../../ports/object-store.ts'

/** What an error of the client library says; names, since its classes come with a module that is loaded late. */
type S3Failure = { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

const MISSING = new Set(['NoSuchKey', 'NotFound'])
const DAMAGED = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'InvalidDigest', 'XAmzContentChecksumMismatch'])

/** No address, no connection, or one that broke. */
const NETWORK = /^(E[A-Z]+|UND_ERR_\w+|TimeoutError|RequestTimeout)$/

/** An error of the client library as that of a store; an abort is the reason of its signal, a bug stays what it is. */
export function toS3Error(error: unknown, what: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const failure = error as S3Failure
  const code = codeOf(failure)
  if (code === undefined) return error
  const status = failure.$metadata?.httpStatusCode
  const said = [status, failure.name, failure.code].filter((word) => word !== undefined && word !== 'Error').join(' ')
  return new ObjectStoreError(code, `The object store failed at ${what}: ${said}.`, { cause: error })
}

function codeOf({ name = '', code = '', message = '', $metadata }: S3Failure): ObjectErrorCode | undefined {
  const status = $metadata?.httpStatusCode
  if (MISSING.has(name)) return 'not-found'
  if (DAMAGED.has(name) || /^checksum mismatch/i.test(message)) return 'damaged'
  if (/^connection lost/i.test(message)) return 'away'
  if (name === 'CredentialsProviderError') return 'refused'
  if (status === undefined) return $metadata || NETWORK.test(code) || NETWORK.test(name) ? 'away' : undefined
  return status >= 500 || status === 429 || status === 408 || name === 'RequestTimeTooSkewed' ? 'away' : 'refused'
}
