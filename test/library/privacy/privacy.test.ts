import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openCore, until } from '../library/open-core.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

/** Three photos: an ordinary one, one that the person called sensitive, and a private one. */
async function openPhotos() {
  const { libraryDir, photosDir } = makeLibrary()
  const names = ['a-plain.jpg', 'b-sensitive.jpg', 'c-private.jpg']
  for (const [seed, name] of names.entries()) await drawPhoto(join(photosDir, name), { seed })
  const open = async () => (await openCore(libraryDir, { hasWindows: true })).core
  const core = await open()
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const { tiles } = await core.library.photos.list({ sort: { by: 'name', order: 'asc' } })
  const [plain, sensitive, secret] = tiles.map(({ id }) => id) as [number, number, number]
  await core.library.photos.setSensitivity({ ids: [sensitive], judgement: 'sensitive' })
  await core.library.photos.setPrivate({ ids: [secret], isPrivate: true })
  return { libraryDir, core, open, plain, sensitive, secret }
}

const settings = PictureSettings.parse({
  kind: 'pictures',
  outputs: [{ kind: 'crop', size: { width: 10, height: 10 } }],
})

/** All that a window can learn of photos. */
async function seenBy({ library, serveImage, hostCalls }: OpenLibrary, ids: readonly number[]) {
  const isThere = async (work: Promise<unknown>) => (await codeOf(work)) !== 'photo-not-found'
  const each = await Promise.all(
    ids.map(async (id) => ({
      thumb: (await serveImage({ photoId: id, kind: 'thumb' })) !== null,
      preview: (await serveImage({ photoId: id, kind: 'preview' })) !== null,
      detail: await isThere(library.photos.get({ id })),
      crops: await isThere(library.crops.suggest({ photoId: id, sizes: [] })),
      similar: await isThere(library.similar.find({ to: { photoIds: [id] }, by: 'colors' })),
      path: await isThere(hostCalls.locatePhoto({ id })),
      names: await isThere(library.exports.plan({ source: { kind: 'photos', ids: [id] }, settings })),
    })),
  )
  return {
    each: ids.map((id, at) => (Object.values(each[at]!).every(Boolean) ? id : Object.values(each[at]!).some(Boolean))),
    list: (await library.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map(({ id }) => id),
    tiles: (await library.photos.tiles({ ids: [...ids] })).map(({ id }) => id),
    counts: [
      (await library.library.info()).photoCount,
      (await library.search.facets({})).total,
      (await library.folders.list())[0]?.photoCount,
    ],
  }
}

const only = (ids: readonly number[], shown: readonly number[]) => ({
  each: ids.map((id) => (shown.includes(id) ? id : false)),
  list: shown,
  tiles: shown,
  counts: [shown.length, shown.length, shown.length],
})

test('by the setting, sensitive photos are hidden from every call and have no picture', async () => {
  const { core, plain, sensitive, secret } = await openPhotos()
  const ids = [plain, sensitive, secret]
  expect(await seenBy(core, ids)).toEqual(only(ids, ids))
  await core.library.settings.set({ nsfwMode: 'hide' })
  expect(await seenBy(core, ids)).toEqual(only(ids, [plain, secret]))
  await core.library.settings.set({ nsfwMode: 'show' })
  expect(await seenBy(core, ids)).toEqual(only(ids, ids))
})

test.each([
  { counts: 'nsfw', names: ['nudity.jpg'] },
  { counts: 'underwear', names: ['nudity.jpg', 'underwear.jpg'] },
] as const)('where $counts counts, $names are sensitive to all: search, tiles, hiding and exports', async (given) => {
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
  const { core } = await openCore(libraryDir, { hasWindows: true, engine })
  const { library } = core
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const namesOf = async (text: string) =>
    (await library.photos.list({ filter: { text }, sort: { by: 'name', order: 'asc' } })).tiles.map(({ name }) => name)
  const hidden = async () => {
    const shown = await namesOf('')
    return Object.keys(found).filter((name) => !shown.includes(name))
  }
  await namesOf('is:sensitive') // what was found under another setting is not found under this one
  await library.settings.set({ sensitiveFrom: given.counts })
  const { tiles } = await library.photos.list({ sort: { by: 'name', order: 'asc' } })
  const ids = tiles.map(({ id }) => id)
  expect({
    search: await namesOf('is:sensitive'),
    others: await namesOf('-is:sensitive'),
    count: (await library.search.facets({})).sensitive,
    blurred: tiles.filter(({ isSensitive }) => isSensitive).map(({ name }) => name),
    details: (await Promise.all(ids.map((id) => library.photos.get({ id })))).map(({ isSensitive }) => isSensitive),
    heldBack: (await library.exports.plan({ source: { kind: 'photos', ids }, settings })).sensitive,
  }).toEqual({
    search: given.names,
    others: Object.keys(found).filter((name) => !(given.names as readonly string[]).includes(name)),
    count: given.names.length,
    blurred: given.names,
    details: tiles.map(({ name }) => (given.names as readonly string[]).includes(name)),
    heldBack: given.names.length,
  })
  await library.settings.set({ nsfwMode: 'hide' })
  expect(await hidden()).toEqual(given.names)
  await library.settings.set({ nsfwMode: 'show' })
  await library.privacy.setClientMode({ isOn: true })
  expect(await hidden()).toEqual(given.names)
})

test('client mode hides both kinds, survives a restart, and is left by the same call', async () => {
  const { core, open, plain, sensitive, secret } = await openPhotos()
  const ids = [plain, sensitive, secret]
  await core.library.privacy.setClientMode({ isOn: true })
  expect(await seenBy(core, ids)).toEqual(only(ids, [plain]))
  await core.close()
  const again = await open()
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  await again.library.settings.set({ nsfwMode: 'show' })
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  await again.library.privacy.setClientMode({ isOn: false })
  expect(await seenBy(again, ids)).toEqual(only(ids, ids))
})

test('no search tells of what is hidden: neither its counts, nor its name, nor what is like it', async () => {
  const { core, secret } = await openPhotos()
  const { library } = core
  await library.searches.save({ name: 'Not for clients', text: 'is:private' })
  await library.searches.save({ name: 'Plain', text: 'plain' })
  const names = async () => (await library.searches.list()).map(({ name }) => name)
  const like = async () => (await library.photos.ids({ filter: { text: `like:${secret}` } })).length
  expect(await names()).toEqual(['Not for clients', 'Plain'])
  expect(await library.search.facets({})).toMatchObject({ private: 1, sensitive: 1 })
  const keywords = async () => (await library.keywords.ofPhotos({ ids: [secret] })).map(({ name }) => name)
  await library.photos.addTag({ ids: [secret], name: 'divorce' })
  expect(await like()).toBeGreaterThan(0)
  expect(await keywords()).toContain('divorce')
  await library.privacy.setClientMode({ isOn: true })
  expect(await keywords()).toEqual([])
  expect(await names()).toEqual(['Plain'])
  expect(await library.search.facets({})).toMatchObject({ private: 0, sensitive: 0 })
  expect(await like()).toBe(0)
  const region = { left: 0, top: 0, width: 1, height: 1 }
  expect(await codeOf(library.similar.find({ to: { photoId: secret, region } }))).toBe('photo-not-found')
  await library.privacy.setClientMode({ isOn: false })
  expect(await names()).toEqual(['Not for clients', 'Plain'])
})

test('a library with a passphrase opens locked, and takes the passphrase alone', { tags: 'night' }, async () => {
  const { core, open, plain, sensitive, secret } = await openPhotos()
  const ids = [plain, sensitive, secret]
  expect(await codeOf(core.library.privacy.lock())).toBe('bad-params')
  await core.library.privacy.setPassphrase({ next: 'open sesame' })
  expect(await core.library.privacy.state()).toMatchObject({ hasPassphrase: true, isLocked: false })
  await core.close()
  const again = await open()
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  expect(await codeOf(again.library.privacy.unlock({ passphrase: 'open' }))).toBe('wrong-passphrase')
  expect(await codeOf(again.library.privacy.setPassphrase({ next: null }))).toBe('wrong-passphrase')
  expect(await seenBy(again, ids)).toEqual(only(ids, [plain]))
  await again.library.privacy.unlock({ passphrase: 'open sesame' })
  expect(await seenBy(again, ids)).toEqual(only(ids, ids))
  await again.library.privacy.lock()
  await again.library.privacy.setClientMode({ isOn: true })
  expect(await codeOf(again.library.privacy.setClientMode({ isOn: false }))).toBe('wrong-passphrase')
  await again.library.privacy.setClientMode({ isOn: false, passphrase: 'open sesame' })
  expect(await seenBy(again, ids)).toEqual(only(ids, ids))
})

test(
  'a photo that nothing has looked at yet is hidden in client mode and while locked, and counted as waiting',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhoto(join(photosDir, 'a-plain.jpg'), { seed: 1 })
    const engine = createFakeEngine()
    const { core } = await openCore(libraryDir, { hasWindows: true, engine })
    await core.hostCalls.addFolder({ path: photosDir })
    await core.hostCalls.waitUntilIdle()
    engine.hold = true
    await drawPhoto(join(photosDir, 'b-new.jpg'), { seed: 2 })
    const list = async () => (await core.library.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
    const [plain, fresh] = await until(list, (tiles) => tiles.length === 2)
    const ids = [plain!.id, fresh!.id]
    expect(fresh).toMatchObject({ nsfw: 'safe', hasVerdict: false })
    for (const nsfwMode of ['blur', 'hide'] as const) {
      await core.library.settings.set({ nsfwMode })
      expect((await list()).map(({ id }) => id)).toEqual(ids)
    }
    expect(await core.library.privacy.state()).toMatchObject({ hidesWithoutVerdict: false, withoutVerdict: 0 })
    expect(await core.library.privacy.setClientMode({ isOn: true })).toMatchObject({ withoutVerdict: 1 })
    expect(await seenBy(core, ids)).toEqual(only(ids, [plain!.id]))
    await core.library.privacy.setClientMode({ isOn: false })
    await core.library.privacy.setPassphrase({ next: 'open sesame' })
    expect(await core.library.privacy.lock()).toMatchObject({ withoutVerdict: 1 })
    expect(await seenBy(core, ids)).toEqual(only(ids, [plain!.id]))
    engine.release()
    await until(list, (tiles) => tiles.length === 2)
    expect(await core.library.privacy.state()).toMatchObject({ isLocked: true, withoutVerdict: 0 })
    expect(await seenBy(core, ids)).toEqual(only(ids, ids))
  },
)

test('what is hidden cannot be brought back by a change, an undo or a restore', async () => {
  const { core, plain, sensitive, secret } = await openPhotos()
  await core.library.privacy.setClientMode({ isOn: true })
  const { library } = core
  expect(await codeOf(library.photos.setPrivate({ ids: [secret], isPrivate: false }))).toBe('photo-not-found')
  expect(await codeOf(library.photos.setSensitivity({ ids: [sensitive], judgement: 'fine' }))).toBe('photo-not-found')
  expect(await codeOf(library.history.undo({}))).toBe('library-locked')
  expect(await library.history.list({})).toEqual([])
  await library.photos.rate({ ids: [plain], rating: 3 })
  expect((await library.history.list({})).map(({ kind }) => kind)).toEqual(['rate'])
  expect((await library.history.undo({})).count).toBe(1)
  expect(await codeOf(library.history.undo({ id: 1 }))).toBe('library-locked')
  expect(await codeOf(library.removed.restore({ changeId: 2 }))).toBe('library-locked')
})

test('commands see all photos, and a lock whose file was deleted is gone', { tags: 'night' }, async () => {
  const { core, open, libraryDir, plain, sensitive, secret } = await openPhotos()
  await core.library.privacy.setPassphrase({ next: 'open sesame' })
  await core.library.privacy.setClientMode({ isOn: true })
  await core.close()
  const { core: command } = await openCore(libraryDir, { watch: false })
  expect((await command.library.photos.list({})).total).toBe(3)
  await command.close()
  rmSync(join(libraryDir, 'lock.json'))
  const again = await open()
  await again.library.privacy.setClientMode({ isOn: false })
  expect((await seenBy(again, [plain, sensitive, secret])).list).toEqual([plain, sensitive, secret])
})
