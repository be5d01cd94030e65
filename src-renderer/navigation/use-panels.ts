import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { DroppedFolder } from '../../src-main/contract/shell/browsing.ts'
import type { FolderId, PhotoId } from '../../src-main/contract/library/ids.ts'
import type { JobId } from '../../src-main/contract/library/ids.ts'
import type { PublishFolder } from '../../src-main/contract/library/publishing.ts'
import type { PhotoQuery } from '../../src-main/contract/library/query.ts'
import { useSidePanels } from './use-side-panels.ts'

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

/** A folder or a photo that the person locates; `path` is where it was. */
export type Lost = { kind: 'folder'; id: FolderId; path: string } | { kind: 'photo'; id: PhotoId; path: string }

/** Names the current query, which may be limited to one folder. */
export type SearchToName = { kind: 'present' }

/** A publish folder that a person creates or changes. */
export type PublishSubject = {
  kind: 'publish'
  /** The folder whose settings are changed; null for a new one. */
  folder: PublishFolder | null
  ids: readonly PhotoId[] | null
  query: PhotoQuery | null
  /** The name of what the query shows: an album's name, or a search. */
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
  /** Photos that get the position of the next click on the map; kept while dialogs close and the map opens. */
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

/** Dialogs and lists that concern no particular photos. */
function useListDialogs() {
  const isAddFolderOpen = ref(false)
  const isHelpOpen = ref(false)
  /** What becomes of picked, rejected and other photos. */
  const isFinishOpen = ref(false)
  /** The list of running activities. */
  const isActivityOpen = ref(false)
  /** Publish folders, which are kept in step with photos. */
  const isPublishingOpen = ref(false)
  const isRemovedOpen = ref(false)
  const isDecisionsOpen = ref(false)
  /** Metadata templates. */
  const isTemplatesOpen = ref(false)
  return {
    isTemplatesOpen,
    isAddFolderOpen,
    isHelpOpen,
    isFinishOpen,
    isActivityOpen,
    isPublishingOpen,
    isRemovedOpen,
    isDecisionsOpen,
  }
}

/** Dialogs about photos, and which photos these are. */
function usePhotoDialogs() {
  const exportIds = shallowRef<readonly PhotoId[] | null>(null)
  /** Photos of the export that was started last: what `exportIds` named if it was not cancelled. */
  const exportOf = shallowRef<readonly PhotoId[] | null>(null)
  const tagIds = shallowRef<readonly PhotoId[] | null>(null)
  /** Photos for which an album is chosen. */
  const albumIds = shallowRef<readonly PhotoId[] | null>(null)
  /** Photos that get a date. */
  const dateIds = shallowRef<readonly PhotoId[] | null>(null)
  /** The photos to train a classifier on, and its tag if it is already chosen. */
  const trainFrom = shallowRef<{ ids: readonly PhotoId[]; tag?: string } | null>(null)
  /** The photo whose complete metadata are shown. */
  const metadataOf = shallowRef<PhotoId | null>(null)
  /** A publish folder that is created or changed. */
  const publishing = shallowRef<PublishSubject | null>(null)
  /** The export whose report is shown. */
  const exportReportOf = ref<JobId | null>(null)
  /** Photos that get copied metadata, or positions of a track. */
  const pasteIds = shallowRef<readonly PhotoId[] | null>(null)
  const trackIds = shallowRef<readonly PhotoId[] | null>(null)
  const ofExports = { exportIds, exportOf, publishing, exportReportOf }
  return { ...ofExports, tagIds, albumIds, dateIds, trainFrom, metadataOf, pasteIds, trackIds }
}

/** Dialogs about folders, and about files on the disk. */
function useFileDialogs() {
  const folderToRemove = shallowRef<Folder | null>(null)
  const toLocate = shallowRef<Lost | null>(null)
  /** A folder that was dropped on a page, which does not know its path. */
  const dropped = shallowRef<DroppedFolder | null>(null)
  /** Photos to rename, or to move to a folder. */
  const move = shallowRef<{ kind: 'rename' | 'move'; ids: readonly PhotoId[]; folderId?: FolderId } | null>(null)
  /** Photos to move to the trash. */
  const trashIds = shallowRef<readonly PhotoId[] | null>(null)
  /** A folder to rename, or to create a new one in. */
  const folderToName = shallowRef<{ kind: 'new' | 'rename'; folder: Folder } | null>(null)
  const droppedOnFolder = shallowRef<{ ids: readonly PhotoId[]; folder: Folder } | null>(null)
  /** Importing from a card; with the number of a running or finished import. */
  const cardImport = shallowRef<{ jobId?: string } | null>(null)
  const ofFolders = { folderToRemove, toLocate, dropped }
  return { ...ofFolders, move, trashIds, folderToName, droppedOnFolder, cardImport }
}

function useSettingsPanel() {
  const isSettingsOpen = ref(false)
  const settingsSection = ref<SettingsSection>('general')
  /** Opens the settings at the last section, or at a given one. */
  const openSettings = (section: SettingsSection = settingsSection.value): void => {
    settingsSection.value = section
    isSettingsOpen.value = true
  }
  return { isSettingsOpen, settingsSection, openSettings }
}
