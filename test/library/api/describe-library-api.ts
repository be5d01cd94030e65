import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContractRouterClient } from '@orpc/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LibraryContract } from '../../../src-main/contract/library/library-contract.ts'
import { PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { createLibrary, type OpenLibrary } from '../../../src-main/library/library.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { putEmptyLibrary } from '../../fixtures/catalog-template.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'

export type LibraryClient = ContractRouterClient<LibraryContract>
export type ConnectedClient = { client: LibraryClient; close(): void | Promise<void> }

const PHOTOS = ['a-beach.jpg', 'b-beach.jpg', 'c-town.jpg', 'd-town.jpg']

async function openFixture(dir: string): Promise<OpenLibrary> {
  const photosDir = join(dir, 'photos')
  for (const [at, name] of PHOTOS.entries())
    await drawPhoto(join(photosDir, at < 2 ? 'beach' : 'town', name), {
      seed: at < 2 ? 1 : at + 1,
      width: at === 1 ? 600 : 640,
    })
  mkdirSync(join(dir, 'exports'))
  const quiet = () => undefined
  putEmptyLibrary(join(dir, 'library'))
  const library = await createLibrary(
    {
      libraryDir: join(dir, 'library'),
      resourcesDir,
      modelsDir: join(dir, 'models'),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      owner: 'api test',
      watch: true,
    },
    { createLocal: () => createFakeEngine() },
  )
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  return library
}

/** Reads events until one matches. */
async function nextEvent(
  events: AsyncIterator<LibraryEvent>,
  holds: (event: LibraryEvent) => boolean,
): Promise<LibraryEvent> {
  for (;;) {
    const { value, done } = await events.next()
    if (done === true) throw new Error('The stream of events ended too early.')
    if (holds(value)) return value
  }
}

/**
 * Tests of the library's calls, the same over every transport. `connect` creates a client for a library's router; the
 * suite creates and removes the library and its photos.
 */
export function describeLibraryApi(
  name: string,
  connect: (library: OpenLibrary) => ConnectedClient | Promise<ConnectedClient>,
): void {
  describe(`library calls ${name}`, () => {
    let dir: string
    let library: OpenLibrary
    let connected: ConnectedClient
    let client: LibraryClient
    const idOf = async (photo: string) => (await client.photos.list({})).tiles.find((tile) => tile.name === photo)!.id

    beforeAll(async () => {
      dir = makeTempFolder('api')
      library = await openFixture(dir)
      connected = await connect(library)
      client = connected.client
    })
    afterAll(async () => {
      await connected.close()
      await library.close()
      removeFolder(dir)
    })

    test('info describes the library', async () => {
      expect(await client.library.info()).toMatchObject({ photoCount: 4, engine: { name: 'fake', isComplete: true } })
    })

    test('a full export runs in the background and reports its end', async () => {
      const target = await library.hostCalls.registerTarget({ path: join(dir, 'exports') })
      const stop = new AbortController()
      const events = await client.library.events(undefined, { signal: stop.signal })
      const { jobId } = await client.transfer.startExport({ targetId: target.id, format: 'json' })
      const isOver = (event: LibraryEvent) => event.type === 'transfer.changed' && event.progress.state !== 'running'
      const exported = { path: join(dir, 'exports', 'lumafold-library.json'), photos: 4 }
      const over = { jobId, state: 'done', exported, imported: null }
      expect(await nextEvent(events, isOver)).toMatchObject({ progress: over })
      expect(await client.transfer.status({ jobId })).toMatchObject(over)
      stop.abort()
      rmSync(exported.path)
      await expect(client.transfer.cancel({ jobId: 'unknown' })).rejects.toMatchObject({ code: 'job-not-found' })
    })

    test('a page of tiles comes in query order, with the total count', async () => {
      const page = await client.photos.list({ sort: { by: 'name', order: 'asc' }, offset: 1, limit: 2 })
      expect(page.total).toBe(4)
      expect(page.tiles.map((tile) => tile.name)).toEqual(['b-beach.jpg', 'c-town.jpg'])
      expect(page.tiles[0]).toMatchObject({
        status: 'ready',
        width: 600,
        height: 427,
        rating: 0,
        nsfw: 'safe',
        faces: 0,
      })
      const ids = await client.photos.ids({ sort: { by: 'name', order: 'asc' } })
      expect(await client.photos.tiles({ ids: ids.slice(1, 3) })).toEqual(page.tiles)
    })

    test('thumbnails arrive in the order of the request; a photo without one gets null', async () => {
      const [first, second] = await client.photos.ids({ sort: { by: 'name', order: 'asc' } })
      const asked = [{ photoId: second! }, { photoId: 999_999 }, { photoId: first! }]
      const thumbs = await client.photos.thumbs(asked)
      const served = await Promise.all(asked.map(({ photoId }) => library.serveImage({ photoId, kind: 'thumb' })))
      const bytesOf = (address: string) => Buffer.from(address.replace('data:image/webp;base64,', ''), 'base64')
      expect(thumbs.map((thumb) => thumb && bytesOf(thumb))).toEqual(
        served.map((picture) => picture && Buffer.from(picture.bytes)),
      )
      expect(thumbs[1]).toBeNull()
      await expect(client.photos.thumbs([])).rejects.toMatchObject({ code: 'bad-params' })
    })

    test('folders form a tree with counts; filtering by a folder includes its subfolders', async () => {
      const folders = await client.folders.list()
      const town = folders.find((folder) => folder.name === 'town')!
      expect(folders.find((folder) => folder.id === town.parentId)).toMatchObject({ photoCount: 4, parentId: null })
      expect(town.photoCount).toBe(2)
      expect(
        (await client.photos.list({ filter: { folderId: town.id } })).tiles.map((tile) => tile.name).sort(),
      ).toEqual(['c-town.jpg', 'd-town.jpg'])
    })

    test("everything a photo's file contains", async () => {
      const [file, ...others] = await client.photos.fileTags({ id: await idOf('a-beach.jpg') })
      expect(file).toMatchObject({ path: expect.stringMatching(/a-beach\.jpg$/) as string, problem: null })
      const ofFile = file!.groups.find(({ name }) => name === 'File')!
      expect(ofFile.tags).toContainEqual({ name: 'MIMEType', value: 'image/jpeg' })
      expect(others).toEqual([])
      await expect(client.photos.fileTags({ id: 999 })).rejects.toMatchObject({ code: 'photo-not-found' })
    })

    test('all details of one photo, with a crop for each preset within the picture', async () => {
      const detail = await client.photos.get({ id: await idOf('a-beach.jpg') })
      expect(detail).toMatchObject({ name: 'a-beach.jpg', format: 'jpeg', reason: null, nsfwShares: { safe: 98 } })
      expect(detail.tags).toEqual([expect.objectContaining({ name: 'hill', confidence: 80, source: 'engine' })])
      expect(detail.croppings.map((crop) => `${crop.target_width}x${crop.target_height}`)).toEqual([
        '1080x1080',
        '1080x1350',
        '1920x1080',
        '1080x1920',
      ])
      for (const crop of detail.croppings) {
        expect(
          crop.x1 >= 0 && crop.y1 >= 0 && crop.x2 <= 640 && crop.y2 <= 427 && crop.x2 > crop.x1 && crop.y2 > crop.y1,
        ).toBe(true)
      }
    })

    test('a search can be parsed, completed, explained, saved, renamed and removed', async () => {
      const town = await idOf('c-town.jpg')
      expect(await client.photos.ids({ filter: { text: 'folder:town name:c- -is:missing' } })).toEqual([town])
      expect(await client.search.complete({ text: 'to', field: 'folder' })).toMatchObject([
        { field: 'folder', isField: false, label: 'town', count: 2 },
      ])
      const { total, terms, problems } = await client.search.explain({ filter: { text: 'town xyzzy' } })
      expect([total, terms.map(({ count }) => count), problems.map(({ text }) => text)]).toEqual([0, [2, 0], ['xyzzy']])

      const { search: saved } = await client.searches.save({ name: ' Towns ', text: 'folder:town date:"last 30 days"' })
      expect(saved).toMatchObject({ name: 'Towns', folderId: null, sort: { by: 'takenAt', order: 'desc' } })
      await expect(client.searches.save({ name: 'towns', text: '' })).rejects.toThrow(/called “Towns” already/)
      await client.searches.rename({ id: saved.id, name: 'My towns' })
      const { sentence } = await client.searches.remove({ id: saved.id })
      expect(inEnglish(sentence)).toBe('Removed the saved search “My towns”')
      expect(await client.searches.list()).toEqual([])
      await client.history.undo({})
      expect(await client.searches.list()).toEqual([{ ...saved, name: 'My towns' }])
      await expect(client.searches.remove({ id: 99 })).rejects.toThrow(/no saved search with the id 99/)
    })

    test("a person's ratings and tags are kept and can be searched", async () => {
      const id = await idOf('c-town.jpg')
      await client.photos.rate({ ids: [id], rating: 3 })
      await client.photos.addTag({ ids: [id], name: '  Old Town ' })
      expect(await client.photos.ids({ filter: { tags: ['Old Town'], ratingFrom: 3 } })).toEqual([id])
      expect(await client.photos.ids({ filter: { text: 'old' } })).toEqual([id])
      expect(await client.search.suggest({ text: 'ol' })).toEqual([{ name: 'Old Town', label: 'Old Town', count: 1 }])
      await client.photos.removeTag({ ids: [id], name: 'Old Town' })
      await client.photos.rate({ ids: [id], rating: 0 })
      expect(await client.photos.ids({ filter: { tags: ['Old Town'] } })).toEqual([])
      const long = ['Animalia', ...Array.from({ length: 9 }, (_, at) => `a level of letters ${at}`)].join('/')
      await client.keywords.toggle({ ids: [id], name: long })
      await client.photos.removeTag({ ids: [id], name: long })
      expect(await client.photos.ids({ filter: { tags: [long] } })).toEqual([])
    })

    test('facets count what the filters leave', async () => {
      const facets = await client.search.facets({ filter: {} })
      expect(facets.total).toBe(4)
      expect(facets.tags).toContainEqual(expect.objectContaining({ name: 'hill', count: 4 }))
      expect(facets.categories).toContainEqual({
        categorizer: 'personal_photos',
        name: 'nature landscape',
        label: 'nature landscape',
        count: 4,
      })
    })

    for (const by of ['content', 'colors'] as const) {
      test(`similar photos by ${by} come nearest first`, async () => {
        const id = await idOf('a-beach.jpg')
        const { images } = await client.similar.find({ to: { photoIds: [id] }, by, limit: 10 })
        expect(images).toHaveLength(3)
        expect(images[0]!.id).toBe(await idOf('b-beach.jpg'))
        expect(images.map((image) => image.distance)).toEqual(
          images.map((image) => image.distance).sort((a, b) => a - b),
        )
        expect(images.every((image) => image.id !== id && image.distance >= 0 && image.distance <= 2)).toBe(true)
        const near = await client.similar.find({
          to: { photoIds: [id] },
          by,
          maxDistance: (images[0]!.distance + images[1]!.distance) / 2,
        })
        expect(near.images).toHaveLength(1)
        const town = (await client.folders.list()).find((folder) => folder.name === 'town')!
        expect(
          (await client.similar.find({ to: { photoIds: [id] }, by, filter: { folderId: town.id } })).images,
        ).toHaveLength(2)
      })
    }

    test('a query can ask for photos that are like one, or unlike it', async () => {
      const [one, other] = [await idOf('a-beach.jpg'), await idOf('b-beach.jpg')]
      const ids = (text: string) => client.photos.ids({ filter: { text }, sort: { by: 'name', order: 'asc' } })
      expect(await ids(`like:${one}~same`)).toEqual([one, other])
      expect(await ids(`-like:${one}~same`)).toEqual([await idOf('c-town.jpg'), await idOf('d-town.jpg')])
      expect(await ids(`like:${one}~same name:b-beach`)).toEqual([other])
      const { images } = await client.similar.find({ to: { photoIds: [one] }, filter: { text: `-like:${one}~same` } })
      expect(images).toHaveLength(2)
    })

    test('photos can be compared with several, with a part of one, and with an external picture', async () => {
      const [beach, town] = [await idOf('a-beach.jpg'), await idOf('c-town.jpg')]
      const several = await client.similar.find({ to: { photoIds: [beach, town] } })
      expect(several.images).toHaveLength(2)
      expect(several.images[0]).toMatchObject({ id: await idOf('b-beach.jpg'), likeness: 'same' })
      const whole = { left: 0, top: 0, width: 1, height: 1 }
      const part = await client.similar.find({ to: { photoId: beach, region: whole } })
      expect(part.images[0]).toMatchObject({ id: await idOf('b-beach.jpg') })
      const tiny = { ...whole, width: 0.001 }
      await expect(client.similar.find({ to: { photoId: beach, region: tiny } })).rejects.toThrow(/too small/)

      const bytes = new Blob([readFileSync(join(dir, 'photos', 'town', 'c-town.jpg'))])
      const before = await client.library.info()
      const picture = await client.similar.addPicture({ name: 'from outside.jpg', bytes })
      expect(picture).toMatchObject({ name: 'from outside.jpg', width: 640 })
      expect(picture.thumbnail).toMatch(/^data:image\/webp;base64,\w/)
      const like = await client.similar.find({ to: { pictureId: picture.id } })
      expect(like.images[0]).toMatchObject({ id: town, likeness: 'same' })
      expect((await client.library.info()).photoCount).toBe(before.photoCount)
      const broken = { name: 'notes.jpg', bytes: new Blob(['no picture']) }
      await expect(client.similar.addPicture(broken)).rejects.toMatchObject({ code: 'file-unreadable' })
      const unknown = { pictureId: '0'.repeat(16) }
      await expect(client.similar.find({ to: unknown })).rejects.toMatchObject({ code: 'picture-not-found' })
    })

    test('a cropped photo is compared by what the crop shows', async () => {
      const beach = await idOf('a-beach.jpg')
      const distances = async (to: Parameters<typeof client.similar.find>[0]['to']) => {
        const { images } = await client.similar.find({ to })
        return new Map(images.filter(({ id }) => id !== beach).map(({ id, distance }) => [id, distance]))
      }
      const whole = await distances({ photoIds: [beach] })
      const part = await distances({ photoId: beach, region: { left: 0.25, top: 0.25, width: 0.5, height: 0.5 } })
      const crop = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75, angle: 0 }
      const { changeId } = await client.photos.crop({ id: beach, crop })
      const cropped = await distances({ photoIds: [beach] })
      await client.history.undo({ id: changeId! })
      expect([...cropped.keys()].toSorted()).toEqual([...part.keys()].toSorted())
      for (const [id, distance] of cropped) expect(distance).toBeCloseTo(part.get(id)!, 1)
      expect([...cropped.values()]).not.toEqual([...whole.values()])
      expect(await distances({ photoIds: [beach] })).toEqual(whole)
    })

    test('a crop of any size is suggested; without a size, the best one at its own ratio', async () => {
      const photoId = await idOf('a-beach.jpg')
      const [square] = await client.crops.suggest({ photoId, sizes: [{ width: 100, height: 100 }] })
      expect(square!.x2 - square!.x1).toBe(square!.y2 - square!.y1)
      expect(await client.crops.suggest({ photoId, sizes: [] })).toHaveLength(1)
    })

    test('an export writes crops in the requested sizes and reports progress', async () => {
      const target = await library.hostCalls.registerTarget({ path: join(dir, 'exports') })
      const source = { kind: 'photos' as const, ids: [await idOf('a-beach.jpg')] }
      const settings = PictureSettings.parse({
        kind: 'pictures',
        outputs: [
          { kind: 'crop', size: { width: 200, height: 200 } },
          { kind: 'crop', size: { width: 100, height: 50 } },
        ],
        format: 'webp',
        pattern: '{name}_{size}',
      })
      const { names } = await client.exports.plan({ source, settings })
      expect(names).toEqual(['a-beach_200x200.webp', 'a-beach_100x50.webp'])
      const events = await client.library.events()
      const { jobId } = await client.exports.start({ source, settings, targetId: target.id })
      const done = await nextEvent(
        events,
        (event) => event.type === 'exports.changed' && event.job.jobId === jobId && event.job.state === 'done',
      )
      expect(done).toMatchObject({ job: { written: 2, total: 2, failed: 0 } })
      expect(await client.exports.get({ jobId })).toMatchObject({ state: 'done' })
      expect(readdirSync(join(dir, 'exports')).sort()).toEqual(names.sort())
      expect(await sharp(join(dir, 'exports', 'a-beach_100x50.webp')).metadata()).toMatchObject({
        width: 100,
        height: 50,
        format: 'webp',
      })
    })

    test('a change of settings keeps those it does not name', async () => {
      await client.settings.set({ nsfwMode: 'hide' })
      expect(await client.settings.set({ theme: 'dark' })).toMatchObject({ nsfwMode: 'hide', theme: 'dark' })
      expect(await client.settings.get()).toMatchObject({ nsfwMode: 'hide', theme: 'dark' })
      await client.settings.set({ nsfwMode: 'blur', theme: 'system' })
    })

    test('labels come in the chosen language; filters take the English names', async () => {
      expect((await client.settings.get()).language).toBeNull()
      await client.settings.set({ language: 'de' })
      const { categories, tags } = await client.search.facets({ filter: {} })
      expect(categories).toContainEqual({
        categorizer: 'personal_photos',
        name: 'nature landscape',
        label: 'Natur und Landschaft',
        count: 4,
      })
      expect(tags).toContainEqual(expect.objectContaining({ name: 'hill', label: 'hill' }))
      expect((await client.photos.get({ id: await idOf('d-town.jpg') })).categories).toContainEqual({
        categorizer: 'personal_photos',
        name: 'nature landscape',
        label: 'Natur und Landschaft',
        confidence: 70,
      })
      await expect(client.settings.set({ language: 'xx' as 'de' })).rejects.toThrow()
      await client.settings.set({ language: 'en' })
    })

    test('events begin with the analysis status, then report changes', async () => {
      const abort = new AbortController()
      const events = await client.library.events(undefined, { signal: abort.signal })
      const first = await events.next()
      // The state is left out: a folder may be in the middle of a rescan.
      expect(first.value).toMatchObject({ type: 'analysis.changed', status: { total: 4, failed: 0 } })
      const id = await idOf('d-town.jpg')
      await client.photos.rate({ ids: [id], rating: 1 })
      // The earlier change of language may be reported with this one, as a change of the whole library.
      await nextEvent(
        events,
        (event) => event.type === 'photos.changed' && (event.isWholeLibrary || event.ids.includes(id)),
      )
      await client.photos.rate({ ids: [id], rating: 2 })
      const changed = await nextEvent(events, (event) => event.type === 'photos.changed' && event.ids.includes(id))
      expect(changed).toMatchObject({ isWholeLibrary: false })
      abort.abort()
    })

    test('pause stops the queue until resume', async () => {
      const id = await idOf('d-town.jpg')
      await client.analysis.pause()
      await client.photos.reanalyse({ ids: [id] })
      expect(await client.analysis.status()).toMatchObject({ state: 'paused', pending: 1 })
      const events = await client.library.events()
      await client.analysis.resume()
      await nextEvent(events, (event) => event.type === 'analysis.changed' && event.status.pending === 0)
      expect((await client.photos.tiles({ ids: [id] }))[0]!.status).toBe('ready')
    })

    test('models are listed', async () => {
      expect(Array.isArray(await client.models.list())).toBe(true)
    })

    test('bad input is refused, with the name of the wrong parameter', async () => {
      await expect(client.photos.rate({ ids: [1], rating: 9 })).rejects.toMatchObject({
        code: 'bad-params',
        message: expect.stringContaining('"rating"') as string,
      })
      await expect(client.photos.list({ limit: 0 })).rejects.toMatchObject({
        code: 'bad-params',
        message: expect.stringContaining('"limit"') as string,
      })
      await expect(client.photos.list({ filter: { takenFrom: 'May' } })).rejects.toMatchObject({
        code: 'bad-params',
        message: expect.stringContaining('YYYY-MM-DD') as string,
      })
      await expect(client.photos.get({ id: 'one' as unknown as number })).rejects.toMatchObject({ code: 'bad-params' })
    })

    test('unknown photos, folders, jobs and targets are answered with a code and a sentence', async () => {
      await expect(client.photos.get({ id: 999 })).rejects.toMatchObject({
        code: 'photo-not-found',
        message: expect.stringContaining('999') as string,
      })
      await expect(client.photos.rate({ ids: [999], rating: 1 })).rejects.toMatchObject({ code: 'photo-not-found' })
      await expect(client.similar.find({ to: { photoIds: [999] } })).rejects.toMatchObject({ code: 'photo-not-found' })
      await expect(client.folders.remove({ id: 999 })).rejects.toMatchObject({ code: 'folder-not-found' })
      await expect(client.exports.get({ jobId: 'none' })).rejects.toMatchObject({ code: 'job-not-found' })
      await expect(
        client.exports.start({
          source: { kind: 'photos', ids: [await idOf('a-beach.jpg')] },
          settings: { kind: 'pictures', outputs: [{ kind: 'crop', size: { width: 1, height: 1 } }] },
          targetId: 'none',
        }),
      ).rejects.toMatchObject({ code: 'target-not-found' })
    })

    test('a missing file leaves the normal view and can be listed on request', async () => {
      const id = await idOf('d-town.jpg')
      const path = await library.hostCalls.locatePhoto({ id })
      const events = await client.library.events()
      await rename(path, join(dir, 'away.jpg'))
      /** The watch would find it, too, but waits for more. */
      const viewHas = async (count: number) => {
        await client.folders.rescan({})
        while ((await client.photos.ids({})).length !== count)
          await nextEvent(events, (event) => event.type === 'photos.changed' && event.ids.includes(id))
      }
      await viewHas(3)
      expect(await client.photos.ids({ filter: { statuses: ['missing'] } })).toEqual([id])
      await rename(join(dir, 'away.jpg'), path)
      await viewHas(4)
    })
  })
}
