import { errorCodes, TextError } from '../../src-main/contract/errors.ts'
import { foreign } from '../../src-main/contract/sentences/say.ts'
import { isText, type Text } from '../../src-main/contract/sentences/text.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'

/** The page announces each fault by an event of this name with the error as its detail; it then gets into the log. */
export const faultEvent = 'lumafold:fault'

/** An error in words that help a person to act; an unexpected one refers to the log, and is announced for it. */
export function describeError(error: unknown): string {
  if (isAborted(error)) return t('connection.lost')
  if (error instanceof Error && isKnown(error)) return translateSentence(textOf(error))
  const detail = error instanceof Error ? error : new Error(String(error))
  window.dispatchEvent(new CustomEvent(faultEvent, { detail }))
  return t('words.unexpected')
}

/** True for a call that was cancelled on purpose, which is no error. */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || /aborted/i.test(error.message))
}

/** The code of an error of the library; empty for any other. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The library sends the text of an error to the window beside its English message. */
function textOf(error: Error): Text {
  if (error instanceof TextError) return error.text
  const { text } = ('data' in error ? (error.data ?? {}) : {}) as { text?: unknown }
  return isText(text) ? text : foreign(error.message)
}

/** Whether an error has a text for people: it came with a code of the library, or was thrown for the person. */
function isKnown(error: Error): boolean {
  return error instanceof TextError || (errorCodes as readonly string[]).includes(errorCode(error))
}
