import { windowLanguages, type WindowLanguage } from './window-languages.ts'

/** The language of the window's texts, and the locale that formats its dates and numbers. */
export type ChosenLocale = { language: WindowLanguage; locale: string }

/** English without a country writes the day before the month, as most of the world does. */
const plain: Partial<Record<WindowLanguage, string>> = { en: 'en-GB' }

/**
 * Chooses the window's language: the chosen one, otherwise the first of the person's languages that has texts,
 * otherwise English. Dates and numbers follow the person's region if it uses that language, such as `de-AT`. `locales`
 * as in `navigator.languages`.
 */
export function chooseLocale(chosen: WindowLanguage | null, locales: readonly string[]): ChosenLocale {
  const own = locales.map((locale) => ({ locale, language: languageOf(locale) }))
  const language = chosen ?? own.find((each) => each.language !== undefined)?.language ?? 'en'
  const regional = own.find((each) => each.language === language && each.locale !== language)
  return { language, locale: regional?.locale ?? plain[language] ?? language }
}

const languageOf = (locale: string): WindowLanguage | undefined =>
  windowLanguages.find(({ code }) => code === locale.toLowerCase().split('-')[0])?.code
