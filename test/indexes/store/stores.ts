import { onTestFinished } from 'vitest'
import type { AdmitEntry, IndexKey, IndexStore } from '../../../src-main/indexes/store/port.ts'
import { openIndexStore } from '../../../src-main/indexes/store/sqlite/open-index-store.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { silentLog } from '../../service/temp-data.ts'

/** A way to store named indexes; an empty store is closed when the test ends. */
export type IndexStoreKind = { name: string; open(): Promise<IndexStore> }

const sqlite: IndexStoreKind = {
  name: 'SQLite',
  async open() {
    const store = openIndexStore(tempFolder())
    onTestFinished(() => store.close())
    return store
  },
}

const postgres: IndexStoreKind = {
  name: 'PostgreSQL',
  async open() {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const { store, indexes } = await openPostgres({ url, log: silentLog })
    onTestFinished(() => store.close())
    return indexes
  },
}

/** Every implementation of the port available here; this folder's suites run against each. */
export const kinds: readonly IndexStoreKind[] = hasPostgres ? [sqlite, postgres] : [sqlite]

export const pets: IndexKey = { owner: 'ann', kind: 'categories', categorizerId: 'general_v3', indexId: 'pets' }

export const vector = (...values: number[]) => Float32Array.from(values)
export const entry = (entryId: string, ...values: number[]) => ({
  entryId,
  vector: vector(...values),
  picture: `${entryId}.jpg`,
})

/** Accepts vectors of one length, any if the index is empty. */
export const admit: AdmitEntry = (index, isEmpty, { length }) => {
  if (!isEmpty && index.dimensions !== length) throw new Error(`the index holds ${index.dimensions} numbers`)
  return { dimensions: length, model: 'm', featuresType: null }
}

/** Saves entries in an index and returns its row. */
export async function fill(store: IndexStore, key: IndexKey, ...entries: ReturnType<typeof entry>[]) {
  await store.entries.save(key, entries, admit, 5)
  return (await store.indexes.find(key))!
}
