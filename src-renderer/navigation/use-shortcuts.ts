import { useEventListener } from '@vueuse/core'
import { useSettings } from '../stores/settings.ts'
import { useActionScope, useActionScopes } from './action-scopes.ts'
import { findShortcut } from './find-shortcut.ts'
import { isInDialog, isOfControl, isTyping } from './is-typing.ts'
import type { ShortcutAction } from './shortcuts.ts'
import { useCompareActions } from './use-compare-actions.ts'
import { useKeywordActions } from './use-keyword-actions.ts'
import { useMarkActions } from './use-mark-actions.ts'
import { usePhotoActions } from './use-photo-actions.ts'
import { useStackActions } from './use-stack-actions.ts'
import { useUndoKeys } from './use-undo-keys.ts'
import { useWindowActions } from './use-window-actions.ts'

/** Acts on the keys of the table, wherever the focus is. */
export function useShortcuts(): void {
  const scopes = useActionScopes()
  const settings = useSettings()
  const { isOfField, ...undoing } = useUndoKeys()
  useActionScope({
    name: 'window',
    handlers: {
      ...undoing,
      ...useWindowActions(),
      ...usePhotoActions(),
      ...useCompareActions(),
      ...useStackActions(),
      ...useKeywordActions(),
      ...useMarkActions(),
    },
  })
  /** Whether a key is the window's, not that of the field, the dialog or the button with the focus. */
  const isOfWindow = (action: ShortcutAction, event: KeyboardEvent): boolean => {
    if (action === 'undo' || action === 'redo') return !isInDialog(event) && !isOfField(event)
    const isOfSearch = action === 'search' || action === 'save-search'
    if (isOfSearch && (event.ctrlKey || event.metaKey)) return !isInDialog(event)
    return !isTyping(event) && !isOfControl(event)
  }

  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const found = findShortcut(event, scopes.present, settings.settings.shortcuts)
    if (found === null) return focusGrid(event)
    const handler = scopes.handlerOf(found.shortcut.action)
    if (!handler || !isOfWindow(found.shortcut.action, event)) return
    event.preventDefault()
    void handler({ event, advances: found.advances })
  })
}

/** Keys that move go to the list of photos where nothing has the focus. */
function focusGrid(event: KeyboardEvent): void {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  if (hasModifier || document.activeElement !== document.body || !/^(Arrow|Page|Home|End)/.test(event.key)) return
  const tile = document.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]')
  if (!tile || tile.closest('[inert]')) return
  event.preventDefault()
  tile.focus()
}
