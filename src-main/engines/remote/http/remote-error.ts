import { TextError } from '../../../contract/errors.ts'
import type { Text } from '../../../contract/sentences/text.ts'
/** Why a service did not answer as asked. */
export type RemoteErrorKind =
  /** 429: too many requests at once. */
  | 'busy'
  /** It is down, does not answer in time, breaks off, or answers what nobody can read. */
  | 'unwell'
  /** 401. */
  | 'refused'
  /** 403. */
  | 'forbidden'
  /** 404 or 410: what was named is not there, or no longer. */
  | 'gone'
  /** Any other 4xx: this request is not accepted. */
  | 'rejected'
  /** Not asked at all: the month's budget is spent. */
  | 'budget'
  /** Not asked at all: the service is left alone for now. */
  | 'closed'

export type RemoteErrorDetails = {
  /** The service may have done the work, so that it counts as paid. */
  mayBePaid?: boolean
  /** What `Retry-After` asked for, in milliseconds. */
  afterMs?: number | null
  status?: number
  cause?: unknown
}

/** An exchange with a service that failed, with a sentence for a person. Never holds a key or a secret. */
export class RemoteError extends TextError {
  override name = 'RemoteError'
  readonly kind: RemoteErrorKind
  readonly mayBePaid: boolean
  readonly afterMs: number | null
  readonly status: number | null
  constructor(
    kind: RemoteErrorKind,
    text: Text | string,
    { mayBePaid = false, afterMs = null, status, cause }: RemoteErrorDetails = {},
  ) {
    super(text, { cause })
    this.kind = kind
    this.mayBePaid = mayBePaid
    this.afterMs = afterMs
    this.status = status ?? null
  }

  /** The same error where it is a service's; a fault of the program is thrown on. */
  static of(error: unknown): RemoteError {
    if (error instanceof RemoteError) return error
    throw error
  }
}
