import { watch } from 'vue'
import { englishDesktopTexts, type DesktopTexts } from '../../src-main/contract/shell/desktop-texts.ts'
import { useClient } from '../client/use-client.ts'
import { shownLanguage, t, type MessageKey } from '../locales/messages.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'

const names = Object.keys(englishDesktopTexts) as (keyof DesktopTexts)[]

/** Sends the texts of the menu and dialogs to the desktop program, now and when the language changes. */
export function useDesktopTexts(): void {
  const client = useClient()
  const shell = useShell(),
    toasts = useToasts()
  watch(
    () => (shell.info?.kind === 'electron' ? shownLanguage() : undefined),
    (language) => {
      if (language === undefined) return
      const texts = Object.fromEntries(names.map((name) => [name, t(`desktop.${name}` satisfies MessageKey)]))
      void toasts.attempt(t('settings.languageNotShown'), () => client.shell.setTexts(texts as DesktopTexts))
    },
    { immediate: true },
  )
}
