import type { ChangeResult } from '../../contract/library/history.ts'
import type { SavedSearch } from '../../contract/library/saved-search.ts'
import { readChoice } from '../../contract/library/search/check.ts'
import { searchFields } from '../../contract/library/search/fields.ts'
import { leavesOf } from '../../contract/library/search/nodes.ts'
import { parse } from '../../contract/library/search/parse.ts'
import { SEARCH_IDS } from '../catalog/changes/kinds/saved-search.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import type { Privacy } from '../privacy/privacy.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type SavedSearchHandlersDependencies = {
  catalog: Pick<Catalog, 'searches'>
  changes: Pick<PersonChanges, 'apply'>
  privacy: Pick<Privacy, 'isHiding'>
}

/** Handlers of `searches.*`. */
export function savedSearchHandlers(
  os: LibraryImplementer,
  { catalog, changes, privacy }: SavedSearchHandlersDependencies,
) {
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
    list: os.searches.list.handler(() =>
      searches.list().filter(({ text }) => !privacy.isHiding() || !asksForHidden(text)),
    ),
    save: os.searches.save.handler(async ({ input: { id, ...search } }) => {
      if (id !== undefined) searches.get(id)
      searches.requireFreeName(search.name, id)
      const saved = { ...search, id: id ?? searches.newId() }
      return { ...(await change(saved)), search: saved }
    }),
    rename: os.searches.rename.handler(({ input: { id, name } }) => {
      const search = searches.get(id)
      searches.requireFreeName(name, id)
      return change({ ...search, name }, { formerName: search.name })
    }),
    remove: os.searches.remove.handler(({ input: { id } }) => change(searches.get(id), { isRemoved: true })),
  }
}

const hidden: readonly string[] = ['private', 'sensitive']

/** Whether a search is about photos that client mode and the lock hide: its name then tells that there are some. */
const asksForHidden = (text: string): boolean =>
  leavesOf(parse(text).terms).some(
    (leaf) =>
      leaf.type === 'field' &&
      leaf.field === searchFields.is.name &&
      leaf.values.some((value) => hidden.includes(readChoice(searchFields.is, value) ?? '')),
  )
