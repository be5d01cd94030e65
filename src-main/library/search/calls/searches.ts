import type { ChangeResult } from '../../../contract/library/history.ts'
import type { SavedSearch } from '../../../contract/library/saved-search.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import { asksForHidden } from '../../privacy/asks-for-hidden.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'

export type SavedSearchHandlersDependencies = {
  catalog: Pick<Catalog, 'albums' | 'searches'>
  changes: Pick<PersonChanges, 'apply'>
  privacy: Pick<Privacy, 'isHiding'>
}

/** The place of a new search among the albums; an existing one stays where it is. */
type Place = { parentId: number | null; position: number }

/** Handlers of `searches.*`. */
export function savedSearchHandlers(
  os: LibraryImplementer,
  { catalog, changes, privacy }: SavedSearchHandlersDependencies,
) {
  const { albums, searches } = catalog
  const change = (
    { id, name, text, sort, folderId }: SavedSearch,
    { isRemoved = false, ...more }: { isRemoved?: boolean; formerName?: string; place?: Place } = {},
  ): Promise<ChangeResult> =>
    changes.apply({
      kind: 'saved-search',
      ids: LIBRARY_IDS,
      id,
      name,
      ...more,
      search: isRemoved ? null : { name, text, sort: { by: sort.by, order: sort.order }, folderId },
    })
  return {
    list: os.searches.list.handler(() =>
      searches.list().filter(({ text }) => !privacy.isHiding() || !asksForHidden(text)),
    ),
    save: os.searches.save.handler(async ({ input: { id, albumId, ...search } }) => {
      if (id !== undefined) searches.get(id)
      const place = albums.lastPlace(albumId)
      searches.requireFreeName(search.name, id)
      const saved = { ...search, id: id ?? searches.newId() }
      return { ...(await change(saved, { place })), search: saved }
    }),
    rename: os.searches.rename.handler(({ input: { id, name } }) => {
      const search = searches.get(id)
      searches.requireFreeName(name, id)
      return change({ ...search, name }, { formerName: search.name })
    }),
    remove: os.searches.remove.handler(({ input: { id } }) => change(searches.get(id), { isRemoved: true })),
  }
}
