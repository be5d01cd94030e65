import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'

/** An error in words that a person can act on; an unexpected one refers to the log. */
export function describeError(error: unknown): string {
  if (error instanceof Error && error.message && !isInternal(error)) return translateSentence(error.message)
  return t('words.unexpected')
}

/** True for a call that was cancelled on purpose, which is no error. */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || /aborted/i.test(error.message))
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal'
}

function isInternal(error: Error): boolean {
  return errorCode(error) === 'INTERNAL_SERVER_ERROR'
}
