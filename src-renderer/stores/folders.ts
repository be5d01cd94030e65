import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { FolderId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from './toasts.ts'

/** Watched folders and those below them. */
export const useFolders = defineStore('folders', () => {
  const client = useClient()
  const toasts = useToasts()
  const folders = ref<Folder[]>([])
  const isLoaded = ref(false)
  const byId = computed(() => new Map(folders.value.map((folder) => [folder.id, folder])))

  const load = async (): Promise<void> => {
    folders.value = await client.library.folders.list()
    isLoaded.value = true
  }

  /** Adds a folder by dialog, or by a path where the shell has none. Null when the person changed their mind. */
  const add = async (path?: string): Promise<Folder | null> => {
    const folder = await client.shell.addFolder(path === undefined ? {} : { path })
    if (folder) await load()
    return folder
  }

  const rescan = (id?: FolderId) =>
    toasts.attempt('Scan not started', () => client.library.folders.rescan(id === undefined ? {} : { id }))

  return { folders, byId, isLoaded, load, add, rescan }
})
