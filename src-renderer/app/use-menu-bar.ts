import { useEventListener } from '@vueuse/core'
import { watch } from 'vue'
import { useClient } from '../client/use-client.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'
import { shownLanguage, t } from '../locales/messages.ts'
import { useActionScopes, type Handlers } from '../navigation/use-action-scopes.ts'
import { fieldOf, isInDialog } from '../navigation/is-typing.ts'
import { menuBarOf } from '../navigation/menu-bar-of.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { shortcuts, type ShortcutAction } from '../navigation/shortcuts.ts'
import { useClientMode } from '../privacy/use-client-mode.ts'
import { useSharing } from '../files/use-sharing.ts'
import { useSettings } from '../settings/use-settings.ts'
import { goToNextArea } from './use-panel-keys.ts'

/** Commands that a focused field has of its own. */
const ofField: Partial<Record<ShortcutAction, string>> = { undo: 'undo', redo: 'redo', 'select-all': 'selectAll' }

/** Sends the window's commands to the menu bar of the desktop program, and does what is chosen there. */
export function useMenuBar(): void {
  const client = useClient()
  const shell = useShell(),
    toasts = useToasts(),
    settings = useSettings(),
    scopes = useActionScopes(),
    sharing = useSharing()
  const ownHandlers = useKeysOfTheirOwn()
  const handlerOf = (action: ShortcutAction) => ownHandlers[action] ?? scopes.handlerOf(action)
  const canAct = (action: ShortcutAction): boolean => {
    if (action === 'share' && !sharing.isOffered) return false
    const layers = new Set(['window', scopes.present, ...(scopes.present === 'faces' ? ['photo'] : [])])
    const shortcut = shortcuts.find((one) => one.action === action)
    return handlerOf(action) !== undefined && shortcut?.scopes.some((scope) => layers.has(scope)) === true
  }

  watch(
    () =>
      shell.info?.kind === 'electron'
        ? { language: shownLanguage(), preset: settings.settings.shortcuts, scopes: scopes.scopes }
        : null,
    (now) => {
      if (now === null) return
      void toasts.attempt(t('app.menuNotShown'), () => client.shell.setMenu(menuBarOf(now.preset, canAct)))
    },
    { immediate: true },
  )
  useEventListener(window, 'message', ({ source, data }: MessageEvent) => {
    if (source !== window || data?.type !== 'lumafold:menu') return
    const shortcut = shortcuts.find(({ action }) => action === data.action)
    if (shortcut) choose(shortcut.action, data.isByKey === true)
  })

  /** A key that comes through the menu bar was left to the field or dialog that has the focus. */
  const choose = (action: ShortcutAction, isByKey: boolean): void => {
    const event = new KeyboardEvent('keydown')
    const focused = { target: document.activeElement } as unknown as Event
    const field = fieldOf(focused)
    if (field && ofField[action]) {
      // Nothing else reaches the history of a field's text.
      document.execCommand(ofField[action])
      return
    }
    const isUrgent = action === 'client-mode'
    if (!isUrgent && (isInDialog(focused) || (isByKey && field) || !canAct(action))) return
    void handlerOf(action)?.({ event, advances: false })
  }
}

/** Commands whose keys are not handled with the table's: they act elsewhere than the window's other keys. */
function useKeysOfTheirOwn(): Handlers {
  const panels = usePanels(),
    clientMode = useClientMode()
  return {
    panels: panels.togglePanels,
    'next-area': () => goToNextArea(false),
    'client-mode': clientMode.toggle,
  }
}
