import type { Language } from '../../../contract/analysis/language.ts'
import { normaliseName } from '../../../analysis/vocabulary/normalise-name.ts'

/** Scripts without spaces between words, where a word may begin at any character. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u

/** A word of a text in the form for comparison, without its inflection (`stem`), and its position in UTF-16 units. */
export type Token = { readonly text: string; readonly word: string; readonly stem: string } & {
  readonly from: number
  readonly to: number
}

const TOKEN = new RegExp(String.raw`${UNSPACED.source}\p{M}*|\d+|[\p{L}\p{M}\p{Co}]+|★+`, 'gu')

/** The words of a text; hyphens and apostrophes separate them, and so does every character of unspaced scripts. */
export function tokensOf(text: string, language: Language): Token[] {
  return [...splitScripts(text)].map(({ text: written, from }) => {
    const word = normaliseName(written)
    return { text: written, word, stem: stemOf(word, language), from, to: from + written.length }
  })
}

/** A run of letters ends where an unspaced script begins. */
function* splitScripts(text: string): Iterable<{ text: string; from: number }> {
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    let start = 0
    for (let at = 1; at < found.length; at++) {
      if (!UNSPACED.test(found.charAt(at)) || UNSPACED.test(found.charAt(0))) continue
      yield { text: found.slice(start, at), from: index + start }
      start = at
    }
    yield { text: found.slice(start), from: index + start }
  }
}

/**
 * A word without the endings of its declension, enough to join the forms of one word in this language. Not a word by
 * itself, and only to be compared with other stems.
 */
export function stemOf(word: string, language: Language): string {
  if (UNSPACED.test(word) || /^\d/.test(word)) return word
  return (stemmers[language] ?? plainStem)(word)
}

const MIN_STEM = 3

/** Takes the first ending that leaves enough letters, up to `times` times. */
function without(word: string, endings: readonly string[], times = 1, least = MIN_STEM): string {
  let stem = word
  for (let i = 0; i < times; i++) {
    const ending = endings.find((each) => stem.endsWith(each) && stem.length - each.length >= least)
    if (ending === undefined) break
    stem = stem.slice(0, -ending.length)
  }
  return stem
}

/** Endings as words of the table are compared, the longest first. */
const endings = (text: string): readonly string[] =>
  text
    .split(' ')
    .map(normaliseName)
    .toSorted((a, b) => b.length - a.length)

const single = (word: string) => word.replace(/([^aeiou])\1$/, '$1')

const german = endings('ern en er es em e n s')
const swedish = endings('arnas ernas ornas arna erna orna or ar er en et na an n t a e s')
const russian = endings(
  'иями ями ами иях ях ах ого его ому ему ыми ими ией ой ей ый ий ая яя ое ее ые ие ых их ым им ую юю ов ев ом ем ам ' +
    'ям ию ия ии ье ья ью а я о е ы и у ю ь й',
)
const ukrainian = endings(
  'ями ами ях ах ого ому ими ою ею ій ий а я о е и і у ю ь й ою ів ом ем ам ям ією ія ії ою ої им их',
)
const bulgarian = endings('ите ата ята ото ът ят та то те и а я о е')
const polish = endings('ami ach ego emu ymi imi ych ich ymi ów om em ie ą ę y i a e u o ej ym im')
const czech = endings('ami ech ich ych ách ého ému ou ům em ím ým ho mu y i a e u o í é ý á ě')
const finnish = endings('issa issä ssa ssä sta stä lla llä lta ltä lle ista istä ien jen iden n t a ä ja jä')
const turkish = endings('lar ler larda lerde da de ta te dan den ı i u ü nın nin yı yi')
const hungarian = endings('ok ek ök ak k ban ben ból ből val vel on en ön n ra re t')
const korean = endings('에서 에 의 을 를 이 가 은 는 와 과 으로 로 들')

const romance = (word: string): string => without(without(word, ['s']), ['a', 'e', 'o']).replace(/z$/, 'c')
/** Danish and Norwegian have almost the same endings as Swedish. */
const nordic = (word: string): string => single(without(word, swedish, 2))
/** Names such as Аня have two letters before their ending. */
const slavic = (list: readonly string[]) => (word: string) => without(word, list, 2, word.length === 3 ? 2 : MIN_STEM)
const plainStem = (word: string): string =>
  word.length < 5 ? word : without(word, ['s', 'a', 'e', 'i', 'o', 'u', 'y'])

const stemmers: Partial<Record<Language, (word: string) => string>> = {
  en: (word) => {
    const bare = /(?:ss|us|is)$/.test(word) ? word : without(word, ['s'])
    return without(bare, ['e'])
      .replace(/v$/, 'f')
      .replace(/([^aeiou])y$/, '$1i')
  },
  de: (word) => single(without(word, german, 3)),
  nl: (word) =>
    single(without(word.replace(/(?<=e[lmnr]|je|ie)s$/, ''), ['eren', 'en', 'e'], 2))
      .replace(/([aeou])\1(?=[^aeiou]?$)/, '$1')
      .replace(/z$/, 's')
      .replace(/v$/, 'f'),
  sv: nordic,
  da: nordic,
  no: nordic,
  fr: (word) => {
    const one = word.endsWith('eaux') ? word.slice(0, -1) : word.replace(/aux$/, 'al')
    return without(without(one, ['s', 'x']), ['e'])
  },
  es: romance,
  ca: romance,
  pt: (word) => {
    const one = word
      .replace(/(?:oes|aes)$/, 'ao')
      .replace(/ns$/, 'm')
      .replace(/([aeou])is$/, '$1l')
    return without(without(one, ['s']), ['a', 'e', 'o'])
  },
  it: (word) => without(word, ['a', 'e', 'i', 'o'], 2).replace(/h$/, ''),
  ro: (word) => without(word, ['ului', 'lor', 'ul', 'ele', 'ile', 'uri', 'a', 'e', 'i', 'u'], 1),
  ru: slavic(russian),
  uk: slavic(ukrainian),
  bg: (word) => without(word, bulgarian),
  pl: slavic(polish),
  cs: slavic(czech),
  sk: slavic(czech),
  hr: slavic(czech),
  bs: slavic(czech),
  sr_latn: slavic(czech),
  sr_cyrl: slavic(russian),
  sl: slavic(czech),
  fi: slavic(finnish),
  et: slavic(finnish),
  tr: slavic(turkish),
  hu: slavic(hungarian),
  ko: (word) => {
    const ending = korean.find((each) => word.endsWith(each) && word.length > each.length)
    return ending === undefined ? word : word.slice(0, -ending.length)
  },
}
