import { windowLanguages, type WindowLanguage } from './window-languages.ts'

/** In which language the window's texts are, and by which locale its dates and numbers are written. */
export type ChosenLocale = { language: WindowLanguage; locale: string }

/** English of no country writes the day before the month, as most of the world does. */
const plain: Partial<Record<WindowLanguage, string>> = { en: 'en-GB' }

/**
 * The window's language: the chosen one, else the first of the person's languages that there are texts in, else English.
 * Dates and numbers are written as the person's own region does where that speaks the language, such as `de-AT`.
 * `locales` as in `navigator.languages`.
 */
export function chooseLocale(chosen: WindowLanguage | null, locales: readonly string[]): ChosenLocale {
  const own = locales.map((locale) => ({ locale, language: languageOf(locale) }))
  const language = chosen ?? own.find((each) => each.language !== undefined)?.language ?? 'en'
  const regional = own.find((each) => each.language === language && each.locale !== language)
  return { language, locale: regional?.locale ?? plain[language] ?? language }
}

const languageOf = (locale: string): WindowLanguage | undefined =>
  windowLanguages.find(({ code }) => code === locale.toLowerCase().split('-')[0])?.code
