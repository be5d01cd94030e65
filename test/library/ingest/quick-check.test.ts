import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import { FolderTimes } from '../../../src-main/library/ingest/folder-times.ts'
import { quickCheck } from '../../../src-main/library/ingest/quick-check.ts'
import { walk } from '../../../src-main/library/ingest/walk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { addNames, openForTest } from '../catalog/library.ts'

const { signal } = new AbortController()
const past = new Date('2020-01-01')

/** A root with photos whose folders were last scanned when nothing had changed for long. */
async function makeRoot(...files: string[]) {
  const folder = join(tempFolder('quick'), 'photos')
  const catalog = openForTest()
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), file)
  }
  const root = catalog.folders.addRoot(folder)
  addNames(catalog, root.id, files)
  const remember = async () => {
    const times = new FolderTimes()
    for (const each of new Set(['', ...files.map((file) => join(file, '..'))]))
      await utimes(join(folder, each), past, past)
    for await (const batch of walk(folder, { onFolder: (each, stats) => times.note(each, stats, Date.now()) }))
      expect(batch.unreadable).toEqual([])
    return times
  }
  return { catalog, folder, root, times: await remember() }
}

async function scan(catalog: Catalog, folder: string, times: FolderTimes) {
  const [root] = catalog.folders.roots()
  return (await quickCheck(catalog, root!, times, signal)).map((path) => relative(folder, path)).sort()
}

test('nothing is reported if no name came or went', async () => {
  const { catalog, folder, times } = await makeRoot('a/one.jpg', 'b/two.jpg')
  expect([...times.folders].sort()).toEqual(['', 'a', 'b'])
  await writeFile(join(folder, 'a', 'one.jpg'), 'written to in place: a scan finds that')
  expect(await scan(catalog, folder, times)).toEqual([])
})

test('a moved photo is reported at its old and new place, with its neighbours', async () => {
  const { catalog, folder, times } = await makeRoot('a/one.jpg', 'a/rest.jpg', 'b/two.jpg', 'c/three.jpg')
  await rename(join(folder, 'a', 'one.jpg'), join(folder, 'b', 'moved.jpg'))
  expect(await scan(catalog, folder, times)).toEqual(['a/one.jpg', 'a/rest.jpg', 'b/moved.jpg', 'b/two.jpg'])
})

test('added and removed folders are reported as a whole', async () => {
  const { catalog, folder, times } = await makeRoot('a/one.jpg', 'b/deep/two.jpg')
  await mkdir(join(folder, 'new'))
  await rm(join(folder, 'b'), { recursive: true })
  expect(await scan(catalog, folder, times)).toEqual(['b', 'b/deep', 'new'])
})

test('the memory survives a restart; a folder that had just changed is checked again', async () => {
  const { catalog, folder, times } = await makeRoot('a/one.jpg')
  const file = join(tempFolder('times'), 'deep', '1.folders.json')
  await times.save(file)
  const read = await FolderTimes.read(file)
  expect([...read!.folders].sort()).toEqual([...times.folders].sort())
  expect(await scan(catalog, folder, read!)).toEqual([])

  const now = new Date()
  await utimes(join(folder, 'a'), now, now)
  for await (const _batch of walk(folder, { onFolder: (each, stats) => times.note(each, stats, Date.now()) })) continue
  expect(await scan(catalog, folder, times)).toEqual(['a/one.jpg'])

  await writeFile(file, '{"cut sh')
  expect(await FolderTimes.read(file)).toBeNull()
  await FolderTimes.remove(file)
  expect(await FolderTimes.read(file)).toBeNull()
})
