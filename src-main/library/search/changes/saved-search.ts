import { say } from '../../../contract/sentences/say.ts'
import type { AlbumId } from '../../../contract/library/albums.ts'
import type { SavedSearch, SavedSearchId } from '../../../contract/library/saved-search.ts'
import { placeSearch, showSearch } from '../../albums/rows/album-rows.ts'
import { findSearch, writeSearch } from '../searches/saved-searches.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

type Search = Omit<SavedSearch, 'id'>

/** Saves a search under a name, or removes it. `formerName` is its name before it is renamed. */
type ChangeSearch = {
  kind: 'saved-search'
  id: SavedSearchId
  name: string
  formerName?: string
  /** The place of a new one among the albums. */
  place?: { parentId: AlbumId | null; position: number }
  search: Search | null
}

/** The state is the complete search. */
export const savedSearch: ChangeKind<ChangeSearch, Search | null> = {
  kind: 'saved-search',
  subject: 'library',
  announces: () => ['searches.changed', 'albums.changed'],
  given: (_context, { search }) => search,
  read: ({ db }, { id }, ids) => [{ state: stateOf(findSearch(db, id)), ids }],
  write: ({ db }, { id, place }, _ids, state) => {
    const wasAbsent = findSearch(db, id) === null
    writeSearch(db, id, state)
    if (place !== undefined) placeSearch(db, { searchId: id, ...place })
    if (wasAbsent && state !== null) showSearch(db, id)
  },
  tell: ({ changed }) => changed.albums(),
  describe: ({ name, formerName, search }) => {
    if (search === null) return say('changes.searchRemoved', { name })
    return formerName === undefined
      ? say('changes.searchSaved', { name })
      : say('changes.searchRenamed', { from: formerName, to: name })
  },
  photosOf: () => 0,
}

/** Its parts in a fixed order, since states are compared as JSON. */
function stateOf(found: SavedSearch | null): Search | null {
  if (found === null) return null
  const { name, text, sort, folderId } = found
  return { name, text, sort: { by: sort.by, order: sort.order }, folderId }
}
