import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { canMount, mountReadOnly } from '../../fixtures/mounts.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { fillDisk, mountSmallDisk } from '../../fixtures/small-disk.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

const TAKEN = new Date('2024-06-01T10:00:00')

/** A simulated card with two photos, a film, and the extra files that cameras write. */
async function makeCard(dir: string) {
  const card = join(dir, 'card', 'DCIM')
  const folder = join(card, '100CANON')
  mkdirSync(folder, { recursive: true })
  await drawPhoto(join(folder, 'IMG_0001.JPG'), { seed: 1 })
  await drawPhoto(join(folder, 'IMG_0002.JPG'), { seed: 2 })
  writeFileSync(join(folder, 'IMG_0002.XMP'), '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
  writeFileSync(join(folder, 'MVI_0003.MP4'), 'a film')
  writeFileSync(join(folder, 'MVI_0003.THM'), 'its picture')
  writeFileSync(join(folder, 'notes.txt'), 'no picture')
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), TAKEN, TAKEN)
  return { card, folder }
}

async function openCard() {
  const { dir, libraryDir, photosDir } = makeLibrary()
  const { card, folder } = await makeCard(dir)
  const opened = await openTestLibrary(libraryDir)
  await opened.library.hostCalls.addFolder({ path: photosDir })
  await opened.library.hostCalls.waitUntilIdle()
  const folderId = (await opened.library.hostCalls.findFolder({ path: photosDir }))!
  return { ...opened, dir, libraryDir, photosDir, card, folder, folderId }
}

async function scan(library: OpenLibrary, card: string) {
  const { id: sourceId } = await library.hostCalls.registerSource({ path: card })
  return library.calls.cards.scan({ sourceId })
}

type Order = Omit<Parameters<OpenLibrary['calls']['cards']['start']>[0], 'scanId'>

async function importCard(library: OpenLibrary, card: string, order: Order) {
  const { scanId } = await scan(library, card)
  const { jobId } = await library.calls.cards.start({ scanId, ...order })
  return library.calls.cards.finished({ jobId })
}

const listAll = (folder: string) =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as { name: string; isFile(): boolean }[])
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

test('new photos are copied twice with all files, verified, into folders by date; the card is unchanged', async () => {
  const { library, dir, photosDir, card, folder, folderId } = await openCard()
  const before = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
  const found = await scan(library, card)
  expect(found.items.map(({ name, others, isKnown, isVideo }) => ({ name, others, isKnown, isVideo }))).toEqual([
    { name: 'IMG_0001.JPG', others: [], isKnown: false, isVideo: false },
    { name: 'IMG_0002.JPG', others: ['IMG_0002.XMP'], isKnown: false, isVideo: false },
    { name: 'MVI_0003.MP4', others: ['MVI_0003.THM'], isKnown: false, isVideo: true },
  ])
  const thumbs = await library.calls.cards.thumbs({ scanId: found.scanId, items: [0, 1] })
  expect(thumbs.map((address) => address?.slice(0, 11))).toEqual(['data:image/', 'data:image/'])
  const backup = join(dir, 'backup')
  mkdirSync(backup)
  const { id: backupId } = await library.hostCalls.registerTarget({ path: backup })
  const wishes = { folderId, backupId, pattern: '{name}_{counter:2}', rating: 3, tags: ['trip'] }
  const names = await library.calls.cards.preview({ scanId: found.scanId, ...wishes })
  const day = join(photosDir, '2024', '2024-06-01')
  expect(names.names.map(({ newPath }) => newPath)).toContain(join(day, 'IMG_0002_02.JPG'))
  expect(existsSync(day)).toBe(false)

  const report = await importCard(library, card, wishes)
  expect(report).toMatchObject({ state: 'done', copied: 5, known: 0, backedUp: 5, failures: [], backupFailures: [] })
  const copies = ['IMG_0001_01.JPG', 'IMG_0002_02.JPG', 'IMG_0002_02.XMP', 'MVI_0003_03.MP4', 'MVI_0003_03.THM']
  expect(readdirSync(day).sort()).toEqual(copies)
  expect(listAll(backup)).toEqual(copies)
  expect(readFileSync(join(day, 'IMG_0001_01.JPG'))).toEqual(before.get('IMG_0001.JPG'))
  for (const [name, content] of before) expect(readFileSync(join(folder, name))).toEqual(content)
  const { tiles } = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
  expect(tiles.map(({ name, rating }) => [name, rating])).toEqual([
    ['IMG_0001_01.JPG', 3],
    ['IMG_0002_02.JPG', 3],
    ['MVI_0003_03.MP4', 3],
  ])
})

