/** A sentence that photos should match, and the maximum number of results; null if not given. */
export type WantedSentence = { readonly sentence: string; readonly max: number | null }

/** Maximum number of photos that one sentence finds. */
const MAX_FOUND = 5000
/** Maximum number of characters in a sentence. */
export const MAX_SENTENCE = 300

/** `child blowing out candles`, or `beach~500` with a number of photos. */
const SENTENCE = /^(.*?)(?:~(\d{1,5}))?$/s

/** What a value of `shows:` means; null if it is not valid. */
export function readSentence(value: string): WantedSentence | null {
  const [, text = '', number] = SENTENCE.exec(value.trim()) ?? []
  const sentence = text.trim().replaceAll(/\s+/g, ' ')
  const max = number === undefined ? null : Number(number)
  if (sentence === '' || sentence.length > MAX_SENTENCE) return null
  return max !== null && (max < 1 || max > MAX_FOUND) ? null : { sentence, max }
}

/** Whether a text may contain `shows:` or its alias. */
export const mayShow = (text: string): boolean => /\b(?:shows|sentence)\b/i.test(text)
