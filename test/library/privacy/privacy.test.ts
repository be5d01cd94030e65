import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

/** Three photos: an ordinary one, one judged sensitive by the person, and a private one. */
async function openPhotos() {
  const { libraryDir, photosDir } = makeLibrary()
  const names = ['a-plain.jpg', 'b-sensitive.jpg', 'c-private.jpg']
  for (const [seed, name] of names.entries()) await drawPhoto(join(photosDir, name), { seed })
  const open = async () => (await openTestLibrary(libraryDir, { hasWindows: true })).library
  const library = await open()
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
  const [plain, sensitive, secret] = tiles.map(({ id }) => id) as [number, number, number]
  await library.calls.photos.setSensitivity({ ids: [sensitive], judgement: 'sensitive' })
  await library.calls.photos.setPrivate({ ids: [secret], isPrivate: true })
  return { libraryDir, library, open, plain, sensitive, secret }
}

const settings = PictureSettings.parse({
  kind: 'pictures',
  outputs: [{ kind: 'crop', size: { width: 10, height: 10 } }],
})

/** Everything a window can learn about photos. */
async function seenBy({ calls, serveImage, hostCalls }: OpenLibrary, ids: readonly number[]) {
  const isThere = async (work: Promise<unknown>) => (await codeOf(work)) !== 'photo-not-found'
  const each = await Promise.all(
    ids.map(async (id) => ({
      thumb: (await serveImage({ photoId: id, kind: 'thumb' })) !== null,
      preview: (await serveImage({ photoId: id, kind: 'preview' })) !== null,
      detail: await isThere(calls.photos.get({ id })),
      crops: await isThere(calls.crops.suggest({ photoId: id, sizes: [] })),
      similar: await isThere(calls.similar.find({ to: { photoIds: [id] }, by: 'colors' })),
      path: await isThere(hostCalls.locatePhoto({ id })),
      names: await isThere(calls.exports.plan({ source: { kind: 'photos', ids: [id] }, settings })),
    })),
  )
  return {
    each: ids.map((id, at) => (Object.values(each[at]!).every(Boolean) ? id : Object.values(each[at]!).some(Boolean))),
    list: (await calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map(({ id }) => id),
    tiles: (await calls.photos.tiles({ ids: [...ids] })).map(({ id }) => id),
    counts: [
      (await calls.library.info()).photoCount,
      (await calls.search.facets({})).total,
      (await calls.folders.list())[0]?.photoCount,
    ],
  }
}

const only = (ids: readonly number[], shown: readonly number[]) => ({
  each: ids.map((id) => (shown.includes(id) ? id : false)),
  list: shown,
  tiles: shown,
  counts: [shown.length, shown.length, shown.length],
})

test('if the setting hides sensitive photos, no call returns them and they have no picture', async () => {
  const { library, plain, sensitive, secret } = await openPhotos()
  const ids = [plain, sensitive, secret]
  expect(await seenBy(library, ids)).toEqual(only(ids, ids))
  await library.calls.settings.set({ nsfwMode: 'hide' })
  expect(await seenBy(library, ids)).toEqual(only(ids, [plain, secret]))
  await library.calls.settings.set({ nsfwMode: 'show' })
  expect(await seenBy(library, ids)).toEqual(only(ids, ids))
})

test.each([
  { counts: 'nsfw', names: ['nudity.jpg'] },
  { counts: 'underwear', names: ['nudity.jpg', 'underwear.jpg'] },
] as const)(
  'if $counts counts, $names are sensitive everywhere: in search, tiles, hiding and exports',
  async (given) => {
    const { libraryDir, photosDir } = makeLibrary()
    const found = {
      'nudity.jpg': { nsfw: 96, underwear: 2, safe: 2 },
      'plain.jpg': { nsfw: 2, underwear: 2, safe: 96 },
      'underwear.jpg': { nsfw: 2, underwear: 96, safe: 2 },
    }
    const engine = createFakeEngine()
    for (const [seed, [name, nsfw]] of Object.entries(found).entries()) {
      const path = join(photosDir, name)
      await drawPhoto(path, { seed })
      engine.outcomes.set(path, { ok: true, findings: { nsfw }, warnings: [] })
    }
    const { library: opened } = await openTestLibrary(libraryDir, { hasWindows: true, engine })
    const { calls } = opened
    await opened.hostCalls.addFolder({ path: photosDir })
    await opened.hostCalls.waitUntilIdle()
    const namesOf = async (text: string) =>
      (await calls.photos.list({ filter: { text }, sort: { by: 'name', order: 'asc' } })).tiles.map(({ name }) => name)
    const hidden = async () => {
      const shown = await namesOf('')
      return Object.keys(found).filter((name) => !shown.includes(name))
    }
    await namesOf('is:sensitive') // results of one setting are not reused for another
    await calls.settings.set({ sensitiveFrom: given.counts })
    const { tiles } = await calls.photos.list({ sort: { by: 'name', order: 'asc' } })
    const ids = tiles.map(({ id }) => id)
    expect({
      search: await namesOf('is:sensitive'),
      others: await namesOf('-is:sensitive'),
      count: (await calls.search.facets({})).sensitive,
      blurred: tiles.filter(({ isSensitive }) => isSensitive).map(({ name }) => name),
      details: (await Promise.all(ids.map((id) => calls.photos.get({ id })))).map(({ isSensitive }) => isSensitive),
      heldBack: (await calls.exports.plan({ source: { kind: 'photos', ids }, settings })).sensitive,
    }).toEqual({
      search: given.names,
      others: Object.keys(found).filter((name) => !(given.names as readonly string[]).includes(name)),
      count: given.names.length,
      blurred: given.names,
      details: tiles.map(({ name }) => (given.names as readonly string[]).includes(name)),
      heldBack: given.names.length,
    })
    await calls.settings.set({ nsfwMode: 'hide' })
    expect(await hidden()).toEqual(given.names)
    await calls.settings.set({ nsfwMode: 'show' })
    await calls.privacy.setClientMode({ isOn: true })
    expect(await hidden()).toEqual(given.names)
  },
)

test('client mode hides both kinds, survives a restart, and the same call ends it', async () => {
  const { library, open, plain, sensitive, secret } = await openPhotos()
  const ids = [plain, sensitive, secret]
  await library.calls.privacy.setClientMode({ isOn: true })
  expect(await seenBy(library, ids)).toEqual(only(ids, [plain]))
  await library.close()
  const again = await open()
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  await again.calls.settings.set({ nsfwMode: 'show' })
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  await again.calls.privacy.setClientMode({ isOn: false })
  expect(await seenBy(again, ids)).toEqual(only(ids, ids))
})

test('no search reveals hidden photos: not by counts, names or similar photos', async () => {
  const { library: opened, secret } = await openPhotos()
  const { calls } = opened
  await calls.searches.save({ name: 'Not for clients', text: 'is:private' })
  await calls.searches.save({ name: 'Plain', text: 'plain' })
  const names = async () => (await calls.searches.list()).map(({ name }) => name)
  const like = async () => (await calls.photos.ids({ filter: { text: `like:${secret}` } })).length
  expect(await names()).toEqual(['Not for clients', 'Plain'])
  expect(await calls.search.facets({})).toMatchObject({ private: 1, sensitive: 1 })
  const keywords = async () => (await calls.keywords.ofPhotos({ ids: [secret] })).map(({ name }) => name)
  await calls.photos.addTag({ ids: [secret], name: 'divorce' })
  expect(await like()).toBeGreaterThan(0)
  expect(await keywords()).toContain('divorce')
  await calls.privacy.setClientMode({ isOn: true })
  expect(await keywords()).toEqual([])
  expect(await names()).toEqual(['Plain'])
  expect(await calls.search.facets({})).toMatchObject({ private: 0, sensitive: 0 })
  expect(await like()).toBe(0)
  const region = { left: 0, top: 0, width: 1, height: 1 }
  expect(await codeOf(calls.similar.find({ to: { photoId: secret, region } }))).toBe('photo-not-found')
  await calls.privacy.setClientMode({ isOn: false })
  expect(await names()).toEqual(['Not for clients', 'Plain'])
})

test('a library with a passphrase opens locked, and only the passphrase unlocks it', { tags: 'night' }, async () => {
  const { library, open, plain, sensitive, secret } = await openPhotos()
  const ids = [plain, sensitive, secret]
  expect(await codeOf(library.calls.privacy.lock())).toBe('bad-params')
  await library.calls.privacy.setPassphrase({ next: 'open sesame' })
  expect(await library.calls.privacy.state()).toMatchObject({ hasPassphrase: true, isLocked: false })
  await library.close()
  const again = await open()
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  expect(await codeOf(again.calls.privacy.unlock({ passphrase: 'open' }))).toBe('wrong-passphrase')
  expect(await codeOf(again.calls.privacy.setPassphrase({ next: null }))).toBe('wrong-passphrase')
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  await again.calls.privacy.unlock({ passphrase: 'open sesame' })
  expect(await seenBy(again, ids)).toEqual(only(ids, ids))
  await again.calls.privacy.lock()
  await again.calls.privacy.setClientMode({ isOn: true })
  expect(await codeOf(again.calls.privacy.setClientMode({ isOn: false }))).toBe('wrong-passphrase')
  await again.calls.privacy.setClientMode({ isOn: false, passphrase: 'open sesame' })
  expect(await seenBy(again, ids)).toEqual(only(ids, ids))
})

test(
  'an unanalysed photo is hidden in client mode and while locked, and counted as waiting',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhoto(join(photosDir, 'a-plain.jpg'), { seed: 1 })
    const engine = createFakeEngine()
    const { library } = await openTestLibrary(libraryDir, { hasWindows: true, engine })
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    engine.hold = true
    await drawPhoto(join(photosDir, 'b-new.jpg'), { seed: 2 })
    const list = async () => (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
    const [plain, fresh] = await until(list, (tiles) => tiles.length === 2)
    const ids = [plain!.id, fresh!.id]
    expect(fresh).toMatchObject({ nsfw: 'safe', hasVerdict: false })
    for (const nsfwMode of ['blur', 'hide'] as const) {
      await library.calls.settings.set({ nsfwMode })
      expect((await list()).map(({ id }) => id)).toEqual(ids)
    }
    expect(await library.calls.privacy.state()).toMatchObject({ hidesWithoutVerdict: false, withoutVerdict: 0 })
    expect(await library.calls.privacy.setClientMode({ isOn: true })).toMatchObject({ withoutVerdict: 1 })
    expect(await seenBy(library, ids)).toEqual(only(ids, [plain!.id]))
    await library.calls.privacy.setClientMode({ isOn: false })
    await library.calls.privacy.setPassphrase({ next: 'open sesame' })
    expect(await library.calls.privacy.lock()).toMatchObject({ withoutVerdict: 1 })
    expect(await seenBy(library, ids)).toEqual(only(ids, [plain!.id]))
    engine.release()
    await until(list, (tiles) => tiles.length === 2)
    expect(await library.calls.privacy.state()).toMatchObject({ isLocked: true, withoutVerdict: 0 })
    expect(await seenBy(library, ids)).toEqual(only(ids, ids))
  },
)

test('no change, undo or restore can bring back hidden photos', async () => {
  const { library: opened, plain, sensitive, secret } = await openPhotos()
  await opened.calls.privacy.setClientMode({ isOn: true })
  const { calls } = opened
  expect(await codeOf(calls.photos.setPrivate({ ids: [secret], isPrivate: false }))).toBe('photo-not-found')
  expect(await codeOf(calls.photos.setSensitivity({ ids: [sensitive], judgement: 'fine' }))).toBe('photo-not-found')
  expect(await codeOf(calls.history.undo({}))).toBe('library-locked')
  expect(await calls.history.list({})).toEqual([])
  await calls.photos.rate({ ids: [plain], rating: 3 })
  expect((await calls.history.list({})).map(({ kind }) => kind)).toEqual(['rate'])
  expect((await calls.history.undo({})).count).toBe(1)
  expect(await codeOf(calls.history.undo({ id: 1 }))).toBe('library-locked')
  expect(await codeOf(calls.removed.restore({ changeId: 2 }))).toBe('library-locked')
})

test("commands see all photos, and deleting the lock's file removes the lock", { tags: 'night' }, async () => {
  const { library, open, libraryDir, plain, sensitive, secret } = await openPhotos()
  await library.calls.privacy.setPassphrase({ next: 'open sesame' })
  await library.calls.privacy.setClientMode({ isOn: true })
  await library.close()
  const { library: command } = await openTestLibrary(libraryDir, { watch: false })
  expect((await command.calls.photos.list({})).total).toBe(3)
  await command.close()
  rmSync(join(libraryDir, 'lock.json'))
  const again = await open()
  await again.calls.privacy.setClientMode({ isOn: false })
  expect((await seenBy(again, [plain, sensitive, secret])).list).toEqual([plain, sensitive, secret])
})
