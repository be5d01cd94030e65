import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deletePhotos } from '../../../src-main/library/folders/rows/remove-photos.ts'
import { noLog } from '../../../src-main/library/host/log.ts'
import { SimilarIndexes } from '../../../src-main/library/similar/similar-indexes.ts'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { photoVectors } from '../../fixtures/photo-vectors.ts'
import { openWithRoot, saveFound, STEPS } from '../catalog/library.ts'

const DIMENSIONS = 64
const steps = [...STEPS, 'embedding' as const]

/** A library of photos with embeddings, and an opener of its indexes like each start of the program. */
function makeLibrary(count = 300) {
  const libraryDir = tempFolder('catalog')
  const { catalog, add } = openWithRoot(libraryDir)
  const folder = tempFolder('similar')
  const next = photoVectors(DIMENSIONS)
  const draw = () => {
    const vector = new Float32Array(DIMENSIONS)
    next(vector)
    return vector
  }
  const ids = add(...Array.from({ length: count }, (_, n) => `${n}.jpg`))
  const save = (id: number, modelId = 'first') => {
    const embedding = { modelId, vector: draw() }
    saveFound(catalog, id, { embedding }, steps)
    return { embedding }
  }
  for (const id of ids) save(id)
  let reads = 0
  const analysis = {
    ...catalog.analysis,
    embeddings(modelId: string) {
      reads++
      return catalog.analysis.embeddings(modelId)
    },
  }
  const options = { analysis, presentModel: () => 'first', log: noLog }
  const start = () => new SimilarIndexes({ ...options, folder, minKept: 100 })
  /** Built from the catalogue alone. */
  const makeEmpty = () => new SimilarIndexes({ ...options, folder: tempFolder('similar'), minKept: Infinity })
  const remove = (id: number) => {
    const db = connect(join(libraryDir, 'library.db'))
    deletePhotos(db, [id])
    db.close()
  }
  /** How often all embeddings were read. */
  const readings = () => reads
  return { catalog, add, ids, folder, start, makeEmpty, save, remove, readings }
}

const like = async (indexes: SimilarIndexes, id: number) => {
  const { index } = (await indexes.contentOf(id))!
  return index.search(index.get(id)!, { limit: 20 })
}

test('an index is read from its file at the next start, with the same results', { tags: 'night' }, async () => {
  const { ids, start, readings } = makeLibrary()
  const first = start()
  await first.keep()
  const expected = await like(first, ids[7]!)
  await first.close()
  expect(readings()).toBe(1)
  const second = start()
  expect(await like(second, ids[7]!)).toEqual(expected)
  await second.keep()
  expect(readings()).toBe(1)
  await second.close()
})

test('later changes are applied: new, replaced and removed embeddings, by any route', async () => {
  const { add, ids, start, makeEmpty, save, remove, readings } = makeLibrary()
  const first = start()
  await first.keep()
  await first.close()
  const [fresh] = add('fresh.jpg') as [number]
  save(fresh)
  save(ids[3]!)
  save(ids[5]!, 'second')
  remove(ids[9]!)
  const second = start()
  const { index } = (await second.contentOf(fresh))!
  expect(readings()).toBe(1)
  const made = makeEmpty()
  for (const id of [fresh, ids[3]!, ids[20]!]) expect(await like(second, id)).toEqual(await like(made, id))
  expect(index.get(ids[5]!)).toBeUndefined()
  expect(index.get(ids[9]!)).toBeUndefined()
  await second.close()
  await made.close()
})

test('a file is rewritten when a tenth of it has changed, even while in use', async () => {
  const { folder, ids, start, makeEmpty, save } = makeLibrary()
  const indexes = start()
  await indexes.keep()
  const path = join(folder, readdirSync(folder)[0]!)
  const before = readFileSync(path)
  for (const id of ids.slice(0, 10)) indexes.put(id, save(id))
  await indexes.keep()
  expect(readFileSync(path).equals(before)).toBe(true)
  for (const id of ids.slice(0, 40)) indexes.put(id, save(id))
  await indexes.keep()
  expect(readFileSync(path).equals(before)).toBe(false)
  expect(readdirSync(folder)).toHaveLength(1)
  const made = makeEmpty()
  for (const id of [ids[2]!, ids[50]!]) expect(await like(indexes, id)).toEqual(await like(made, id))
  await indexes.close()
})

test.each([
  ['damaged', (path: string) => writeFileSync(path, readFileSync(path).fill(7, 9000, 9050))],
  ['of an earlier state', () => {}],
  ['absent', (path: string) => writeFileSync(path, '')],
] as const)('a file that is %s is created again', async (what, spoil) => {
  const { folder, ids, start, makeEmpty, save, readings } = makeLibrary()
  const first = start()
  await first.keep()
  const path = join(folder, readdirSync(folder)[0]!)
  if (what === 'of an earlier state') {
    const earlier = readFileSync(path)
    for (const id of ids.slice(0, 100)) first.put(id, save(id))
    await first.keep()
    writeFileSync(path, earlier)
  }
  await first.close()
  spoil(path)
  const second = start()
  const made = makeEmpty()
  expect(await like(second, ids[8]!)).toEqual(await like(made, ids[8]!))
  expect(readings()).toBe(3)
  await second.keep()
  await second.close()
  const third = start()
  await like(third, ids[8]!)
  expect(readings()).toBe(3)
  await third.close()
})

test('a stop before the file is in place keeps the former one, with all later changes', async () => {
  const { catalog, ids, start, makeEmpty, save, readings } = makeLibrary()
  const first = start()
  await first.keep()
  save(ids[1]!)
  catalog.analysis.codeFiles.begin('first', 'never written')
  save(ids[2]!)
  await first.close()
  const second = start()
  const made = makeEmpty()
  for (const id of [ids[1]!, ids[2]!, ids[3]!]) expect(await like(second, id)).toEqual(await like(made, id))
  expect(readings()).toBe(2)
  await second.close()
})

test('no index is saved for a small library', async () => {
  const { folder, start } = makeLibrary(50)
  const indexes = start()
  await indexes.contentOf(1)
  await indexes.keep()
  await indexes.close()
  expect(readdirSync(folder)).toEqual([])
})

test('nothing is logged without a file, and no more than each file lacks', async () => {
  const { catalog, ids, start, save } = makeLibrary()
  catalog.analysis.codeFiles.begin('first', 'later')
  expect(catalog.analysis.codeFiles.changedSince('later')).toEqual([])
  save(ids[4]!)
  save(ids[4]!)
  expect(catalog.analysis.codeFiles.changedSince('later')).toEqual([ids[4]])
  const indexes = start()
  await indexes.contentOf(ids[0]!)
  await indexes.keep()
  const [token, ...others] = catalog.analysis.codeFiles.tokens('first')
  expect(others).toEqual([])
  expect(catalog.analysis.codeFiles.changedSince(token!)).toEqual([])
  await indexes.close()
})