test('nothing is imported twice: not under another name, nor after the photo was deleted or moved', async () => {
  const { library, photosDir, card, folder, folderId } = await openCard()
  await importCard(library, card, { folderId, subfolder: '' })
  rmSync(join(photosDir, 'IMG_0001.JPG'))
  renameSync(join(photosDir, 'IMG_0002.JPG'), join(photosDir, 'other.jpg'))
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  renameSync(join(folder, 'IMG_0001.JPG'), join(folder, 'DSC_9999.JPG'))
  const again = await scan(library, card)
  expect(again.items.every(({ isKnown }) => isKnown)).toBe(true)
  await expect(library.calls.cards.start({ scanId: again.scanId, folderId })).rejects.toThrow('Nothing new')
  // The copy has another time, so only its bytes match.
  cpSync(join(folder, 'DSC_9999.JPG'), join(folder, 'COPY.JPG'))
  utimesSync(join(folder, 'COPY.JPG'), new Date(), new Date())
  const report = await importCard(library, card, { folderId, subfolder: '' })
  expect(report).toMatchObject({ state: 'done', copied: 0, known: 1 })
  expect(readdirSync(photosDir)).not.toContain('COPY.JPG')
})

test('files of a photo whose names do not begin with its own get a number too, and stay its own under another name', async () => {
  const { library, dir, photosDir, folderId } = await openCard()
  const phone = join(dir, 'phone')
  for (const [seed, name] of ['100APPLE', '101APPLE'].entries()) {
    mkdirSync(join(phone, name), { recursive: true })
    await drawPhoto(join(phone, name, 'IMG_0012.JPG'), { seed: seed + 10 })
    writeFileSync(join(phone, name, 'IMG_O0012.AAE'), `edits in ${name}`)
  }
  const report = await importCard(library, phone, { folderId, subfolder: '' })
  expect(report).toMatchObject({ state: 'done', copied: 4, failures: [] })
  expect(readdirSync(photosDir).sort()).toEqual(['IMG_0012-2.JPG', 'IMG_0012.JPG', 'IMG_O0012-2.AAE', 'IMG_O0012.AAE'])

  const takeout = join(dir, 'takeout')
  mkdirSync(takeout)
  await drawPhoto(join(takeout, 'sea(1).jpg'), { seed: 20 })
  writeFileSync(join(takeout, 'sea.jpg(1).json'), '{}')
  await importCard(library, takeout, { folderId, subfolder: 'takeout', pattern: 'beach' })
  expect(readdirSync(join(photosDir, 'takeout')).sort()).toEqual(['beach.jpg', 'beach.jpg.json'])
})

test('removing the card pauses the import; it continues when the card is mounted at another path', async () => {
  const { library, libraryDir, photosDir, card, dir, folderId } = await openCard()
  const { scanId } = await scan(library, card)
  renameSync(join(dir, 'card'), join(dir, 'gone'))
  const { jobId } = await library.calls.cards.start({ scanId, folderId, subfolder: '' })
  const stopped = await library.calls.cards.finished({ jobId })
  expect(stopped.state).toBe('interrupted')
  expect(inEnglish(stopped.problem)).toContain('put the card back')
  await library.close()
  const { library: next } = await openTestLibrary(libraryDir)
  expect(await next.calls.cards.list()).toMatchObject([{ jobId, state: 'interrupted', total: 5 }])
  const { id: sourceId } = await next.hostCalls.registerSource({ path: join(dir, 'gone', 'DCIM') })
  await next.calls.cards.resume({ jobId, sourceId })
  expect(await next.calls.cards.finished({ jobId })).toMatchObject({ state: 'done', copied: 5 })
  expect(readdirSync(photosDir)).toHaveLength(5)
})

test.skipIf(!canMount)('a failing backup folder is reported and does not affect the first copy', async () => {
  const { library, photosDir, card, folderId } = await openCard()
  const disk = mountSmallDisk(64 * 1024)
  if (!('folder' in disk)) throw new Error(disk.reason)
  const { id: backupId } = await library.hostCalls.registerTarget({ path: disk.folder })
  const { scanId } = await scan(library, card)
  fillDisk(disk.folder)
  const { jobId } = await library.calls.cards
    .start({ scanId, folderId, subfolder: '', backupId })
    .catch(() => ({ jobId: '' }))
  if (jobId === '') return expect(readdirSync(photosDir)).toEqual([]) // reported before anything was copied
  const report = await library.calls.cards.finished({ jobId })
  expect(report).toMatchObject({ state: 'done', copied: 5, failures: [] })
  expect(report.backupFailures.length).toBeGreaterThan(0)
  expect(readdirSync(photosDir)).toHaveLength(5)
})

test.skipIf(!canMount)('an unwritable folder is refused before anything is copied', async () => {
  const { library, photosDir, card, folderId } = await openCard()
  mountReadOnly(photosDir)
  const { scanId } = await scan(library, card)
  await expect(library.calls.cards.start({ scanId, folderId })).rejects.toThrow('cannot be written')
})

test('a byte-equal photo is recognised under any name or time, even before its analysis', async () => {
  const { library, photosDir, card, folder } = await openCard()
  for (const name of ['IMG_0001.JPG', 'MVI_0003.MP4']) cpSync(join(folder, name), join(photosDir, `old ${name}`))
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  const found = await scan(library, card)
  expect(found.items.filter(({ isKnown }) => isKnown).map(({ name }) => name)).toEqual(['IMG_0001.JPG', 'MVI_0003.MP4'])
})
