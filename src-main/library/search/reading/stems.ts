import type { Language } from '../../../contract/analysis/language.ts'
import { normaliseName } from '../../../analysis/vocabulary/normalise-name.ts'
import { basesOf, stemsOf } from './inflections.ts'
import { UNSPACED } from '../../../contract/fold-text.ts'

/**
 * A word of a text in the form for comparison, and its position in UTF-16 units. A word of a sentence is a form of a
 * word of the table if one of its `stems` is one of the other's `bases`.
 */
export type Token = {
  readonly text: string
  readonly word: string
  /** The word with its accents. */
  readonly accented: string
  /** What stays in all forms of the word, if it is written as in a dictionary. */
  readonly bases: readonly string[]
  /** What may be left of the word without its inflection and without what is written together with it. */
  readonly stems: readonly string[]
  readonly from: number
  readonly to: number
}

const tokenPattern = (letters: string) => new RegExp(String.raw`${UNSPACED.source}\p{M}*|\p{Nd}+|${letters}|★+`, 'gu')
const TOKEN = tokenPattern(String.raw`[\p{L}\p{M}\p{Co}]+`)
/** Languages with an apostrophe within words: Ukrainian м’яч, Hebrew ג׳ירף. */
const WITH_APOSTROPHES: ReadonlySet<Language> = new Set<Language>(['he', 'uk'])
const APOSTROPHE_TOKEN = tokenPattern(String.raw`\p{L}[\p{L}\p{M}]*(?:['’ʼ׳][\p{L}\p{M}]+)*`)

/** The words of a text; hyphens and apostrophes separate them, and so does every character of unspaced scripts. */
export function tokensOf(text: string, language: Language): Token[] {
  return [...split(text, language)].map(({ text: written, from }) => {
    const plain = normaliseName(written)
    const accented = written.toLowerCase().normalize('NFC')
    let [bases, stems]: (readonly string[] | undefined)[] = []
    return {
      text: written,
      word: keepsAccents(written, language) ? accented : plain,
      accented,
      // Most words of a lexicon need one of the two, or none.
      get bases() {
        return (bases ??= basesOf(plain, language))
      },
      get stems() {
        return (stems ??= stemsOf(plain, language))
      },
      from,
      to: from + written.length,
    }
  })
}

/**
 * Accents make other words in Vietnamese (lá is a leaf, là "is"), Welsh and Maya; written without them a word still has
 * the same stem. In Greek they tell ή (or) from the article η.
 */
const keepsAccents = (word: string, language: Language): boolean =>
  ['vi', 'cy', 'yua'].includes(language) || (language === 'el' && /^ή$/i.test(word.normalize('NFC')))

/** Endings that are words of the sentence: bulutsuz is "without clouds", 사과나 "an apple or". */
const SPLIT: Partial<Record<Language, RegExp>> = { tr: /(?<=\p{L}{3})s[ıiuü]z$/iu, ko: /(?<=\p{L}{2})이?나$/u }

/** A run of letters ends where an unspaced script begins, or an ending that is a word of its own. */
function* split(text: string, language: Language): Iterable<{ text: string; from: number }> {
  for (const { 0: found, index } of text.matchAll(WITH_APOSTROPHES.has(language) ? APOSTROPHE_TOKEN : TOKEN)) {
    const ending = SPLIT[language]?.exec(found)?.index
    let start = 0
    for (let at = 1; at < found.length; at++) {
      if (at !== ending && (!UNSPACED.test(found.charAt(at)) || UNSPACED.test(found.charAt(0)))) continue
      yield { text: found.slice(start, at), from: index + start }
      start = at
    }
    yield { text: found.slice(start), from: index + start }
  }
}
