import { watchEffect } from 'vue'
import { useSettings } from '../settings/use-settings.ts'

/** Applies the chosen theme and stage to the page; theme `system` leaves the choice to the operating system. */
export function useTheme(): void {
  const settings = useSettings()
  watchEffect(() => {
    const { theme, stage } = settings.settings
    document.documentElement.dataset['stage'] = stage
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  })
}
