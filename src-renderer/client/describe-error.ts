import { foreign } from '../../src-main/contract/sentences/say.ts'
import { isText, type Text } from '../../src-main/contract/sentences/text.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'

/** An error in words that help a person to act; an unexpected one refers to the log. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error) || error.message === '' || isInternal(error)) return t('words.unexpected')
  return translateSentence(textOf(error))
}

/** True for a call that was cancelled on purpose, which is no error. */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || /aborted/i.test(error.message))
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal'
}

/** The library sends the text of an error to the window beside its English message. */
function textOf(error: Error): Text {
  const { text } = ('data' in error ? (error.data ?? {}) : {}) as { text?: unknown }
  return isText(text) ? text : foreign(error.message)
}

function isInternal(error: Error): boolean {
  return errorCode(error) === 'INTERNAL_SERVER_ERROR'
}
