import { watch } from 'vue'
import { followEvents } from '../client/follow-events.ts'
import { useConnection } from '../client/use-client.ts'
import { useAlbums } from '../albums/albums.ts'
import { useFolders } from '../folders/folders.ts'
import { useLibraryEvents } from './library-events.ts'
import { useLibraryLoading } from './library-loading.ts'
import { usePrivacy } from '../privacy/privacy.ts'
import { useQuery } from '../photos/query.ts'

/** Loads what the window starts with, then keeps it up to date from the library's events until aborted. */
export function useFollowLibrary(signal: AbortSignal): void {
  const { client, state } = useConnection()
  const reload = useLibraryLoading()
  const onEvent = useLibraryEvents()
  usePrivacy().reloadWith(reload)

  useFolderFilterCleanup()
  useAlbumFilterCleanup()
  watch(state, (now, before) => {
    if (now === 'open' && before !== 'connecting') void reload()
  })
  void reload()
  void followEvents(client, { onEvent, onGap: () => void reload() }, signal)
}

/** Leaves an album that was removed, or is hidden. */
function useAlbumFilterCleanup(): void {
  const albums = useAlbums(),
    query = useQuery()
  watch(
    () => albums.nodes,
    () => {
      const { albumId } = query
      if (albumId !== null && albums.isLoaded && !albums.byId.has(albumId)) query.chooseAlbum(null)
    },
  )
}

/** Removes the filter for a folder that left the library. */
function useFolderFilterCleanup(): void {
  const folders = useFolders(),
    query = useQuery()
  watch(
    () => folders.folders,
    () => {
      const { folderId } = query
      if (folderId !== null && folders.isLoaded && !folders.byId.has(folderId)) query.chooseFolder(null)
    },
  )
}
