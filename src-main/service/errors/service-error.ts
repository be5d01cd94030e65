/** HTTP statuses that the interface uses for errors, with v1's type for each. */
export const errorTypes = {
  400: 'bad_request',
  401: 'invalid_authorization',
  403: 'limit_reached',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'concurrency_limit',
  500: 'internal_error',
  503: 'unavailable',
} as const
export type ErrorStatus = keyof typeof errorTypes

/** An error for a client: a status, a sentence with the fault and advice, and headers such as `Retry-After`. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly status: ErrorStatus
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: ErrorStatus,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.status = status
    this.headers = headers
  }
}
