import { chmodSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findExcluded } from '../../../src-main/library/ingest/places/excluded-folders.ts'
import { followWithin } from '../../../src-main/library/ingest/places/followed-links.ts'
import { walk, type WalkOptions } from '../../../src-main/library/ingest/walk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { actAsOrdinaryUser, hasPermissions } from '../../fixtures/ordinary-user.ts'

function makeTree(files: readonly string[]): string {
  const root = tempFolder('walk')
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), file)
  }
  return root
}

async function walkAll(root: string, options?: WalkOptions) {
  const files: string[] = []
  const unreadable: string[] = []
  const outside: string[] = []
  const sizes: number[] = []
  for await (const batch of walk(root, options)) {
    files.push(...batch.files.map((file) => (file.folder === '' ? file.name : `${file.folder}/${file.name}`)))
    unreadable.push(...batch.unreadable)
    outside.push(...batch.outside)
    sizes.push(batch.files.length)
  }
  return { files: files.sort(), unreadable, outside, sizes }
}

test('photos are found at any depth; hidden and system folders and other files are skipped', async () => {
  const root = makeTree([
    'a.JPG',
    'b.txt',
    'x/y/c.cr3',
    'x/d.svg',
    '.hidden/e.jpg',
    '.f.jpg',
    'x/@eaDir/g.jpg',
    'x/@Recycle/l.jpg',
    '@Recently-Snapshot/m.jpg',
    'x/.@__thumb/n.jpg',
    'x/@__thumb/n.jpg',
    '~snapshot/o.jpg',
    'found.001/p.jpg',
    '$RECYCLE.BIN/h.jpg',
    '.Trash-1000/i.jpg',
    'Lightroom Previews.lrdata/j.jpg',
    'x/k.heic',
  ])
  expect((await walkAll(root)).files).toEqual(['a.JPG', 'x/k.heic', 'x/y/c.cr3'])
  expect((await walkAll(root, { from: 'x/y' })).files).toEqual(['x/y/c.cr3'])
  expect((await walkAll(root, { excluded: await findExcluded([join(root, 'x')]) })).files).toEqual(['a.JPG'])
})

test('circular links end, and no photo is found twice', async () => {
  const root = makeTree(['a/one.jpg', 'b/two.jpg'])
  symlinkSync(root, join(root, 'a', 'up'))
  symlinkSync(join(root, 'b'), join(root, 'a', 'also-b'))
  symlinkSync(join(root, 'nowhere'), join(root, 'broken.jpg'))
  symlinkSync(join(root, 'b', 'two.jpg'), join(root, 'linked.jpg'))
  expect((await walkAll(root)).files).toEqual(['a/one.jpg', 'b/two.jpg', 'linked.jpg'])
  unlinkSync(join(root, 'a', 'also-b'))
  expect((await walkAll(root, { from: 'a' })).files).toEqual(['a/one.jpg'])
})

test('links out of the root, to files and folders, are reported where they may not be followed', async () => {
  const root = makeTree(['own.jpg', 'other.txt'])
  const outside = makeTree(['one.jpg', 'x/two.jpg', 'plain.txt'])
  symlinkSync(outside, join(root, 'folder'))
  symlinkSync(join(outside, 'one.jpg'), join(root, 'file.jpg'))
  symlinkSync(join(outside, 'plain.txt'), join(root, 'file.txt'))
  symlinkSync(join(root, 'own.jpg'), join(outside, 'x', 'back.jpg'))
  symlinkSync('/', join(outside, 'x', 'all'))
  expect(await walkAll(root)).toMatchObject({ files: ['own.jpg'], outside: ['file.jpg', 'folder'] })
  const followed = await walkAll(root, { mayFollow: await followWithin([root, outside]) })
  expect(followed.files).toEqual(['file.jpg', 'folder/one.jpg', 'folder/x/back.jpg', 'folder/x/two.jpg', 'own.jpg'])
  expect(followed.outside).toEqual(['folder/x/all'])
})

test('files come in batches, and an aborted walk stops', async () => {
  const root = makeTree(Array.from({ length: 70 }, (_, at) => `${at}.jpg`))
  const { sizes } = await walkAll(root, { batchSize: 32 })
  expect(sizes).toEqual([32, 32, 6])
  await expect(walkAll(root, { signal: AbortSignal.abort() })).rejects.toThrow()
})

test.runIf(hasPermissions)('an unreadable folder is reported', async () => {
  const root = makeTree(['open/a.jpg', 'closed/b.jpg'])
  chmodSync(join(root, 'closed'), 0)
  actAsOrdinaryUser(root)
  const { files, unreadable } = await walkAll(root)
  chmodSync(join(root, 'closed'), 0o755)
  expect(files).toEqual(['open/a.jpg'])
  expect(unreadable).toEqual(['closed'])
})
