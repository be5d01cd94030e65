import type { Text } from '../../contract/sentences/text.ts'
import { AppError, TextError } from '../../contract/errors.ts'
import type { FailureCode } from '../photo/findings.ts'
import { Blocked } from '../photo/blocked.ts'

/** Why a photo cannot be decoded: a code to store and a sentence to show. */
export class DecodeFailure extends TextError {
  override name = 'DecodeFailure'
  readonly code: FailureCode
  constructor(code: FailureCode, text: Text | string, options?: ErrorOptions) {
    super(text, options)
    this.code = code
  }
}

/** An intact file that has no picture to show here. */
export class NoPicture extends DecodeFailure {
  override name = 'NoPicture'
  constructor(text: Text | string, options?: ErrorOptions) {
    super('no-preview', text, options)
  }
}

/** Why a picture cannot be read, as an error for the caller; null for any other error. */
export function asFileError(error: unknown): AppError | null {
  if (!(error instanceof DecodeFailure || error instanceof Blocked)) return null
  const isFull = error instanceof Blocked && error.by === 'disk'
  const code = isFull ? 'disk-full' : error.code === 'file-missing' ? 'file-missing' : 'file-unreadable'
  return new AppError(code, error.text, { cause: error })
}
