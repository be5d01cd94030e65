import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Folder, WatchMode } from '../../src-main/contract/library/folder.ts'
import type { FolderId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Watched folders and their subfolders. */
export const useFolders = defineStore('folders', () => {
  const client = useClient()
  const toasts = useToasts()
  const folders = ref<Folder[]>([])
  const isLoaded = ref(false)
  const byId = computed(() => new Map(folders.value.map((folder) => [folder.id, folder])))
  const watched = computed(() =>
    folders.value
      .filter((folder) => folder.parentId === null)
      .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })),
  )
  /** The watched folder that contains a folder, or is the folder itself. */
  const rootOf = (id: FolderId): Folder | undefined => {
    const folder = byId.value.get(id)
    return folder === undefined || folder.parentId === null ? folder : rootOf(folder.parentId)
  }

  /** True for an available watched folder: only single files of it can be in another place. */
  const isThere = (id: FolderId): boolean => watched.value.some((folder) => folder.id === id && folder.isAvailable)

  const load = async (): Promise<void> => {
    folders.value = await client.library.folders.list()
    isLoaded.value = true
  }

  const listed = async <T extends Folder | null>(folder: T): Promise<T> => {
    if (folder) await load()
    return folder
  }

  /** Adds a folder by dialog, or by a path if the shell has no dialogs. Null if the person cancelled. */
  const add = async (path?: string): Promise<Folder | null> =>
    listed(await client.shell.addFolder(path === undefined ? {} : { path }))

  /** Adds a folder that was dropped on the window, if the shell knows its path. */
  const addDropped = async (id: string): Promise<Folder> => listed(await client.shell.addDropped({ id }))

  /** Sets where a folder is now, by dialog or by a path. Null if the person cancelled. */
  const locate = async (id: FolderId, path?: string): Promise<Folder | null> =>
    listed(await client.shell.locateFolder(path === undefined ? { id } : { id, path }))

  const setWatching = (id: FolderId, watching: WatchMode) =>
    toasts.attempt(t('folders.watchingNotChanged'), () => client.library.folders.setWatching({ id, watching }))

  const rescan = (id?: FolderId) =>
    toasts.attempt(t('folders.scanNotStarted'), () => client.library.folders.rescan(id === undefined ? {} : { id }))

  return { folders, byId, watched, rootOf, isThere, isLoaded, load, add, addDropped, locate, setWatching, rescan }
})
