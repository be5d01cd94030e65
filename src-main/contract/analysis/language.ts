import { z } from 'zod'
import { AppError } from '../errors.ts'

/**
 * Code, English name and own name of each language in which concepts have names; `rtl` if it is written from right to
 * left.
 */
const table = [
  ['ar', 'Arabic', 'العربية', 'rtl'],
  ['bg', 'Bulgarian', 'български'],
  ['bs', 'Bosnian', 'bosanski'],
  ['en', 'English', 'English'],
  ['ca', 'Catalan', 'català'],
  ['cs', 'Czech', 'čeština'],
  ['cy', 'Welsh', 'Cymraeg'],
  ['da', 'Danish', 'dansk'],
  ['de', 'German', 'Deutsch'],
  ['el', 'Greek', 'Ελληνικά'],
  ['es', 'Spanish', 'español'],
  ['et', 'Estonian', 'eesti'],
  ['fa', 'Persian', 'فارسی', 'rtl'],
  ['fi', 'Finnish', 'suomi'],
  ['fr', 'French', 'français'],
  ['he', 'Hebrew', 'עברית', 'rtl'],
  ['hi', 'Hindi', 'हिन्दी'],
  ['hr', 'Croatian', 'hrvatski'],
  ['ht', 'Haitian Creole', 'kreyòl ayisyen'],
  ['hu', 'Hungarian', 'magyar'],
  ['id', 'Indonesian', 'Indonesia'],
  ['it', 'Italian', 'italiano'],
  ['ja', 'Japanese', '日本語'],
  ['ko', 'Korean', '한국어'],
  ['lt', 'Lithuanian', 'lietuvių'],
  ['lv', 'Latvian', 'latviešu'],
  ['ms', 'Malay', 'Melayu'],
  ['mt', 'Maltese', 'Malti'],
  ['mww', 'Hmong Daw', 'Hmoob Dawb'],
  ['nl', 'Dutch', 'Nederlands'],
  ['no', 'Norwegian', 'norsk'],
  ['otq', 'Querétaro Otomi', 'hñäñho'],
  ['pl', 'Polish', 'polski'],
  ['pt', 'Portuguese', 'português'],
  ['ro', 'Romanian', 'română'],
  ['ru', 'Russian', 'русский'],
  ['sk', 'Slovak', 'slovenčina'],
  ['sv', 'Swedish', 'svenska'],
  ['sl', 'Slovenian', 'slovenščina'],
  ['sr_cyrl', 'Serbian (Cyrillic)', 'српски'],
  ['sr_latn', 'Serbian (Latin)', 'srpski'],
  ['th', 'Thai', 'ไทย'],
  ['tlh', 'Klingon', 'tlhIngan Hol'],
  ['tlh_qaak', 'Klingon (pIqaD)', '\uF8E4\uF8D7\uF8DC\uF8D0\uF8DB \uF8D6\uF8DD\uF8D9'],
  ['tr', 'Turkish', 'Türkçe'],
  ['uk', 'Ukrainian', 'українська'],
  ['ur', 'Urdu', 'اردو', 'rtl'],
  ['vi', 'Vietnamese', 'Tiếng Việt'],
  ['yua', 'Yucatec Maya', 'maayatʼaan'],
  ['zh_chs', 'Chinese (Simplified)', '简体中文'],
  ['zh_cht', 'Chinese (Traditional)', '繁體中文'],
] as const

/** Code of a language in which tags and categories can be named. */
export const Language = z.enum(table.map(([code]) => code))
export type Language = z.infer<typeof Language>

/** A language with its name in English and in the language itself, and its writing direction. */
export type LanguageInfo = {
  readonly code: Language
  readonly english: string
  readonly own: string
  readonly direction: 'ltr' | 'rtl'
}

/** Every language, in the order of the codes' documentation. */
export const languages: readonly LanguageInfo[] = table.map(([code, english, own, direction]) => ({
  code,
  english,
  own,
  direction: direction ?? 'ltr',
}))

/**
 * Reads the `language` parameter: codes separated by commas. Spaces, empty parts, capitals and repeats are allowed.
 * Without a code the result is English. Throws `bad-params` naming every unknown code, in words that follow the
 * parameter's name.
 */
export function parseLanguages(parameter: string | undefined): Language[] {
  const wanted = [
    ...new Set(
      (parameter ?? '')
        .split(',')
        .map((code) => code.trim().toLowerCase())
        .filter(Boolean),
    ),
  ]
  const unknown = wanted.filter((code) => !isLanguage(code))
  if (unknown.length > 0) {
    const named = unknown.map((code) => `"${code.slice(0, 40)}"`).join(', ')
    const verb = unknown.length > 1 ? 'which are' : 'which is'
    throw new AppError('bad-params', `has ${named}, ${verb} not known. Known codes: ${Language.options.join(', ')}.`)
  }
  return wanted.length > 0 ? wanted.filter(isLanguage) : ['en']
}

function isLanguage(code: string): code is Language {
  return Language.safeParse(code).success
}
