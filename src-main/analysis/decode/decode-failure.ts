import type { FailureCode } from '../photo/findings.ts'

/** Why a photo cannot be decoded: a code to store and a sentence to show. */
export class DecodeFailure extends Error {
  override name = 'DecodeFailure'
  readonly code: FailureCode
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
