import type { Language } from '../../../contract/analysis/language.ts'
import { UNSPACED } from '../../../contract/fold-text.ts'
import { normaliseName } from '../../../analysis/vocabulary/normalise-name.ts'
import { klingonToPiqad, serbianToLatin } from '../../../analysis/vocabulary/transliterate.ts'

/**
 * How the words of a language change. Rules need not be complete, nor what they leave be a word: they only have to join
 * the forms of one word. Of several words that a form may belong to, the one that is written most alike wins.
 */
type Inflection = {
  /** What stays of a dictionary form: without vowels that other forms replace, sounds that change made one. */
  base: (word: string) => string
  /** What other forms have behind the base or behind the dictionary form. */
  endings?: readonly string[]
  /** How many endings one word may have; 1 if it is not given. */
  stacked?: number
  /** The fewest letters before an ending; 3 if it is not given. */
  min?: number
  /** Before a word and written together with it: articles, prepositions, conjunctions. */
  prefix?: RegExp
  /** Plurals inside of a word: what a dictionary form has in common with its plural, and what a plural has. */
  broken?: { of: (word: string) => string; from: (word: string) => string[] }
}

/** What stays in all forms of a word, if it is one of a dictionary; accents are gone. */
export function basesOf(word: string, language: Language): string[] {
  const inflection = inflections[language] ?? plain
  if (isUninflected(word)) return [word]
  const base = inflection.base(word)
  return inflection.broken === undefined ? [base] : [base, inflection.broken.of(word)]
}

/** What may be left of a word of a sentence without its inflection; accents are gone. */
export function stemsOf(word: string, language: Language): string[] {
  const inflection = inflections[language] ?? plain
  if (isUninflected(word)) return [word]
  const words = [word, ...withoutPrefixes(word, inflection)]
  const forms = words.flatMap((each) => withoutEndings(each, inflection))
  const stems = forms.map(inflection.base)
  return [...new Set([...stems, ...words.flatMap((each) => inflection.broken?.from(each) ?? [])])]
}

const isUninflected = (word: string): boolean => UNSPACED.test(word) || /^\d/.test(word)

const MIN_STEM = 3

function withoutPrefixes(word: string, { prefix, min = MIN_STEM }: Inflection): string[] {
  const [found = ''] = prefix?.exec(word) ?? []
  return Array.from({ length: found.length }, (_, i) => word.slice(i + 1)).filter((rest) => rest.length >= min)
}

/** A word as it is, and without each of the endings that it may have. */
function withoutEndings(word: string, { endings: list = [], stacked = 1, min = MIN_STEM }: Inflection): string[] {
  const forms = new Set([word])
  let last = [word]
  for (let i = 0; i < stacked && last.length > 0; i++) {
    last = last.flatMap((form) =>
      list
        .filter((ending) => form.endsWith(ending) && form.length - ending.length >= min)
        .map((ending) => form.slice(0, -ending.length))
        .filter((rest) => !forms.has(rest)),
    )
    for (const form of last) forms.add(form)
  }
  return [...forms]
}

/** Endings as words of the table are compared, the longest first. */
const endings = (text: string): readonly string[] =>
  text
    .split(' ')
    .map(normaliseName)
    .toSorted((a, b) => b.length - a.length)

/** Takes the first ending that leaves enough letters, up to `times` times. */
function without(word: string, list: readonly string[], times = 1, min = MIN_STEM): string {
  let stem = word
  for (let i = 0; i < times; i++) {
    const ending = list.find((each) => stem.endsWith(each) && stem.length - each.length >= min)
    if (ending === undefined) break
    stem = stem.slice(0, -ending.length)
  }
  return stem
}

/** Takes off what a pattern finds at the end, if enough letters are left. */
function trim(word: string, pattern: RegExp, min = 2): string {
  const rest = word.replace(pattern, '')
  return rest.length >= min ? rest : word
}

/** Replaces the last sound of a word by that which represents it and those that it changes into. */
function fold(word: string, sounds: Readonly<Record<string, string>>): string {
  const found = Object.keys(sounds).find((sound) => word.endsWith(sound))
  return found === undefined ? word : word.slice(0, -found.length) + sounds[found]!
}

const single = (word: string) => word.replace(/([^aeiou])\1$/, '$1')
const doubled = /([^aeiouy])\1/g

const plain: Inflection = {
  base: (word) => (word.length < 5 ? word : without(word, ['s', 'a', 'e', 'i', 'o', 'u', 'y'])),
}

// Germanic languages

const german = endings('ern en er es em e n s')
const swedish = endings('arnas ernas ornas arna erna orna or ar er en et na an n t a e s')
/** himmel, himlen; cykel, cykler: an e that the plural or the article drops. */
const nordicBase = (word: string): string =>
  trim(word, /e$/)
    .replaceAll(doubled, '$1')
    .replace(/(?<=[^aeiouy])e(?=[lnr]$)/, '')
