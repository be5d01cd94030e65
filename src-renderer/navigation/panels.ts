import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { DroppedFolder } from '../../src-main/contract/shell/browsing.ts'
import type { FolderId, PhotoId } from '../../src-main/contract/library/ids.ts'
import type { JobId } from '../../src-main/contract/library/ids.ts'
import type { PublishFolder } from '../../src-main/contract/library/publishing.ts'
import type { PhotoQuery } from '../../src-main/contract/library/query.ts'
import { useSidePanels } from './side-panels.ts'

export type SettingsSection =
  | 'general'
  | 'keys'
  | 'hidden'
  | 'people'
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

/** A name is asked for what is shown, which may be in one folder only. */
export type SearchToName = { kind: 'present' }

/** A publish folder that a person makes or changes. */
export type PublishSubject = {
  kind: 'publish'
  /** The folder whose settings are changed; null for a new one. */
  folder: PublishFolder | null
  ids: readonly PhotoId[] | null
  query: PhotoQuery | null
  /** What the query shows: an album's name, or a search. */
  queryName: string
}

/** Which panels and dialogs are open, and for which photos. */
export const usePanels = defineStore('panels', () => {
  const settings = useSettingsPanel()
  const side = useSidePanels()
  const lists = useListDialogs()
  /** Importing from another program, or exporting the library. */
  const transfer = ref<'import' | 'export' | null>(null)
  const ofFiles = useFileDialogs()
  const ofPhotos = usePhotoDialogs()
  /** Photos that get the place of the next click on the map; stays while dialogs close and the map opens. */
  const placeIds = shallowRef<readonly PhotoId[] | null>(null)
  const searchToName = shallowRef<SearchToName | null>(null)

  const closeDialogs = (): void => {
    settings.isSettingsOpen.value = false
    for (const isOpen of Object.values(lists)) isOpen.value = false
    const subjects = [searchToName, ...Object.values(ofPhotos), ...Object.values(ofFiles)]
    for (const about of subjects) about.value = null
  }

  return {
    ...settings,
    ...side,
    ...ofPhotos,
    ...lists,
    ...ofFiles,
    placeIds,
    closeDialogs,
    transfer,
    searchToName,
  }
})

/** Dialogs and lists that are about nothing in particular. */
function useListDialogs() {
  const isAddFolderOpen = ref(false)
  const isHelpOpen = ref(false)
  /** The list of what is under way. */
  const isActivityOpen = ref(false)
  /** Folders that are kept in step with photos. */
  const isPublishingOpen = ref(false)
  const isRemovedOpen = ref(false)
  const isDecisionsOpen = ref(false)
  /** Sets of texts for photos. */
  const isTemplatesOpen = ref(false)
  return {
    isTemplatesOpen,
    isAddFolderOpen,
    isHelpOpen,
    isActivityOpen,
    isPublishingOpen,
    isRemovedOpen,
    isDecisionsOpen,
  }
}

/** Dialogs about photos, and which photos these are. */
function usePhotoDialogs() {
  const exportIds = shallowRef<readonly PhotoId[] | null>(null)
  const tagIds = shallowRef<readonly PhotoId[] | null>(null)
  /** Photos for which an album is chosen. */
  const albumIds = shallowRef<readonly PhotoId[] | null>(null)
  /** Photos that get a date. */
  const dateIds = shallowRef<readonly PhotoId[] | null>(null)
  /** The photos to train a classifier from, and its tag where that was chosen already. */
  const trainFrom = shallowRef<{ ids: readonly PhotoId[]; tag?: string } | null>(null)
  /** The photo whose metadata are shown in full. */
  const metadataOf = shallowRef<PhotoId | null>(null)
  /** A publish folder that is made or changed. */
  const publishing = shallowRef<PublishSubject | null>(null)
  /** The export whose report is shown. */
  const exportReportOf = ref<JobId | null>(null)
  /** Photos that get metadata that were copied, or positions of a track. */
  const pasteIds = shallowRef<readonly PhotoId[] | null>(null)
  const trackIds = shallowRef<readonly PhotoId[] | null>(null)
  return { exportIds, publishing, exportReportOf, tagIds, albumIds, dateIds, trainFrom, metadataOf, pasteIds, trackIds }
}

/** Dialogs about folders, and about files on the disk. */
function useFileDialogs() {
  const folderToRemove = shallowRef<Folder | null>(null)
  const toLocate = shallowRef<Lost | null>(null)
  /** A folder that was dropped on a page, which does not know where it lies. */
  const dropped = shallowRef<DroppedFolder | null>(null)
  /** Photos that are to be renamed, or moved to a folder. */
  const move = shallowRef<{ kind: 'rename' | 'move'; ids: readonly PhotoId[]; folderId?: FolderId } | null>(null)
  /** Photos that are to go to the trash. */
  const trashIds = shallowRef<readonly PhotoId[] | null>(null)
  /** A folder that gets another name, or a new one in it. */
  const folderToName = shallowRef<{ kind: 'new' | 'rename'; folder: Folder } | null>(null)
  const droppedOnFolder = shallowRef<{ ids: readonly PhotoId[]; folder: Folder } | null>(null)
  /** Importing from a card; with the number of an import that is under way or over. */
  const cardImport = shallowRef<{ jobId?: string } | null>(null)
  const ofFolders = { folderToRemove, toLocate, dropped }
  return { ...ofFolders, move, trashIds, folderToName, droppedOnFolder, cardImport }
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
