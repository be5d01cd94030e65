import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'

export type SettingsSection =
  'general' | 'folders' | 'metadata' | 'backups' | 'engine' | 'classifiers' | 'models' | 'about'

/** Which panels and dialogs are open, and for which photos. */
export const usePanels = defineStore('panels', () => {
  const isInspectorOpen = ref(true)
  /** Takes the place of the inspector. */
  const isHistoryOpen = ref(false)
  const isSidebarOpen = ref(true)
  const isSettingsOpen = ref(false)
  const settingsSection = ref<SettingsSection>('general')
  const isAddFolderOpen = ref(false)
  const isHelpOpen = ref(false)
  const folderToRemove = shallowRef<Folder | null>(null)
  const folderToLocate = shallowRef<Folder | null>(null)
  const isRemovedOpen = ref(false)
  const isDecisionsOpen = ref(false)
  const exportIds = shallowRef<readonly PhotoId[] | null>(null)
  const tagIds = shallowRef<readonly PhotoId[] | null>(null)
  /** The photos to train a classifier from, and its tag where that was chosen already. */
  const trainFrom = shallowRef<{ ids: readonly PhotoId[]; tag?: string } | null>(null)
  /** Opens the settings where they were, or at a section. */
  const openSettings = (section: SettingsSection = settingsSection.value): void => {
    settingsSection.value = section
    isSettingsOpen.value = true
  }
  const toggleHistory = (): void => {
    isHistoryOpen.value = !isHistoryOpen.value
  }
  /** Shows the inspector where the history is in its place. */
  const toggleInspector = (): void => {
    isInspectorOpen.value = isHistoryOpen.value || !isInspectorOpen.value
    isHistoryOpen.value = false
  }

  return {
    isInspectorOpen,
    isHistoryOpen,
    toggleHistory,
    toggleInspector,
    folderToLocate,
    isRemovedOpen,
    isDecisionsOpen,
    isSidebarOpen,
    isSettingsOpen,
    settingsSection,
    openSettings,
    isAddFolderOpen,
    isHelpOpen,
    folderToRemove,
    exportIds,
    tagIds,
    trainFrom,
  }
})
