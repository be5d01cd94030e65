import type { ChangeResult } from '../../contract/library/history.ts'
import type { SavedSearch } from '../../contract/library/saved-search.ts'
import { SEARCH_IDS } from '../catalog/changes/kinds/saved-search.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type SavedSearchHandlersDependencies = {
  catalog: Pick<Catalog, 'searches'>
  changes: Pick<PersonChanges, 'apply'>
}

/** Handlers of `searches.*`. */
export function savedSearchHandlers(os: LibraryImplementer, { catalog, changes }: SavedSearchHandlersDependencies) {
  const { searches } = catalog
  const change = (
    { id, name, text, sort, folderId }: SavedSearch,
    { isRemoved = false, formerName }: { isRemoved?: boolean; formerName?: string } = {},
  ): Promise<ChangeResult> =>
    changes.apply({
      kind: 'saved-search',
      ids: SEARCH_IDS,
      id,
      name,
      ...(formerName === undefined ? {} : { formerName }),
      search: isRemoved ? null : { name, text, sort: { by: sort.by, order: sort.order }, folderId },
    })
  return {
    list: os.searches.list.handler(() => searches.list()),
    save: os.searches.save.handler(async ({ input: { id, ...search } }) => {
      if (id !== undefined) searches.get(id)
      searches.requireFreeName(search.name, id)
      const saved = { ...search, id: id ?? searches.newId() }
      await change(saved)
      return saved
    }),
    rename: os.searches.rename.handler(({ input: { id, name } }) => {
      const search = searches.get(id)
      searches.requireFreeName(name, id)
      return change({ ...search, name }, { formerName: search.name })
    }),
    remove: os.searches.remove.handler(({ input: { id } }) => change(searches.get(id), { isRemoved: true })),
  }
}
