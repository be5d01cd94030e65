import { AppError, messageOf } from '../../contract/errors.ts'
import { asFileError } from '../decode/decode-failure.ts'

/** Runs work and converts every failure to an AppError with a sentence. */
export async function withAppErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asAppError(error)
  }
}

/** Returns an AppError unchanged; converts any other error to one with a sentence. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return (
    asFileError(error) ??
    new AppError('internal', `The picture could not be analysed (${messageOf(error)}).`, { cause: error })
  )
}
