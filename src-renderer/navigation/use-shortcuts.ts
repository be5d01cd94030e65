import { useEventListener } from '@vueuse/core'
import { usePanels } from '../stores/panels.ts'
import { usePersonChanges } from '../stores/person-changes.ts'
import { useRevealed } from '../stores/revealed.ts'
import { useSelection } from '../stores/selection.ts'
import { useStage } from '../stores/stage.ts'
import { isTyping } from './is-typing.ts'
import { usePlace } from './use-place.ts'

type Action = (event: KeyboardEvent) => void

/** Shortcuts that work wherever the focus is. */
export function useShortcuts(): void {
  const place = usePlace()
  const reverse = useReverse()
  const actions: Readonly<Record<string, Action>> = { ...usePanelShortcuts(), ...usePhotoShortcuts() }

  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const isInLibrary = place.photoId.value === null
    if (isCommand && key === 'f' && isInLibrary) focusSearch(event)
    else if (isCommand && (key === 'z' || key === 'y')) reverse(event)
    else if (event.defaultPrevented || isCommand || event.altKey || isTyping(event)) return
    else if (isInLibrary && document.activeElement === document.body && /^(arrow|page|home|end)/.test(key))
      focusGrid(event)
    else if (Object.hasOwn(actions, key)) actions[key]?.(event)
  })
}

/** A text field undoes its own typing. */
function useReverse(): Action {
  const changes = usePersonChanges()
  return (event) => {
    if (event.defaultPrevented || event.altKey || isTyping(event)) return
    event.preventDefault()
    const isRedo = event.shiftKey || event.key.toLowerCase() === 'y'
    void (isRedo ? changes.redo() : changes.undo())
  }
}

function focusSearch(event: KeyboardEvent): void {
  event.preventDefault()
  document.querySelector<HTMLInputElement>('#search')?.focus()
}

function focusGrid(event: KeyboardEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus()
}

function usePanelShortcuts(): Record<string, Action> {
  const panels = usePanels()
  const selection = useSelection()
  const place = usePlace()
  const stage = useStage()
  return {
    '/': focusSearch,
    i: panels.toggleInspector,
    h: panels.toggleHistory,
    b: (event) => {
      if (event.shiftKey) stage.next()
      else panels.isSidebarOpen = !panels.isSidebarOpen
    },
    '?': () => {
      panels.isHelpOpen = true
    },
    escape: () => {
      if (place.photoId.value !== null) return
      if (!selection.isEmpty()) selection.clear()
      else if (place.similar.value) place.goToLibrary()
    },
  }
}

/** What acts on the open photo, or on the selection. */
function usePhotoShortcuts(): Record<string, Action> {
  const panels = usePanels()
  const selection = useSelection()
  const place = usePlace()
  const changes = usePersonChanges()
  const revealed = useRevealed()
  /** Acts on the open photo, or on the selection once it is known; on nothing where nothing is selected. */
  const act = async (run: (ids: readonly number[]) => unknown): Promise<void> => {
    const open = place.photoId.value
    // The selection is awaited only where it is not known yet: a dialog opens before the next key arrives.
    const ids = open !== null ? [open] : selection.isKnown() ? selection.list : await selection.chosen()
    if (ids && ids.length > 0) await run(ids)
  }

  const addTag: Action = (event) => {
    event.preventDefault()
    void act((ids) => (panels.tagIds = ids))
  }
  const exportCrops: Action = () => void act((ids) => (panels.exportIds = ids))
  const findSimilar: Action = () => void act(([first]) => first !== undefined && place.openSimilar(first))
  const reveal: Action = () => void act(revealed.toggle)
  // The photo view rates its own photo.
  const rate: Action = ({ key }) => {
    if (place.photoId.value === null) void act((ids) => changes.rate(ids, Number(key)))
  }
  const ratings = Object.fromEntries(['0', '1', '2', '3', '4', '5'].map((key) => [key, rate]))
  return { t: addTag, e: exportCrops, s: findSimilar, v: reveal, ...ratings }
}
