import { AppError, messageOf } from '../../contract/errors.ts'
import { asFileError } from '../decode/decode-failure.ts'

/** Runs work whose every failure leaves as an AppError with a sentence. */
export async function withAppErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asAppError(error)
  }
}

/** An AppError stays what it is; anything else becomes one with a sentence. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return (
    asFileError(error) ??
    new AppError('internal', `The picture could not be analysed (${messageOf(error)}).`, { cause: error })
  )
}
