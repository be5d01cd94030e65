import { AppError } from '../../contract/errors.ts'
import type { IndexRow } from '../store/index-rows.ts'
import type { IndexStore } from '../store/index-store.ts'
import { titleOf, toKey, type IndexName } from './index-name.ts'

/** The row of a name. Throws `bad-params` or `index-not-found`. */
export function findIndex(store: IndexStore, name: IndexName): IndexRow {
  const key = toKey(name)
  const row = store.indexes.find(key)
  if (row === undefined)
    throw new AppError('index-not-found', `There is no ${titleOf(key)}. An index is made by saving a picture in it.`)
  return row
}
