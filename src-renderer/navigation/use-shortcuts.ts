import { useEventListener } from '@vueuse/core'
import { usePanels } from '../stores/panels.ts'
import { usePersonChanges } from '../stores/person-changes.ts'
import { useSelection } from '../stores/selection.ts'
import { usePlace } from './use-place.ts'

/** Every shortcut of the window, for the list that `?` shows. */
export const shortcuts: readonly { keys: string; what: string }[] = [
  { keys: '← → ↑ ↓', what: 'Move between photos' },
  { keys: 'Enter', what: 'Open or close a photo' },
  { keys: 'Shift + arrows', what: 'Select a range' },
  { keys: 'Ctrl + A', what: 'Select all' },
  { keys: '0 – 5', what: 'Rate' },
  { keys: 'T', what: 'Add a tag' },
  { keys: 'S', what: 'Find similar' },
  { keys: 'E', what: 'Export crops' },
  { keys: 'I', what: 'Show or hide information' },
  { keys: 'B', what: 'Show or hide the sidebar' },
  { keys: 'F / C', what: 'Face boxes / crop frames in a photo' },
  { keys: 'Z', what: 'Fit or actual size in a photo' },
  { keys: '/', what: 'Search' },
  { keys: 'Esc', what: 'Back, or clear the selection' },
]

/** True while typing or with a dialog or menu open: plain letters then belong there. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return (
    Boolean(target?.closest?.('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')) ||
    document.querySelector('.dialog') !== null
  )
}

/** Shortcuts that work wherever the focus is. */
export function useShortcuts(): void {
  const panels = usePanels()
  const selection = useSelection()
  const place = usePlace()
  const changes = usePersonChanges()

  const targets = (): readonly number[] => {
    if (place.photoId.value !== null) return [place.photoId.value]
    return selection.ids.size > 0 ? selection.list : []
  }
  const focusSearch = (): void => document.querySelector<HTMLInputElement>('#search')?.focus()

  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f' && place.photoId.value === null) {
      event.preventDefault()
      focusSearch()
      return
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const isNowhere = document.activeElement === document.body && place.photoId.value === null
    if (isNowhere && /^(Arrow|Page|Home|End)/.test(event.key)) {
      event.preventDefault()
      document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus()
      return
    }
    const ids = targets()
    const key = event.key.toLowerCase()
    if (key === '/') {
      event.preventDefault()
      focusSearch()
    } else if (key === 'i') panels.isInspectorOpen = !panels.isInspectorOpen
    else if (key === 'b') panels.isSidebarOpen = !panels.isSidebarOpen
    else if (key === '?') panels.isHelpOpen = true
    else if (key === 't' && ids.length > 0) {
      event.preventDefault()
      panels.tagIds = ids
    } else if (key === 'e' && ids.length > 0) panels.exportIds = ids
    else if (/^[0-5]$/.test(key) && place.photoId.value === null && ids.length > 0) void changes.rate(ids, Number(key))
    else if (key === 's' && ids[0] !== undefined) place.openSimilar(ids[0])
    else if (key === 'escape' && place.photoId.value === null && place.similar.value && selection.ids.size === 0)
      place.goToLibrary()
  })
}
