import { chmod, cp, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noFolders } from '../../../src-main/library/ingest/places/excluded-folders.ts'
import { Reconciler } from '../../../src-main/library/ingest/reconciler.ts'
import { walk } from '../../../src-main/library/ingest/walk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openForTest } from '../catalog/library.ts'

/** `read` lists the files that were read completely. */
async function open() {
  const read: string[] = []
  const readers = {
    capture: async () => null,
    hashes: async (file: string) => (read.push(file), null),
    looksLike: async () => false,
  }

  const catalog = openForTest()
  const folder = tempFolder('reconciler')
  const root = catalog.folders.addRoot(folder)
  return {
    catalog,
    read,
    file: (name: string) => join(folder, name),
    idAt: (name: string) => catalog.files.findByPath(join(folder, name)),
    /** Scans the folder; each file comes in its own batch, as in a folder of thousands. */
    async scan() {
      const reconciler = new Reconciler(catalog, root, { readers, isRootThere: async () => true })
      for await (const batch of walk(folder, { excluded: noFolders, batchSize: 1 })) await reconciler.take(batch)
      await reconciler.folders.collectUnentered('', () => false)
      for await (const _ of reconciler.finish());
      return reconciler.unverified
    },
  }
}

test("a copy found before its original's renamed folder takes nothing from it", async () => {
  const { catalog, file, idAt, scan } = await open()
  for (const name of ['z/2.jpg', 'trip/1.jpg']) {
    await mkdir(file(name.split('/')[0]!))
    await writeFile(file(name), name)
  }
  await scan()
  const [first, second] = [idAt('trip/1.jpg'), idAt('z/2.jpg')]
  await rename(file('trip'), file('about'))
  await cp(file('about/1.jpg'), file('z/1.jpg'), { preserveTimestamps: true })
  await scan()
  expect([idAt('about/1.jpg'), idAt('z/2.jpg')]).toEqual([first, second])
  expect(idAt('z/1.jpg')).not.toBe(first)
  expect(catalog.photos.detail(first!).status).toBe('pending')
})

test('a touched file is reported, and one with an unknown time of change is accepted unchanged', async () => {
  const { catalog, file, idAt, read, scan } = await open()
  for (const name of ['a.jpg', 'bc.jpg']) await writeFile(file(name), name)
  expect(await scan()).toEqual([])
  await changeMode(file('a.jpg'), 0o600)
  expect(await scan()).toEqual(['a.jpg'])
  // As after an upgrade.
  const [known] = catalog.files.known(catalog.folders.roots()[0]!.id).filter(({ photoId }) => photoId === idAt('a.jpg'))
  catalog.files.settle([{ ...known!, changedMs: null, isChanged: false }])
  expect(await scan()).toEqual([])
  await changeMode(file('a.jpg'), 0o644)
  expect(await scan()).toEqual(['a.jpg'])
  expect(read).toEqual([])
})

/** The clock of files ticks every few milliseconds: a change within one tick of the one before cannot be seen. */
async function changeMode(path: string, mode: number): Promise<void> {
  const { ctimeMs } = await stat(path)
  do await chmod(path, mode)
  while (Math.floor((await stat(path)).ctimeMs) === Math.floor(ctimeMs))
}
