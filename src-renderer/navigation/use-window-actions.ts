import { t } from '../locales/messages.ts'
import { usePanels } from '../stores/panels.ts'
import { useQuery } from '../stores/query.ts'
import { useSelection } from '../stores/selection.ts'
import { useStage } from '../stores/stage.ts'
import { useToasts } from '../stores/toasts.ts'
import type { Handlers } from './action-scopes.ts'
import { usePlace } from './use-place.ts'

/** What acts on the window, and on which photos are selected. */
export function useWindowActions(): Handlers {
  const panels = usePanels()
  const query = useQuery()
  const selection = useSelection()
  const place = usePlace()
  const toasts = useToasts()
  const stage = useStage()
  return {
    search: focusSearch,
    'save-search': () => {
      if (query.isFiltered) panels.searchToName = { kind: 'present' }
      else toasts.say(t('navigation.nothingToSave'), t('navigation.filterFirst'))
    },
    information: panels.toggleInspector,
    history: panels.toggleHistory,
    filters: panels.toggleFilters,
    sidebar: () => {
      panels.isSidebarOpen = !panels.isSidebarOpen
    },
    map: () => (place.isMap.value ? place.goToLibrary() : place.openMap()),
    stage: () => stage.next(),
    help: () => {
      panels.isHelpOpen = true
    },
    // A view of single photos has nothing to select, and neither has the text of the frame.
    'select-all': () => (place.isInList.value ? selection.all(place.source.value) : undefined),
    'invert-selection': () => (place.isInList.value ? selection.invert(place.source.value) : undefined),
    clear: () => {
      if (!selection.isEmpty()) selection.clear()
      else if (place.similar.value) place.goToLibrary()
    },
    fullscreen: () => toasts.attempt(t('navigation.noFullscreen'), toggleFullscreen),
  }
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search')
  field?.focus()
  field?.select()
}

export async function toggleFullscreen(): Promise<void> {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
}
