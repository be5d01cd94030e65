import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import { noFolders } from '../../../src-main/library/ingest/places/excluded-folders.ts'
import { Reconciler } from '../../../src-main/library/ingest/reconciler.ts'
import type { EvidenceReaders } from '../../../src-main/library/ingest/reconcile/read-evidence.ts'
import { walk } from '../../../src-main/library/ingest/walk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { countRows } from '../catalog/count-rows.ts'
import { fingerprints, openForTest, saveFound } from '../catalog/library.ts'

const readers = { capture: async () => null, hashes: async () => null, looksLike: async () => false }
const readingContent = {
  ...readers,
  hashes: async (path: string) => ({ contentHash: await readFile(path, 'utf8'), imageHash: '' }),
}
const taken = new Date('2024-05-01T10:00:00.500Z')

/** Files of one size and time, as a frame grabber leaves them that writes without compression. */
async function makeAlike(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    await writeFile(join(folder, name), name.padEnd(20))
    await utimes(join(folder, name), taken, taken)
  }
}

const namesOf = (count: number, prefix = 'frame') =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(5, '0')}.jpg`)

function open(folder: string, hasKeys = true) {
  const catalog = openForTest()
  const root = catalog.folders.addRoot(folder)
  return {
    catalog,
    idAt: (name: string) => catalog.files.findByPath(join(folder, name)),
    async scan(through: Catalog = catalog, reading: EvidenceReaders = readers) {
      const reconciler = new Reconciler(through, root, { readers: reading, isRootThere: async () => true })
      for await (const batch of walk(folder, { excluded: noFolders, batchSize: 100 })) {
        const files = hasKeys ? batch.files : batch.files.map((file) => ({ ...file, fileKey: null }))
        await reconciler.take({ ...batch, files })
      }
      await reconciler.folders.collectUnentered('', () => false)
      for await (const _ of reconciler.finish());
    },
  }
}

test('files of one size and time are added with a few rows each, and so is one more', { tags: 'night' }, async () => {
  const folder = tempFolder('alike')
  await makeAlike(folder, namesOf(800))
  const { catalog, scan } = open(folder)
  const counted = countRows(catalog)
  await scan(counted.catalog)
  expect(catalog.analysis.counts().total).toBe(800)
  expect(counted.rows()).toBeLessThan(800 * 10)

  await makeAlike(join(folder, 'more'), namesOf(200, 'more'))
  const again = countRows(catalog)
  await scan(again.catalog)
  expect(catalog.analysis.counts()).toMatchObject({ total: 1000, missing: 0 })
  expect(again.rows()).toBeLessThan(1000 * 10)
})

test('among many files of one size and time, each renamed one keeps its photo', async () => {
  const folder = tempFolder('alike')
  const names = namesOf(150)
  await makeAlike(folder, names)
  const { catalog, idAt, scan } = open(folder)
  await scan()
  const before = names.map(idAt)
  // Each takes the name of the next one, from the last backwards.
  for (const at of [...names.keys()].toReversed())
    await rename(join(folder, names[at]!), join(folder, names[at + 1] ?? 'frame-99999.jpg'))
  await makeAlike(folder, [names[0]!])
  await scan()
  expect([...names.slice(1), 'frame-99999.jpg'].map(idAt)).toEqual(before)
  expect(before).not.toContain(idAt(names[0]!))
  expect(catalog.analysis.counts()).toMatchObject({ total: 151, missing: 0 })
})

test.each([
  ['with keys that changed', true],
  ['without keys', false],
])('many files of one size and time that were moved by copying are recognised by name, %s', async (_, hasKeys) => {
  const folder = tempFolder('alike')
  const names = namesOf(150)
  await makeAlike(join(folder, 'a'), names)
  const { catalog, idAt, scan } = open(folder, hasKeys)
  await scan()
  const before = names.map((name) => idAt(join('a', name)))
  const moved = names.slice(50)
  for (const name of moved) await rm(join(folder, 'a', name))
  await makeAlike(join(folder, 'b'), moved)
  await scan()
  expect(names.map((name, at) => idAt(join(at < 50 ? 'a' : 'b', name)))).toEqual(before)
  expect(catalog.analysis.counts()).toMatchObject({ total: 150, missing: 0 })
})

test(
  'many files of one size and time that were copied under other names are recognised by content',
  { tags: 'night' },
  async () => {
    const folder = tempFolder('alike')
    const names = namesOf(300)
    await makeAlike(join(folder, 'a'), names)
    const { catalog, idAt, scan } = open(folder)
    catalog.analysis.setSteps(fingerprints('v1'))
    await scan()
    const before = names.map((name) => idAt(join('a', name))!)
    for (const [at, id] of before.entries()) saveFound(catalog, id, { contentHash: names[at]!.padEnd(20) })

    const others = namesOf(300, 'image')
    await makeAlike(join(folder, 'b'), others)
    for (const [at, name] of others.entries()) {
      await writeFile(join(folder, 'b', name), names[at]!.padEnd(20))
      await utimes(join(folder, 'b', name), taken, taken)
      await rm(join(folder, 'a', names[at]!))
    }
    const counted = countRows(catalog)
    await scan(counted.catalog, readingContent)
    expect(others.map((name) => idAt(join('b', name)))).toEqual(before)
    expect(catalog.analysis.counts()).toMatchObject({ total: 300, missing: 0 })
    expect(counted.rows()).toBeLessThan(300 * 15)
  },
)
