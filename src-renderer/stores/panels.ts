import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { DroppedFolder } from '../../src-main/contract/shell/browsing.ts'
import type { FolderId, PhotoId } from '../../src-main/contract/library/ids.ts'
import type { SavedSearch } from '../../src-main/contract/library/saved-search.ts'
import { useSidePanels } from './side-panels.ts'

export type SettingsSection =
  | 'general'
  | 'keys'
  | 'hidden'
  | 'map'
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

/** A name is asked for: for what is shown, which may be in one folder only, or for a saved search. */
export type SearchToName = { kind: 'present' } | { kind: 'saved'; search: SavedSearch }

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
  const ofPhotos = usePhotoDialogs()
  const searchToName = shallowRef<SearchToName | null>(null)

  const closeDialogs = (): void => {
    settings.isSettingsOpen.value = false
    for (const isOpen of [isAddFolderOpen, isHelpOpen, isRemovedOpen, isDecisionsOpen]) isOpen.value = false
    const subjects = [folderToRemove, toLocate, dropped, searchToName, ...Object.values(ofPhotos)]
    for (const about of subjects) about.value = null
  }

  return {
    ...settings,
    ...side,
    ...ofPhotos,
    closeDialogs,
    isAddFolderOpen,
    isHelpOpen,
    isRemovedOpen,
    isDecisionsOpen,
    transfer,
    folderToRemove,
    toLocate,
    dropped,
    searchToName,
  }
})

/** Dialogs about photos, and which photos these are. */
function usePhotoDialogs() {
  const exportIds = shallowRef<readonly PhotoId[] | null>(null)
  const tagIds = shallowRef<readonly PhotoId[] | null>(null)
  /** Photos that get a date. */
  const dateIds = shallowRef<readonly PhotoId[] | null>(null)
  /** The photos to train a classifier from, and its tag where that was chosen already. */
  const trainFrom = shallowRef<{ ids: readonly PhotoId[]; tag?: string } | null>(null)
  /** The photo whose metadata are shown in full. */
  const metadataOf = shallowRef<PhotoId | null>(null)
  return { exportIds, tagIds, dateIds, trainFrom, metadataOf }
}

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