const nordicEndings = endings('en et n t er r ene ne erne rne s ens ets enes ernes nes ane ar a')

// Romance languages

const romance = (word: string): string => without(without(word, ['s']), ['a', 'e', 'o']).replace(/z$/, 'c')
/** floare, flori; băiat, băieți; verde, verzi. */
const romanianBase = (word: string): string =>
  fold(trim(word.replaceAll('oa', 'o').replaceAll(/ea|ia|ie/g, 'e'), /[aeiou]+$/), { z: 'd' })

// Slavic languages

/** Forms differ in their last vowels, in an e, o or a that comes and goes (pas, psa), and in their last consonant. */
function slavic(
  { vowels, fleeting, sounds }: { vowels: string; fleeting: string; sounds: Readonly<Record<string, string>> },
  list: string,
  { stacked = 1 } = {},
): Inflection {
  const last = new RegExp(`[${vowels}]+$`, 'u')
  const come = new RegExp(`(?<=[^${vowels}])(?:${fleeting})(?=[^${vowels}]$)`, 'u')
  const base = (word: string) => {
    const stem = fold(trim(word, last), sounds)
    // A word of three letters keeps a sign of its vowel, or too many would be the same.
    return stem.replace(come, stem.length > 3 ? '' : '*')
  }
  return { base, endings: endings(list), stacked, min: 2 }
}

const russian = endings(
  'иями ями ами иях ях ах ого его ому ему ыми ими ией ой ей ый ий ая яя ое ее ые ие ых их ым им ую юю ов ев ом ем ам ' +
    'ям ию ия ии ье ья ью а я о е ы и у ю ь й',
)
const ukrainian = slavic(
  {
    vowels: 'аеиійїоуюяєь',
    fleeting: '[оеіє]',
    sounds: { ц: 'к', ч: 'к', з: 'г', ж: 'г', с: 'х', ш: 'х' },
  },
  'ами ями ах ях ам ям ом ем єм ою ею єю ів ого его ому ему им ими их ові еві єві ей ій ма',
)
const bulgarian = slavic(
  { vowels: 'аеийоуъюя', fleeting: '[ъеоя]', sounds: { ц: 'к', з: 'г', с: 'х' } },
  'ът ят та то те ове еве ища ми',
  { stacked: 2 },
)
const southSlavic = slavic(
  { vowels: 'aeiou', fleeting: '[ae]', sounds: { c: 'k', z: 'g', s: 'h' } },
  'og eg oga ega omu emu om em oj ej im imi ih ima ama ami oma ema ah eh ov ev ova eva ovi evi ove eve ovima evima ' +
    'ovih ovom ju',
)
const polish = slavic(
  {
    vowels: 'aeiouy',
    fleeting: 'i?[aeo]',
    sounds: { rz: 'r', sz: 's', ch: 's', cz: 'k', dz: 'g', c: 'k', t: 'k', d: 'g' },
  },
  'om em iem ami ach ow owi owie ego emu ej ym im ymi imi ych ich mi',
)
const czech = slavic(
  { vowels: 'aeiouy', fleeting: '[eou]', sounds: { ch: 's', c: 'k', h: 'z', g: 'z' } },
  'em ou um am ami emi ech ich ych ach eho emu ym ymi im imi ho mu ovi ove ej ata at ete et mi ma',
)
const slovak = slavic(
  { vowels: 'aeiouy', fleeting: '[eou]', sounds: { ch: 's', c: 'k', h: 'z', g: 'z' } },
  'om ou um am ami och ach iach ich ych eho emu ej ym ymi im imi mi ovi ov ata at',
)

// Baltic languages

/** paukštis, paukščiai; žodis, žodžio. */
const lithuanianBase = (word: string): string => fold(trim(word, /(?:i?as|i?us|[aeiouy]+s?)$/), { c: 't', dz: 'd' })
const lithuanianEndings = endings(
  'ams iams ems ims ioms oms umis omis emis imis ais iais uose iuose ose iose ese yse uje iuje oje ioje eje yje ame ' +
    'iame ui iui oji asis',
)
const latvianBase = (word: string): string => trim(word, /(?:[aeiou]*s|[aeiou]+)$/)
const latvianEndings = endings('iem am em im um ais ajam ajai ajos ajas aja ajiem ajam ie')

// Finnic languages, Hungarian, Turkish, Korean: endings behind one another

