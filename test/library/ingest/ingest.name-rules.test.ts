import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { mountDisk } from '../../fixtures/own-disk/mount-disk.ts'
import type { NameRules } from '../../fixtures/own-disk/named-folder.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'
import { missingWork, rateByNumber, workBelow, writeShot } from './identity/shots.ts'
import { byNight } from '../../fixtures/night.ts'

const COMPOSED = '1 café.jpg'.normalize('NFC')
const DECOMPOSED = '1 café.jpg'.normalize('NFD')

/** Like NTFS and memory cards; like macOS; like HFS+ and its network shares. */
const windows: NameRules = { ignoresCase: true }
const mac: NameRules = { ignoresCase: true, unicode: 'same' }
const hfs: NameRules = { ignoresCase: true, unicode: 'decompose' }

/** A folder on a file system with these rules for names: the machine's own if it follows them. */
async function folderWith(rules: NameRules, { skip }: TestContext): Promise<string> {
  const usual = tempFolder('names')
  await writeFile(join(usual, 'A-É'.normalize('NFC')), '')
  const ignoresCase = existsSync(join(usual, 'a-É'.normalize('NFC')))
  const unicode = existsSync(join(usual, 'A-É'.normalize('NFD'))) ? 'same' : undefined
  if (ignoresCase && unicode === rules.unicode) return tempFolder('photos')
  const disk = mountDisk(rules)
  return 'reason' in disk ? skip(disk.reason) : disk.folder
}

/** Changes files while the library is open or closed, and returns the library that saw the change. */
async function workAfter(when: 'open' | 'closed', folder: string, change: () => Promise<void>): Promise<OpenLibrary> {
  const { libraryDir } = makeLibrary()
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: folder })
  await library.hostCalls.waitUntilIdle()
  await rateByNumber(library)
  if (when === 'closed') await library.close()
  await change()
  return when === 'open' ? library : (await openTestLibrary(libraryDir)).library
}

const ways = [
  ['windows', windows, 'open'],
  ['windows', windows, 'closed'],
  ['mac', mac, 'closed'],
  ['hfs', hfs, 'open'],
] as const

test.for(byNight<readonly (typeof ways)[number][]>(ways.slice(2), ways))(
  'a photo keeps its work when its name changes only in case or Unicode form: %s, %j, library %s',
  { tags: 'night' },
  async ([, rules, when], context) => {
    const folder = await folderWith(rules, context)
    const trip = (name: string) => join(folder, 'Trip', name)
    await writeShot(trip(COMPOSED), { seed: 1 })
    await writeShot(trip('IMG_2.JPG'), { seed: 2 })
    await writeShot(join(folder, '3.jpg'), { seed: 3 })
    const library = await workAfter(when, folder, async () => {
      await rename(trip(COMPOSED), trip(DECOMPOSED))
      await rename(trip('IMG_2.JPG'), trip('img_2.jpg'))
      await rename(join(folder, '3.jpg'), join(folder, '3.JPG'))
    })
    const work = await until(
      () => workBelow(library, folder),
      (now) => '3.JPG' in now && join('Trip', 'img_2.jpg') in now && join('Trip', DECOMPOSED) in now,
    )
    expect(work).toEqual({
      '3.JPG': '3 was 3.jpg',
      [join('Trip', DECOMPOSED)]: expect.stringContaining('1 was 1 caf') as string,
      [join('Trip', 'img_2.jpg')]: '2 was IMG_2.JPG',
    })
    expect(await missingWork(library)).toEqual([])
  },
)

test(
  'a folder keeps its photos when its name changes in case, and any form of its path finds them',
  { tags: 'night' },
  async (context) => {
    const disk = await folderWith(hfs, context)
    const folder = join(disk, 'Photos')
    await writeShot(join(folder, 'Trip', COMPOSED), { seed: 1 })
    const library = await workAfter('open', folder, () => rename(join(folder, 'Trip'), join(folder, 'TRIP')))
    const work = await until(
      () => workBelow(library, folder),
      (now) => Object.keys(now)[0]?.startsWith('TRIP') === true,
    )
    expect(Object.values(work)).toEqual([expect.stringMatching(/^1 was 1 caf/)])
    const [id] = await library.calls.photos.ids({})
    expect(await library.hostCalls.findPhoto({ path: join(folder, 'trip', COMPOSED.toUpperCase()) })).toBe(id)
    const [root] = await library.calls.folders.list()
    expect(await library.hostCalls.addFolder({ path: join(disk, 'PHOTOS') })).toMatchObject({
      id: root!.id,
      name: 'Photos',
    })
  },
)

test('names that differ only in case are two photos if the disk keeps both', async ({ skip }) => {
  const folder = tempFolder('names')
  await writeShot(join(folder, 'IMG_1.jpg'), { seed: 1 })
  if (existsSync(join(folder, 'img_1.JPG'))) return skip('Here such names are one.')
  await writeShot(join(folder, 'img_1.JPG'), { seed: 2 })
  const photosOf = async (library: OpenLibrary) => {
    const { tiles } = await library.calls.photos.list({})
    const photos = await Promise.all(tiles.map(({ id }) => library.calls.photos.get({ id })))
    return Object.fromEntries(photos.map(({ name, id, takenAt }) => [name, { id, takenAt }]))
  }
  const { libraryDir } = makeLibrary()
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: folder })
  await library.hostCalls.waitUntilIdle()
  const before = await photosOf(library)
  await library.close()
  await rename(join(folder, 'IMG_1.jpg'), join(folder, 'swap'))
  await rename(join(folder, 'img_1.JPG'), join(folder, 'IMG_1.jpg'))
  await rename(join(folder, 'swap'), join(folder, 'img_1.JPG'))
  const { library: reopened } = await openTestLibrary(libraryDir)
  await reopened.hostCalls.waitUntilIdle()
  expect(await photosOf(reopened)).toEqual({ 'IMG_1.jpg': before['img_1.JPG'], 'img_1.JPG': before['IMG_1.jpg'] })
  expect(await missingWork(reopened)).toEqual([])
})
