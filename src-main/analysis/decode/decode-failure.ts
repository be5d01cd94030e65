import type { Text } from '../../contract/sentences/text.ts'
import { AppError, TextError } from '../../contract/errors.ts'
import type { FailureCode } from '../photo/findings.ts'
import { HeldUp } from '../photo/held-up.ts'

/** Why a photo cannot be decoded: a code to store and a sentence to show. */
export class DecodeFailure extends TextError {
  override name = 'DecodeFailure'
  readonly code: FailureCode
  constructor(code: FailureCode, text: Text | string, options?: ErrorOptions) {
    super(text, options)
    this.code = code
  }
}

/** A file that is as it should be, and has no picture to show here. */
export class NoPicture extends DecodeFailure {
  override name = 'NoPicture'
  constructor(text: Text | string, options?: ErrorOptions) {
    super('no-preview', text, options)
  }
}

/** Why a picture cannot be read, as an error for whoever asked for it; null for an error of another kind. */
export function asFileError(error: unknown): AppError | null {
  if (!(error instanceof DecodeFailure || error instanceof HeldUp)) return null
  const isFull = error instanceof HeldUp && error.by === 'disk'
  const code = isFull ? 'disk-full' : error.code === 'file-missing' ? 'file-missing' : 'file-unreadable'
  return new AppError(code, error.text, { cause: error })
}