/** Consonants that are strong or weak with the ending: katu, kadulla; silta, sillalla; leipä, leivän. */
const grades: Readonly<Record<string, string>> = {
  nn: 'nt',
  ll: 'lt',
  rr: 'rt',
  mm: 'mp',
  ng: 'nk',
  kk: 'k',
  pp: 'p',
  tt: 't',
  v: 'p',
  d: 't',
}
/** nainen, naiset; taivas, taivaalla. */
function finnishBase(word: string): string {
  const stem = trim(trim(word, /nen$/, MIN_STEM), /[aeiouy]+$/, MIN_STEM)
  return fold(trim(trim(stem, /(?<=[aeiouy])s$/, MIN_STEM), /[aeiouy]+$/, MIN_STEM), grades)
}
const finnishEndings = endings(
  'ssa sta lla lta lle na ksi tta n t a ta ja ia ita oja ita iden jen ien hin seen siin kin nsa',
)
/** sügis, sügisel; sild, sillal. */
const estonianBase = (word: string): string =>
  fold(
    trim(trim(trim(word, /[aeiou]+$/), /(?<=[aeiou])s$/, MIN_STEM), /[aeiou]+$/).replace(
      /(?<=[^aeiou])e(?=[lnr]$)/,
      '',
    ),
    {
      ld: 'll',
      rd: 'rr',
      mb: 'mm',
      tt: 't',
      d: 't',
      pp: 'p',
      b: 'p',
      kk: 'k',
      g: 'k',
      ss: 's',
    },
  )
const estonianEndings = endings(
  'd t te de id sid ga ta l le lt s st sse ks na ni da des dest del dele delt tes test tel',
)

/** képpel, kutyákkal: the v of -val and -vel becomes the consonant before it. */
const hungarianWith = [...'bcdfghjklmnprstvz'].flatMap((consonant) => [`${consonant}al`, `${consonant}el`])
const hungarianEndings = [
  ...hungarianWith,
  ...endings(
    'ban ben ba be bol rol tol nal hoz hez nak nek ig ert kent kor en on n ra re ok ek ak k at et ot t as es os i a e ' +
      'ja je ai ei jai jei s',
  ),
]
const hungarianBase = (word: string): string => trim(word, /[ae]$/, MIN_STEM)
/** ağaç, ağacı; kitap, kitabı; köpek, köpeği; sırt çantası, sırt çantalı. */
const turkishBase = (word: string): string =>
  fold(trim(word, /(?:(?<=[aeiou])s)?[iu]$/, MIN_STEM), { p: 'b', c: 'c', t: 'd', k: 'g' })
const turkishEndings = endings(
  'lar ler i u a e yi yu ya ye da de ta te nda nde dan den tan ten ndan nden in un nin nun la le yla yle ki li lu si su ' +
    'ni nu na ne im um',
)
const korean = endings('에서 에게 에 의 을 를 이 가 은 는 와 과 랑 하고 으로 로 들 도 만 까지 부터')

// Semitic languages

/**
 * Broken plurals of Arabic by their patterns (Wright, A Grammar of the Arabic Language, I §304): `C` is a consonant of
 * the root, which the singular shares. Letters are those of folded texts: ة is ه there, and ئ is ي.
 */
const BROKEN = [
  'CCاC',
  'CCوC',
  'اCCاC',
  'CواCC',
  'CواCيC',
  'CCايC',
  'مCاCC',
  'مCاCيC',
  'اCCCه',
  'CCCان',
  'CCC',
  'CCاCC',
  'CCاCيC',
].map((pattern) => new RegExp(`^${pattern.replaceAll('C', '([^اء])')}$`, 'u'))
const WEAK = /[اويء]/g
const rootOf = (word: string): string => `√${word.replace(/ه$/, '').replaceAll(WEAK, '')}`
const brokenArabic = (word: string): string[] => (BROKEN.some((pattern) => pattern.test(word)) ? [rootOf(word)] : [])

/** The first sounds of Welsh words change with the word before: ci, gi, chi. */
const withoutMutation = (word: string): string =>
  word
    .replace(/^(?:ngh|ng|ch|c|g)/, 'g')
    .replace(/^(?:ph|mh|p|b|m|f(?!f))/, 'b')
    .replace(/^(?:th|nh|t|dd?)/, 'd')
    .replace(/^(?:ll|l)/, 'l')
    .replace(/^(?:rh|r)/, 'r')

const greek = endings('ους ιους ιος ιου ιον ιων ιες ια ιο ος ου ον οι ων ας ες ης α ο η ε ι υ')
const hindi = endings('ियों ियां ाएं ाओं ों ें े ी ा ो')
const urdu = endings('یوں یاں وں یں ے ی ا ہ')
const welsh = endings('iau au oedd ion od')
const klingon = endings('daq mey pu du vo')
const piqad = ['Daq', 'mey', "pu'", "Du'", "vo'"].map(klingonToPiqad)

