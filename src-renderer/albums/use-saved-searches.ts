import { foldText } from '../../src-main/contract/fold-text.ts'
import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { SavedSearch } from '../../src-main/contract/library/saved-search.ts'
import { useClient } from '../client/use-client.ts'
import { addTerm } from '../../src-main/contract/library/search/edit.ts'
import { field } from '../../src-main/contract/library/search/nodes.ts'
import { useAlbums } from './use-albums.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { type Asked, isSameAsked } from '../photos/query-address.ts'
import { useQuery } from '../photos/query.ts'
import { useToasts } from '../client/use-toasts.ts'

/** The person's saved searches, ordered by name. Each change shows a notice with Undo. */
export const useSavedSearches = defineStore('saved-searches', () => {
  const { searches } = useClient().library
  const albums = useAlbums(),
    toasts = useToasts(),
    changes = usePersonChanges(),
    query = useQuery()
  const list = shallowRef<readonly SavedSearch[]>([])
  /** The saved search that is shown now; the first if several have the same query. */
  const shown = computed(() => list.value.find((search) => isSameAsked(search, query.asked)) ?? null)

  const load = async (): Promise<void> => {
    list.value = await searches.list()
  }
  const named = (name: string): SavedSearch | null =>
    list.value.find((search) => foldName(search.name) === foldName(name)) ?? null

  /** Saves the current query; with an id, replaces that search. */
  const save = (
    name: string,
    { text, folderId, albumId = null, sort }: Asked,
    id?: SavedSearch['id'],
  ): Promise<boolean> =>
    toasts.attempt(t('search.searchNotSaved'), async () => {
      // A search in an album is saved as a search for the album.
      const path = albumId === null ? '' : albums.pathOf(albumId)
      const whole = path === '' ? text : addTerm(text, field('album', [path], '='))
      const result = await searches.save({ name, text: whole, folderId, sort, ...(id === undefined ? {} : { id }) })
      changes.tellDone(result)
    })
  const rename = (id: SavedSearch['id'], name: string): Promise<boolean> =>
    toasts.attempt(t('search.searchNotRenamed'), async () => changes.tellDone(await searches.rename({ id, name })))
  const remove = (id: SavedSearch['id']): Promise<boolean> =>
    toasts.attempt(t('search.searchNotDeleted'), async () => changes.tellDone(await searches.remove({ id })))

  return { list, shown, load, named, save, rename, remove }
})

/** As the library compares names. */
const foldName = (name: string): string => foldText(name.trim())
