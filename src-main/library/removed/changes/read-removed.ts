import type { Db } from '../../../base/sqlite/connect.ts'
import { type Group, groupByState } from '../../history/kinds/change-kind.ts'

const queries = {
  roots: 'SELECT folder_id, removed_ms IS NOT NULL FROM roots WHERE folder_id IN (SELECT value FROM json_each(?))',
  photos: 'SELECT id, removed_ms IS NOT NULL FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
}

/** Which watched folders or photos are removed. */
export function readRemoved(db: Db, table: keyof typeof queries, ids: readonly number[]): Group<boolean>[] {
  const rows = db.prepare<[string], [number, number]>(queries[table]).raw().all(JSON.stringify(ids))
  return groupByState(rows).map((group) => ({ state: group.state === 1, ids: group.ids }))
}
