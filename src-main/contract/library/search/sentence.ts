/** A sentence that photos are to look like, and how many of the best are wanted; null where nothing is said. */
export type WantedSentence = { readonly sentence: string; readonly most: number | null }

/** Most photos that one sentence may find. */
const MOST = 5000
/** Most letters of a sentence. */
export const MAX_SENTENCE = 300

/** `child blowing out candles`, or `beach~500` with how many photos. */
const SENTENCE = /^(.*?)(?:~(\d{1,5}))?$/s

/** What a value of `shows:` means; null where it is none. */
export function readSentence(value: string): WantedSentence | null {
  const [, text = '', number] = SENTENCE.exec(value.trim()) ?? []
  const sentence = text.trim().replaceAll(/\s+/g, ' ')
  const most = number === undefined ? null : Number(number)
  if (sentence === '' || sentence.length > MAX_SENTENCE) return null
  return most !== null && (most < 1 || most > MOST) ? null : { sentence, most }
}

/** Whether a text may hold `shows:`, under any of its names. */
export const mayShow = (text: string): boolean => /\b(?:shows|sentence)\b/i.test(text)
