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
    ...usePanelWidths(width, () => ({
      sidebar: isSidebarOpen.value,
      filters: isFilterOpen.value,
      inspector: isInspectorOpen.value || isHistoryOpen.value || isKeywordsOpen.value,
    })),
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

type Panel = keyof typeof panelWidths
type Widths = Record<Panel, number>

/**
 * Widths of the panels, stored in this browser; the history is as wide as the inspector, which it replaces. `shown` are
 * the widths that leave the photos half of the window.
 */
function usePanelWidths(windowWidth: Readonly<Ref<number>>, open: () => Record<Panel, boolean>) {
  const { sidebar, inspector, filters } = panelWidths
  const usual: Widths = { sidebar: sidebar.usual, inspector: inspector.usual, filters: filters.usual }
  // A width that an earlier version did not store is the usual one.
  const widths = useLocalStorage('panel-widths', usual, { mergeDefaults: true })
  const shown = computed(() => fitPanels(widths.value, open(), windowWidth.value / 2))
  watchEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sidebar', `${shown.value.sidebar}px`)
    style.setProperty('--inspector', `${shown.value.inspector}px`)
    style.setProperty('--filters', `${shown.value.filters}px`)
  })
  return { widths }
}

/**
 * Widths of panels of which the open ones together take at most `room`, all in CSS pixels: each gives up the same share
 * of what it has above its least width. They may take more room if their least widths do.
 */
export function fitPanels(widths: Widths, open: Record<Panel, boolean>, room: number): Widths {
  const panels = (Object.keys(panelWidths) as Panel[]).filter((panel) => open[panel])
  const sumOf = (of: (panel: Panel) => number): number => panels.reduce((sum, panel) => sum + of(panel), 0)
  const spareOf = (panel: Panel): number => Math.max(0, widths[panel] - panelWidths[panel].min)
  const over = sumOf((panel) => widths[panel]) - room
  const spare = sumOf(spareOf)
  if (over <= 0 || spare === 0) return widths
  const share = Math.min(1, over / spare)
  const fitted = panels.map((panel) => [panel, Math.floor(widths[panel] - share * spareOf(panel))])
  return { ...widths, ...(Object.fromEntries(fitted) as Partial<Widths>) }
}
