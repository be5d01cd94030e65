import type { Language } from '../../../contract/analysis/language.ts'
import { normaliseName } from '../../../analysis/vocabulary/normalise-name.ts'
import { klingonToPiqad } from '../../../analysis/vocabulary/transliterate.ts'

/** Scripts without spaces between words, where a word may begin at any character. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u

/**
 * A word of a text in the form for comparison, without its inflection (`stem`), also without what languages put before
 * a word and write together with it (`stems`), and its position in UTF-16 units.
 */
export type Token = {
  readonly text: string
  readonly word: string
  readonly stem: string
  readonly stems: readonly string[]
  readonly from: number
  readonly to: number
}

const TOKEN = new RegExp(String.raw`${UNSPACED.source}\p{M}*|\p{Nd}+|[\p{L}\p{M}\p{Co}]+|★+`, 'gu')

/** The words of a text; hyphens and apostrophes separate them, and so does every character of unspaced scripts. */
export function tokensOf(text: string, language: Language): Token[] {
  return [...splitScripts(text)].map(({ text: written, from }) => {
    const plain = normaliseName(westernDigits(written))
    const word = keepsAccents(written, language) ? written.toLowerCase().normalize('NFC') : plain
    const stem = stemOf(plain, language)
    return { text: written, word, stem, stems: withoutPrefixes(stem, language), from, to: from + written.length }
  })
}

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

/**
 * Accents make other words in Vietnamese (lá is a leaf, là "is"), Welsh and Maya; written without them a word still has
 * the same stem. In Greek they tell ή (or) from the article η.
 */
const keepsAccents = (word: string, language: Language): boolean =>
  ['vi', 'cy', 'yua'].includes(language) || (language === 'el' && /^ή$/i.test(word.normalize('NFC')))

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
/** Endings that languages which put one behind another may have; so many that none is left for another form to lose. */
const MAX_ENDINGS = 5

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
const serbian = endings('ама има ом ем ог ега ога ег ему ому ој им их а е и о у')
const southSlavic = endings('ama ima om em og ega oga eg emu omu oj im ih a e i o u')
const polish = endings('ami ach ego emu ymi imi ych ich ymi ów om em ie ą ę y i a e u o ej ym im')
const czech = endings('ami ech ich ych ách ého ému ou ům em ím ým ho mu y i a e u o í é ý á ě')
const slovak = endings('ami och ách ech ich ých ého ému ou ej om em ím ým ov iam a y i e u o')
const greek = endings('ους ιους ιος ιου ιον ιων ιες ια ιο ος ου ον οι ων ας ες ης α ο η ε ι υ')
const lithuanian = endings(
  'iais iams iuose uose ose ėse yse yje ėje oje iais ais oms ėms iai ias ius ios ių us os ės is ys as ai ei io iu iui ui ų ą ė a e i u o ę',
)
const latvian = endings('iem ajiem ajām ajā ais ām ēm os as es us is am em im ai ei ij s š a e i u o m')
const estonian = endings('dega tega ades edes ides ad ed id ud as es is us al el il ul st lt le ks ga ta a e i u t')
const finnish = endings(
  'issa issä ssa ssä ista istä sta stä illa illä lla llä ilta iltä lta ltä ille lle na nä nen sen set sia se ien jen iden oja ia iä ja jä ita itä in n t a ä e i o u y',
)
const turkish = endings('lar ler larda lerde ları leri da de ta te dan den li lı lu lü ı i u ü nın nin yı yi')
const hungarian = endings(
  'okban ekben akban aban eben ban ben ból ből bol bel okat eket ok ek ök ak k val vel nak nek nal nel on en ön n ra re ba be t a e',
)
const hindi = endings('ियों ियां ियाँ ाएं ाओं ों ें े ी ा ो')
const urdu = endings('یوں یاں وں یں ے ی ا ہ')
const welsh = endings('iau au oedd ion od')
const klingon = endings('daq mey pu du vo')
const piqad = ['Daq', 'mey', "pu'", "Du'", "vo'"].map(klingonToPiqad)
const korean = endings('에서 에 의 을 를 이 가 은 는 와 과 으로 로 들')

