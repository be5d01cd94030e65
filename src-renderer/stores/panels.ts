import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, shallowRef, watchEffect } from 'vue'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { DroppedFolder } from '../../src-main/contract/shell/browsing.ts'
import type { FolderId, PhotoId } from '../../src-main/contract/library/ids.ts'

export type SettingsSection =
  | 'general'
  | 'keys'
  | 'hidden'
  | 'folders'
  | 'metadata'
  | 'transfer'
  | 'backups'
  | 'engine'
  | 'classifiers'
  | 'models'
  | 'about'

/** A folder or a photo of which the person says where it is now; `path` is where it was. */
export type Lost = { kind: 'folder'; id: FolderId; path: string } | { kind: 'photo'; id: PhotoId; path: string }

/** Which panels and dialogs are open, and for which photos. */
export const usePanels = defineStore('panels', () => {
  const settings = useSettingsPanel()
  const side = useSidePanels()
  const isAddFolderOpen = ref(false)
  const isHelpOpen = ref(false)
  const isRemovedOpen = ref(false)
  const isDecisionsOpen = ref(false)
  /** Importing from another program, or exporting the library. */
  const transfer = ref<'import' | 'export' | null>(null)
  const folderToRemove = shallowRef<Folder | null>(null)
  const toLocate = shallowRef<Lost | null>(null)
  /** A folder that was dropped on a page, which does not know where it lies. */
  const dropped = shallowRef<DroppedFolder | null>(null)
  const exportIds = shallowRef<readonly PhotoId[] | null>(null)
  const tagIds = shallowRef<readonly PhotoId[] | null>(null)
  /** Photos that get a date. */
  const dateIds = shallowRef<readonly PhotoId[] | null>(null)
  /** The photos to train a classifier from, and its tag where that was chosen already. */
  const trainFrom = shallowRef<{ ids: readonly PhotoId[]; tag?: string } | null>(null)

  const closeDialogs = (): void => {
    settings.isSettingsOpen.value = false
    for (const isOpen of [isAddFolderOpen, isHelpOpen, isRemovedOpen, isDecisionsOpen]) isOpen.value = false
    for (const about of [folderToRemove, toLocate, dropped, exportIds, tagIds, dateIds, trainFrom]) about.value = null
  }

  return {
    ...settings,
    ...side,
    closeDialogs,
    isAddFolderOpen,
    isHelpOpen,
    isRemovedOpen,
    isDecisionsOpen,
    transfer,
    folderToRemove,
    toLocate,
    dropped,
    exportIds,
    tagIds,
    dateIds,
    trainFrom,
  }
})

function useSettingsPanel() {
  const isSettingsOpen = ref(false)
  const settingsSection = ref<SettingsSection>('general')
  /** Opens the settings where they were, or at a section. */
  const openSettings = (section: SettingsSection = settingsSection.value): void => {
    settingsSection.value = section
    isSettingsOpen.value = true
  }
  return { isSettingsOpen, settingsSection, openSettings }
}

function useSidePanels() {
  const isSidebarOpen = ref(true)
  const isInspectorOpen = ref(true)
  /** Takes the place of the inspector. */
  const isHistoryOpen = ref(false)
  /** Beside the photos; open again after a restart where it was. */
  const isFilterOpen = useLocalStorage('filters-open', false)
  const toggleFilters = (): void => {
    isFilterOpen.value = !isFilterOpen.value
  }
  const toggleHistory = (): void => {
    isHistoryOpen.value = !isHistoryOpen.value
  }
  /** Shows the inspector where the history is in its place. */
  const toggleInspector = (): void => {
    isInspectorOpen.value = isHistoryOpen.value || !isInspectorOpen.value
    isHistoryOpen.value = false
  }
  const { widths } = usePanelWidths()
  const all = [isSidebarOpen, isInspectorOpen, isHistoryOpen, isFilterOpen]
  let wereOpen = [isSidebarOpen, isInspectorOpen]
  /** Hides every panel that is open, or shows those again that were. */
  const togglePanels = (): void => {
    const open = all.filter((panel) => panel.value)
    for (const panel of open.length > 0 ? open : wereOpen) panel.value = open.length === 0
    if (open.length > 0) wereOpen = open
  }
  return {
    isSidebarOpen,
    isInspectorOpen,
    isHistoryOpen,
    isFilterOpen,
    toggleFilters,
    toggleHistory,
    toggleInspector,
    togglePanels,
    widths,
  }
}

/** CSS pixels: the usual width of the panels beside the photos, and between which widths they can be changed. */
export const panelWidths = {
  sidebar: { usual: 248, min: 200, max: 440 },
  inspector: { usual: 308, min: 248, max: 560 },
  filters: { usual: 280, min: 220, max: 460 },
} as const

/** Widths of the panels, kept in this browser; the history is as wide as the inspector, whose place it takes. */
function usePanelWidths() {
  const { sidebar, inspector, filters } = panelWidths
  const usual: Record<keyof typeof panelWidths, number> = {
    sidebar: sidebar.usual,
    inspector: inspector.usual,
    filters: filters.usual,
  }
  // A width that an earlier version did not keep is the usual one.
  const widths = useLocalStorage('panel-widths', usual, { mergeDefaults: true })
  watchEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sidebar', `${widths.value.sidebar}px`)
    style.setProperty('--inspector', `${widths.value.inspector}px`)
  })
  return { widths }
}
