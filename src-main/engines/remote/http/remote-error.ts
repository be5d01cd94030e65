import { TextError } from '../../../contract/errors.ts'
import type { Text } from '../../../contract/sentences/text.ts'
/** Why a service did not answer as asked. */
export type RemoteErrorKind =
  /** 429: too many requests at once. */
  | 'busy'
  /** It is down, does not answer in time, breaks off, or sends an unreadable answer. */
  | 'unwell'
  /** 401. */
  | 'refused'
  /** 403. */
  | 'forbidden'
  /** 404 or 410: the named thing does not exist, or no longer. */
  | 'gone'
  /** Any other 4xx: the service does not accept this request. */
  | 'rejected'
  /** Not sent: the month's budget is spent. */
  | 'budget'
  /** Not sent: no requests go to the service for now. */
  | 'closed'

export type RemoteErrorDetails = {
  /** The service may have done the work, so the analysis counts as paid. */
  mayBePaid?: boolean
  /** The pause that `Retry-After` asked for, in milliseconds. */
  afterMs?: number | null
  status?: number
  cause?: unknown
}

/** A failed exchange with a service, with a sentence for a person. Never contains a key or a secret. */
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

  /** Returns an error of a service; rethrows any other, which is a fault of the program. */
  static of(error: unknown): RemoteError {
    if (error instanceof RemoteError) return error
    throw error
  }
}
