/**
 * The form in which texts are compared with what a person typed, in lists, names, sentences and full text: no capitals,
 * accents, points or joiners, one form of each letter. What Unicode's collation for searches (CLDR) takes for equal is
 * equal, but for what makes other words: й and ї, the voiced kana (か, が), and the vowels and tones of Indian and Thai
 * scripts. Beyond it, the dotless ı is an i, for keyboards without it, and Persian letters are their Arabic twins.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const lower = text.normalize('NFKC').toLowerCase()
  const plain = LETTERS.test(lower) ? lower.replace(WITHOUT_LETTERS, strip) : strip(lower)
  return westernDigits(plain)
    .replace(VARIANT, (letter) => variants[letter]!)
    .normalize('NFKC')
}

const isAscii = (text: string): boolean => !/[^\0-\x7F]/.test(text)

/** Letters whose mark nobody leaves out. */
const LETTERS = /[йї]/
const WITHOUT_LETTERS = /[^йї]+/g

const strip = (run: string): string => run.normalize('NFD').replace(MARKS, '')

/** Accents and points; of Devanagari, Gurmukhi and Gujarati only the nukta, since their other signs are vowels. */
const MARKS =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309A]]|[\u093C\u0A3C\u0ABC\u00AD\u0640\u200B-\u200F\u2060\uFEFF]/gv

const katakana: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 0x56 }, (_, i) => [String.fromCharCode(0x30a1 + i), String.fromCharCode(0x3041 + i)]),
)
const latin = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' }
const endsOfWords = { ς: 'σ', ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }
const arabic = { ى: 'ي', ی: 'ي', ک: 'ك', ٱ: 'ا', ة: 'ه', ہ: 'ه' }
const chandrabindu = { '\u0901': '\u0902' } // as an anusvara: चाँद is also written चांद
const apostrophes = { '’': "'", '‘': "'", ʼ: "'", ʻ: "'", '׳': "'" }
const variants: Readonly<Record<string, string>> = {
  ...katakana,
  ...latin,
  ...endsOfWords,
  ...arabic,
  ...chandrabindu,
  ...apostrophes,
}
const VARIANT = new RegExp(`[${Object.keys(variants).join('')}]`, 'g')

/** Digits of all scripts (٢٠٢٣, ۲۰۲۳, २०२३) as those of Latin; the text keeps its length. */
export function westernDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    // Unicode keeps the ten digits of a script together, from zero on.
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
    return digit.length === 1 ? String(code - zero) : digit
  })
}

/** The folds by which a text is found: of each of its spellings. */
export const formsOf = (text: string): readonly string[] => spellingsOf(text).map(foldText)

/** A text, and as it is spelled without umlauts and rings if it has some: Mueller, Aarhus. */
export function spellingsOf(text: string): readonly string[] {
  if (!MAYBE_SPELLED.test(text)) return [text]
  const composed = text.normalize('NFC')
  const other = composed.replace(SPELLED, spell)
  return other === composed ? [text] : [text, other]
}

const SPELLED = /[äöüåø]/gi
const MAYBE_SPELLED = /[\u0308\u030Aäöüåø]/i
const spelled: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const spell = (letter: string): string => spelled[letter.toLowerCase()]!

/** Scripts without spaces between words, where a word may begin at any character. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/**
 * The words of each form of a text, in their order. Of unspaced scripts each character is a word, so that any part of
 * their texts is found as the words of a phrase are.
 */
export const wordsOf = (text: string): readonly (readonly string[])[] =>
  formsOf(text).map((form) => form.match(WORD) ?? [])

const WORD = new RegExp(
  String.raw`(?=[\p{L}\p{N}\p{Co}])(?:${UNSPACED.source}\p{M}*|(?:(?!${UNSPACED.source})[\p{L}\p{M}\p{N}\p{Co}])+)`,
  'gu',
)

/** Tests whether texts contain what a person typed. */
export function textFinder(typed: string): (text: string) => boolean {
  const wanted = formsOf(typed.trim())
  return (text) => formsOf(text).some((form) => wanted.some((each) => form.includes(each)))
}
