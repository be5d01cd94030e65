import { readdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { Training } from '../../../src-main/indexes/named/trained-states.ts'
import type { ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { ObjectStates, type ObjectStatesOptions } from '../../../src-main/service/trained-states/object-states.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { makeVectors } from '../../indexes/named/fixture.ts'

export const watch = () => ({ signal: new AbortController().signal, onProgress: () => undefined })

/** A node's states in a separate folder, closed when the running test ends. */
export async function openStates(
  store: ObjectStore,
  options: Partial<ObjectStatesOptions> = {},
): Promise<ObjectStates> {
  const states = await ObjectStates.open({
    store,
    folder: tempFolder('node'),
    memoryBytes: 1e8,
    minFreeBytes: 0,
    ...options,
  })
  onTestFinished(() => states.close())
  return states
}

export const DIMENSIONS = 32

/** A training of an index with this many entries, equal for the same seed. */
export function trainingOf(indexRow: number, entries: number, seed = 1): Training {
  const all = makeVectors(entries, DIMENSIONS, seed).map((vector, n) => ({ entryId: `photo ${n}`, vector }))
  return {
    indexRow,
    kind: 'categories',
    dimensions: DIMENSIONS,
    entries,
    async *pages(rows) {
      for (let from = 0; from < all.length; from += rows) yield all.slice(from, from + rows)
    },
  }
}

export const sought = makeVectors(1, DIMENSIONS, 7)[0]!
export const page = { offset: 0, count: 10 }

/** A node's own files. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

export async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const one of all) collected.push(one)
  return collected
}

export const keysOf = async (objects: ObjectStore): Promise<string[]> =>
  (await collect(objects.list(''))).map(({ key }) => key).sort()
