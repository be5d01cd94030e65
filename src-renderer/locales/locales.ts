import { languages, type Language } from '../../src-main/contract/analysis/language.ts'

const special: Partial<Record<Language, string>> = {
  sr_cyrl: 'sr-Cyrl',
  sr_latn: 'sr-Latn',
  zh_chs: 'zh-Hans',
  zh_cht: 'zh-Hant',
  tlh_qaak: 'tlh-Piqd',
}
/** Languages whose code differs in browsers and systems. */
const others: Record<string, Language> = { nb: 'no', nn: 'no', iw: 'he', in: 'id', sr: 'sr_cyrl', zh: 'zh_chs' }
const traditional = /^zh-(hant|tw|hk|mo)\b/i

/** The code of a language for the attribute `lang`. */
export const localeOf = (language: Language): string => special[language] ?? language

/**
 * The first of a person's languages that tags can be shown in; English if there is none. `locales` as in
 * `navigator.languages`.
 */
export function preferredLanguage(locales: readonly string[]): Language {
  return locales.map(languageOf).find((language) => language !== undefined) ?? 'en'
}

function languageOf(locale: string): Language | undefined {
  if (traditional.test(locale)) return 'zh_cht'
  if (/^sr-latn\b/i.test(locale)) return 'sr_latn'
  const code = locale.toLowerCase().split('-')[0] ?? ''
  return others[code] ?? languages.find((each) => each.code === code)?.code
}
