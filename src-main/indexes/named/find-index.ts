import { AppError } from '../../contract/errors.ts'
import type { FoundIndex, IndexStore } from '../store/port.ts'
import { titleOf, toKey, type IndexName } from './index-name.ts'

/** The row of a name. Rejects with `bad-params` or `index-not-found`. */
export async function findIndex(store: IndexStore, name: IndexName): Promise<FoundIndex> {
  const key = toKey(name)
  const row = await store.indexes.find(key)
  if (row === undefined)
    throw new AppError('index-not-found', `There is no ${titleOf(key)}. An index is made by saving a picture in it.`)
  return row
}
