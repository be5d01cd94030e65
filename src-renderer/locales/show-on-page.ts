import type { ChosenLocale } from './choose-locale.ts'
import { showLanguage } from './messages.ts'
import { directionOf } from './window-languages.ts'

/** Shows the window's texts in a language, and announces it and its direction to the browser and to screen readers. */
export async function showOnPage({ language, locale }: ChosenLocale): Promise<void> {
  await showLanguage(language, locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(language)
}
