import { WindowLanguage } from '../../src-main/contract/library/settings.ts'
import { chooseLocale } from './choose-locale.ts'
import { showOnPage } from './show-on-page.ts'

const KEY = 'window-language'

/** Stores the chosen language, so that the next window finds it before the library answers; null deletes it. */
export function rememberLanguage(chosen: WindowLanguage | null): void {
  if (chosen === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, chosen)
}

/** Shows the language of the last window, so that nothing is painted in another one first. */
export async function startLanguage(): Promise<void> {
  const kept = WindowLanguage.safeParse(localStorage.getItem(KEY))
  await showOnPage(chooseLocale(kept.data ?? null, navigator.languages)).catch(reportError)
}
