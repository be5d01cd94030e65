import { useLocalStorage, useWindowSize } from '@vueuse/core'
import { computed, ref, type Ref, type WritableComputedRef, watch, watchEffect } from 'vue'

/** CSS pixels: the usual width of the panels beside the photos, and its limits. */
export const panelWidths = {
  sidebar: { usual: 248, min: 200, max: 440 },
  inspector: { usual: 308, min: 248, max: 560 },
  filters: { usual: 280, min: 220, max: 460 },
} as const

/** Below these widths of the window, in CSS pixels, the photos need the space of a panel. */
const MIN_WITH_SIDEBAR = 760
const MIN_WITH_INSPECTOR = 1180

/** Which panels are open beside the photos, and how wide they are; a restart keeps them. */
export function useSidePanels() {
  const { width } = useWindowSize()
  const isNarrow = computed(() => width.value < MIN_WITH_INSPECTOR)
  const isSidebarOpen = usePanelOpen(
    'sidebar-open',
    computed(() => width.value < MIN_WITH_SIDEBAR),
  )
  const isInspectorOpen = usePanelOpen('inspector-open', isNarrow)
  /** Replaces the inspector. */
  const isHistoryOpen = useLocalStorage('history-open', false)
  /** Also replaces the inspector. */
  const isKeywordsOpen = useLocalStorage('keywords-open', false)
  const isFilterOpen = useLocalStorage('filters-open', false)
  const toggleFilters = (): void => {
    isFilterOpen.value = !isFilterOpen.value
  }
  const togglePanels = useTogglePanels(
    [isSidebarOpen, isInspectorOpen, isHistoryOpen, isKeywordsOpen, isFilterOpen],
    [isSidebarOpen, isInspectorOpen],
  )
  return {
    isNarrow,
    isSidebarOpen,
    isInspectorOpen,
    isHistoryOpen,
    isKeywordsOpen,
    isFilterOpen,
    toggleFilters,
    ...useTurns({ isInspectorOpen, isHistoryOpen, isKeywordsOpen }),
    togglePanels,
    ...useFilterSections(),
    ...usePanelWidths(),
  }
}

/** The inspector, the history and the keywords share one place. */
function useTurns(panels: Record<'isInspectorOpen' | 'isHistoryOpen' | 'isKeywordsOpen', Ref<boolean>>) {
  const { isInspectorOpen, isHistoryOpen, isKeywordsOpen } = panels
  const toggleHistory = (): void => {
    isHistoryOpen.value = !isHistoryOpen.value
    isKeywordsOpen.value = false
  }
  const toggleKeywords = (): void => {
    isKeywordsOpen.value = !isKeywordsOpen.value
    isHistoryOpen.value = false
  }
  /** Shows the inspector, if necessary in place of one of the others. */
  const toggleInspector = (): void => {
    isInspectorOpen.value = isHistoryOpen.value || isKeywordsOpen.value || !isInspectorOpen.value
    isHistoryOpen.value = false
    isKeywordsOpen.value = false
  }
  return { toggleHistory, toggleKeywords, toggleInspector }
}

/** Whether a panel is open, stored in this browser; it is initially closed if the window is too narrow. */
function usePanelOpen(key: string, isNarrow: Readonly<Ref<boolean>>): WritableComputedRef<boolean> {
  const kept = useLocalStorage(key, true)
  const inNarrow = ref(false)
  watch(isNarrow, () => {
    inNarrow.value = false
  })
  return computed({
    get: () => (isNarrow.value ? inNarrow.value : kept.value),
    set: (isOpen) => {
      if (isNarrow.value) inNarrow.value = isOpen
      else kept.value = isOpen
    },
  })
}

/** Hides every open panel, or shows them again. */
function useTogglePanels(all: readonly Ref<boolean>[], first: readonly Ref<boolean>[]): () => void {
  let wereOpen = first
  return () => {
    const open = all.filter((panel) => panel.value)
    for (const panel of open.length > 0 ? open : wereOpen) panel.value = open.length === 0
    if (open.length > 0) wereOpen = open
  }
}

/** Collapsed sections of the filter panel, by title. */
function useFilterSections() {
  const closed = useLocalStorage<string[]>('closed-filter-sections', [])
  return {
    isSectionOpen: (title: string): boolean => !closed.value.includes(title),
    toggleSection: (title: string): void => {
      const others = closed.value.filter((each) => each !== title)
      closed.value = others.length < closed.value.length ? others : [...others, title]
    },
  }
}

/** Widths of the panels, stored in this browser; the history is as wide as the inspector, which it replaces. */
function usePanelWidths() {
  const { sidebar, inspector, filters } = panelWidths
  const usual: Record<keyof typeof panelWidths, number> = {
    sidebar: sidebar.usual,
    inspector: inspector.usual,
    filters: filters.usual,
  }
  // A width that an earlier version did not store is the usual one.
  const widths = useLocalStorage('panel-widths', usual, { mergeDefaults: true })
  watchEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sidebar', `${widths.value.sidebar}px`)
    style.setProperty('--inspector', `${widths.value.inspector}px`)
  })
  return { widths }
}
