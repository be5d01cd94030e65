import { watchEffect } from 'vue'
import { useSettings } from '../stores/settings.ts'

/** Puts the chosen theme on the page; `system` leaves the choice to the operating system. */
export function useTheme(): void {
  const settings = useSettings()
  watchEffect(() => {
    const { theme } = settings.settings
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  })
}