const romance = (word: string): string => without(without(word, ['s']), ['a', 'e', 'o']).replace(/z$/, 'c')
/** Danish and Norwegian have almost the same endings as Swedish. */
const nordic = (word: string): string => single(without(word, swedish, 2))
/** Names such as Аня have two letters before their ending. */
const slavic = (list: readonly string[]) => (word: string) => without(word, list, 2, word.length === 3 ? 2 : MIN_STEM)

/** Prepositions, articles and conjunctions that are written together with the word behind them. */
const prefixes: Partial<Record<Language, RegExp>> = {
  ar: /^(?:و|ف)?(?:بال|كال|لل|ال|ب|ل)?/,
  he: /^ו?(?:כש|ש|מה|[בכלמה])?/,
}

/** A stem, and what may be left of it behind prefixes of at least three letters. */
function withoutPrefixes(stem: string, language: Language): string[] {
  const [prefix = ''] = prefixes[language]?.exec(stem) ?? []
  const rests = Array.from({ length: prefix.length }, (_, i) => stem.slice(i + 1))
  return [stem, ...rests.filter((rest) => rest.length >= MIN_STEM)]
}

/** The first sounds of Welsh words change with the word before: ci, gi, chi. */
const withoutMutation = (word: string): string =>
  word
    .replace(/^(?:ngh|ng|ch|c|g)/, 'g')
    .replace(/^(?:ph|mh|p|b|m|f(?!f))/, 'b')
    .replace(/^(?:th|nh|t|dd?)/, 'd')
    .replace(/^(?:ll|l)/, 'l')
    .replace(/^(?:rh|r)/, 'r')

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

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
  bg: slavic(bulgarian),
  pl: slavic(polish),
  cs: slavic(czech),
  sk: slavic(slovak),
  hr: slavic(southSlavic),
  bs: slavic(southSlavic),
  sr_latn: slavic(southSlavic),
  sr_cyrl: slavic(serbian),
  sl: slavic(southSlavic),
  lt: (word) => without(word, lithuanian),
  lv: (word) => without(word, latvian),
  el: (word) => without(word, greek),
  fi: (word) => single(without(word, finnish, MAX_ENDINGS)),
  et: (word) => without(word, estonian, MAX_ENDINGS),
  cy: (word) => without(withoutMutation(word), welsh),
  ar: (word) => {
    // Letters that many write without their signs.
    const plain = word.replace(/[أإآ]/g, 'ا').replace(/ى/g, 'ي')
    return without(plain, ['ات', 'ون', 'ين', 'ية', 'ة', 'ه', 'ها'])
  },
  fa: (word) =>
    without(
      word
        .replace(/ي/g, 'ی')
        .replace(/ك/g, 'ک')
        .replace(/(?<=..)(?:هایی|های|ها)$/, ''),
      ['ی'],
      1,
      MIN_STEM,
    ),
  ur: (word) => without(word, urdu, 1, MIN_STEM - 1),
  he: (word) => {
    const plain = word.replace(/[ךםןףץ]/g, (letter) => FINAL_LETTERS[letter]!)
    return without(plain, ['יות', 'ימ', 'ות', 'ה', 'ת'])
  },
  hi: (word) => without(word.replace(/\u093c/g, '').replace(/ँ/g, 'ं'), hindi, 1),
  tlh: (word) => without(word, klingon),
  tlh_qaak: (word) => without(word, piqad),
  tr: (word) => without(word, turkish, MAX_ENDINGS),
  hu: (word) => without(word, hungarian, MAX_ENDINGS),
  ko: (word) => without(word, korean, MAX_ENDINGS, 1),
}
