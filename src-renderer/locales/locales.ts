import { languages, type Language } from '../../src-main/contract/analysis/language.ts'

const special: Partial<Record<Language, string>> = {
  sr_cyrl: 'sr-Cyrl',
  sr_latn: 'sr-Latn',
  zh_chs: 'zh-Hans',
  zh_cht: 'zh-Hant',
  tlh_qaak: 'tlh-Piqd',
}
/** What browsers and systems call languages that have another code here. */
const others: Record<string, Language> = { nb: 'no', nn: 'no', iw: 'he', in: 'id', sr: 'sr_cyrl', zh: 'zh_chs' }
const traditional = /^zh-(hant|tw|hk|mo)\b/i

/** The language as pages name it in `lang`. */
export const localeOf = (language: Language): string => special[language] ?? language

/**
 * The first of a person's languages that tags can be shown in; English where none is. `locales` as in
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