const inflections: Partial<Record<Language, Inflection>> = {
  en: {
    base: (word) => {
      const bare = /(?:ss|us|is)$/.test(word) ? word : without(word, ['s'])
      return without(bare, ['e'])
        .replace(/v$/, 'f')
        .replace(/([^aeiou])y$/, '$1i')
    },
  },
  de: { base: (word) => single(without(word, german, 3)) },
  nl: {
    base: (word) =>
      single(without(word.replace(/(?<=e[lmnr]|je|ie)s$/, ''), ['eren', 'en', 'e'], 2))
        .replace(/([aeou])\1(?=[^aeiou]?$)/, '$1')
        .replace(/z$/, 's')
        .replace(/v$/, 'f'),
  },
  sv: { base: (word) => single(without(word, swedish, 2)) },
  da: { base: (word) => nordicBase(word.replaceAll('ae', 'a')), endings: nordicEndings, min: 2 },
  no: { base: nordicBase, endings: nordicEndings, min: 2 },
  fr: {
    base: (word) => {
      const one = word.endsWith('eaux') ? word.slice(0, -1) : word.replace(/aux$/, 'al')
      return without(without(one, ['s', 'x']), ['e'])
    },
  },
  es: { base: romance },
  // barca, barques; platja, platges; avió, avions.
  ca: {
    base: (word) => romance(word).replace(/qu$/, 'c').replace(/gu?$/, 'j'),
    endings: ['ns'],
  },
  pt: {
    base: (word) => {
      const one = word
        .replace(/(?:oes|aes)$/, 'ao')
        .replace(/ns$/, 'm')
        .replace(/([aeou])is$/, '$1l')
      return without(without(one, ['s']), ['a', 'e', 'o'])
    },
  },
  it: { base: (word) => without(word, ['a', 'e', 'i', 'o'], 2).replace(/h$/, '') },
  ro: {
    base: romanianBase,
    endings: endings('ul ului l le lui lor ilor elor ile ele urile urilor uri ua ei ii'),
    min: 2,
  },
  // Names such as Аня have two letters before their ending.
  ru: { base: (word) => without(word, russian, 2, word.length === 3 ? 2 : MIN_STEM) },
  // міст, мосту; ніч, ночі.
  uk: { ...ukrainian, base: (word) => ukrainian.base(word.replace(/[ії](?=[^аеиійїоуюяєь]{1,2}$)/u, 'о')) },
  bg: bulgarian,
  pl: polish,
  cs: czech,
  sk: slovak,
  hr: southSlavic,
  bs: southSlavic,
  sl: southSlavic,
  sr_latn: southSlavic,
  sr_cyrl: {
    ...southSlavic,
    base: (word) => southSlavic.base(normaliseName(serbianToLatin(word))),
    endings: endings(
      'ог ег ога ега ому ему ом ем ој еј им ими их има ама ах ех ов ев ова ева ови еви ове еве овима евима ових овом',
    ),
  },
  lt: { base: lithuanianBase, endings: lithuanianEndings },
  lv: { base: latvianBase, endings: latvianEndings },
  el: { base: (word) => without(word.replace(/ματ(?:α|οσ|ος|ων)$/, 'μα'), greek) },
  fi: { base: finnishBase, endings: finnishEndings, stacked: 2 },
  et: { base: estonianBase, endings: estonianEndings, stacked: 2 },
  hu: { base: hungarianBase, endings: hungarianEndings, stacked: 3, min: 2 },
  tr: { base: turkishBase, endings: turkishEndings, stacked: 4, min: 2 },
  ko: { base: (word) => word, endings: korean, stacked: 3, min: 1 },
  ar: {
    base: (word) => without(word, ['ات', 'ون', 'ين', 'ان', 'تان', 'تين', 'يه', 'ه', 'ها']),
    endings: ['ا', 'ان', 'ين', 'تان', 'تين'],
    prefix: /^(?:و|ف)?(?:بال|كال|لل|ال|ب|ل)?/,
    broken: { of: rootOf, from: brokenArabic },
  },
  he: {
    base: (word) => without(word, ['יות', 'ימ', 'ות', 'ה', 'ת'], 1, 2),
    prefix: /^ו?(?:כש|ש|מה|[בכלמה])?/,
    min: 2,
  },
  fa: {
    base: (word) => trim(word, /ه$/),
    endings: endings('ها های هایی هایم ان گان یان ات ی ای یی ش م'),
  },
  ur: { base: (word) => without(word, urdu, 1, MIN_STEM - 1) },
  hi: { base: (word) => without(word, hindi, 1) },
  id: { base: plain.base, endings: ['nya', 'ku', 'mu'] },
  ms: { base: plain.base, endings: ['nya', 'ku', 'mu'] },
  cy: { base: (word) => without(withoutMutation(word), welsh) },
  tlh: { base: (word) => word, endings: klingon, stacked: 2 },
  tlh_qaak: { base: (word) => word, endings: piqad, stacked: 2 },
}
