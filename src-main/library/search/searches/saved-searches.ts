import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { SavedSearch, SavedSearchId } from '../../../contract/library/saved-search.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { readTree } from '../../albums/rows/album-rows.ts'
import { foldText } from '../../../contract/fold-text.ts'

/** A person's saved searches; changes go through `catalog.changes`, like all changes of a person. */
export type SavedSearchStore = {
  /** By name; without those in a removed album. */
  list(): SavedSearch[]
  /** Throws `bad-params` for an unknown id. */
  get(id: SavedSearchId): SavedSearch
  /** A number that no search ever had. */
  newId(): SavedSearchId
  /** Throws `bad-params` if another search has this name, ignoring case. */
  requireFreeName(name: string, except?: SavedSearchId): void
}

type Row = Omit<SavedSearch, 'sort'> & { by: SavedSearch['sort']['by']; order: SavedSearch['sort']['order'] }

const SELECT = `SELECT s.id, s.name, s.text, s.sort_by AS "by", s.sort_order AS "order", f.id AS folderId
  FROM saved_searches s LEFT JOIN folders f ON f.id = s.folder_id`

const inWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function createSavedSearchStore({ db }: { db: Db }): SavedSearchStore {
  const list = () => {
    const inReach = new Set(readTree(db).searches.map(({ searchId }) => searchId))
    return db
      .prepare<[], Row>(SELECT)
      .all()
      .filter(({ id }) => inReach.has(id))
      .map(toSearch)
      .sort((a, b) => inWords.compare(a.name, b.name) || a.id - b.id)
  }
  return {
    list,
    get: (id) => {
      const found = findSearch(db, id)
      if (found === null) throw new AppError('bad-params', say('unknown.thing', { thing: 'savedSearch', id }))
      return found
    },
    newId: () =>
      1 + (db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'saved_searches'").pluck().get() ?? 0),
    requireFreeName: (name, except) => {
      const other = list().find((each) => each.id !== except && foldText(each.name) === foldText(name.trim()))
      if (other !== undefined) throw new AppError('bad-params', say('errors.searchTaken', { name: other.name }))
    },
  }
}

export function findSearch(db: Db, id: SavedSearchId): SavedSearch | null {
  const row = db.prepare<[number], Row>(`${SELECT} WHERE s.id = ?`).get(id)
  return row === undefined ? null : toSearch(row)
}

/** Writes or deletes the search with an id. */
export function writeSearch(db: Db, id: SavedSearchId, search: Omit<SavedSearch, 'id'> | null): void {
  if (search === null) return void db.prepare('DELETE FROM saved_searches WHERE id = ?').run(id)
  const { name, text, sort, folderId } = search
  db.prepare(
    `INSERT OR REPLACE INTO saved_searches (id, name, text, sort_by, sort_order, folder_id)
     VALUES (@id, @name, @text, @by, @order, @folderId)`,
  ).run({ id, name, text, folderId, ...sort })
}

const toSearch = ({ by, order, ...search }: Row): SavedSearch => ({
  id: search.id,
  name: search.name,
  text: search.text,
  sort: { by, order },
  folderId: search.folderId,
})
