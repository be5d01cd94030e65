import { watch } from 'vue'
import { chooseLocale } from '../locales/choose-locale.ts'
import { preferredLanguage } from '../locales/locales.ts'
import { showOnPage } from '../locales/show-on-page.ts'
import { rememberLanguage } from '../locales/start-language.ts'
import { t } from '../locales/messages.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useToasts } from '../client/use-toasts.ts'

/**
 * Shows the chosen language when the settings are loaded and whenever another is chosen. Reports it to the library,
 * whose tags follow it unless they have their own.
 */
export function useWindowLanguage(): void {
  const settings = useSettings()
  const toasts = useToasts()
  watch(
    () => (settings.isLoaded ? settings.settings.windowLanguage : undefined),
    async (chosen) => {
      if (chosen === undefined) return
      rememberLanguage(chosen)
      const followed = chosen ?? preferredLanguage(navigator.languages)
      if (settings.settings.followedLanguage !== followed) settings.change({ followedLanguage: followed })
      await toasts.attempt(t('settings.languageNotShown'), () => showOnPage(chooseLocale(chosen, navigator.languages)))
    },
    { immediate: true },
  )
}
