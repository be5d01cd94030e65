import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AnalysisRequest } from '../../../src-main/analysis/photo/findings.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const byName = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles

test('a pause survives a restart, and resume continues the queue', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 6)
  const engine = createFakeEngine()
  engine.hold = true
  const first = await openTestLibrary(libraryDir, { engine })
  await first.library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => engine.seen.length,
    (count) => count === 2,
  )
  await first.library.calls.analysis.pause()
  engine.release()
  await until(
    () => first.library.calls.analysis.status(),
    (status) => status.analysed === 2,
  )
  await first.library.close()
  expect(engine.seen).toHaveLength(2)

  const second = await openTestLibrary(libraryDir)
  await until(
    () => second.library.calls.photos.list({}),
    (page) => page.total === 6,
  )
  expect(await second.library.calls.analysis.status()).toMatchObject({ state: 'paused', pending: 4 })
  expect(second.engine.seen).toEqual([])
  await second.library.calls.analysis.resume()
  await second.library.hostCalls.waitUntilIdle()
  expect(second.engine.seen).toHaveLength(4)
  expect(await second.library.calls.analysis.status()).toMatchObject({
    state: 'idle',
    pending: 0,
    analysed: 4,
    total: 4,
  })
})

test('cancel leaves photos pending until others are added', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 5)
  const engine = createFakeEngine()
  engine.hold = true
  const { library } = await openTestLibrary(libraryDir, { engine })
  await library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => engine.seen.length,
    (count) => count === 2,
  )
  await library.calls.analysis.cancel()
  engine.release()
  await library.hostCalls.waitUntilIdle()
  expect(await library.calls.analysis.status()).toMatchObject({ state: 'idle', pending: 3 })

  await drawPhoto(join(dir, 'more', 'x.jpg'), { seed: 40 })
  await library.hostCalls.addFolder({ path: join(dir, 'more') })
  await library.hostCalls.waitUntilIdle()
  expect((await byName(library)).every((tile) => tile.status === 'ready')).toBe(true)
})

test('work left by a closed library is done by the next one', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 4)
  const first = await openTestLibrary(libraryDir, { watch: false })
  first.engine.hold = true
  await first.library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => first.engine.seen.length,
    (count) => count === 2,
  )
  await Promise.all([first.library.close(), Promise.resolve(first.engine.release())])
  const second = await openTestLibrary(libraryDir)
  await second.library.hostCalls.waitUntilIdle()
  expect(second.engine.seen).toHaveLength(2)
  expect((await byName(second.library)).map((tile) => tile.status)).toEqual(['ready', 'ready', 'ready', 'ready'])
})

test('without watching, nothing is analysed before a request', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const first = await openTestLibrary(libraryDir)
  await first.library.calls.analysis.pause()
  await first.library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => first.library.calls.photos.list({}),
    (page) => page.total === 2,
  )
  await first.library.calls.analysis.resume()
  await first.library.calls.analysis.pause()
  await first.library.close()
  const { library, engine } = await openTestLibrary(libraryDir, { watch: false })
  await library.calls.photos.list({})
  expect(engine.seen).toEqual([])
})

test(
  'a photo that crashes its process twice fails, runs alone the second time, and the others continue',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const paths = await drawPhotos(photosDir, 6)
    const engine = createFakeEngine({ concurrency: 3 })
    let underWay = 0
    const crowds: number[] = []
    const usual = engine.analyse
    engine.analyse = async (request) => {
      underWay += 1
      if (request.path === paths[2]) crowds.push(underWay)
      await new Promise((resolve) => setTimeout(resolve, 5))
      const outcome = await usual(request)
      underWay -= 1
      return outcome
    }
    engine.outcomes.set(paths[2]!, {
      ok: false,
      code: 'crashed',
      reason: foreign('The process that read this file ended.'),
    })
    const { library } = await openTestLibrary(libraryDir, { engine })
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    expect(engine.seen.filter((path) => path === paths[2])).toHaveLength(2)
    expect(crowds[1]).toBe(1)
    const tiles = await byName(library)
    expect(tiles.map((tile) => tile.status)).toEqual(['ready', 'ready', 'failed', 'ready', 'ready', 'ready'])
    expect(inEnglish((await library.calls.photos.get({ id: tiles[2]!.id })).reason)).toBe(
      'The process that read this file ended.',
    )
    expect(await library.calls.analysis.status()).toMatchObject({ analysed: 5, failed: 1, pending: 0, total: 6 })
  },
)

test('an unreadable photo stays with its reason and can be retried', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhoto(join(photosDir, 'good.jpg'))
  await writeFile(join(photosDir, 'bad.jpg'), 'no picture at all')
  const { library, engine } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const [bad] = await byName(library)
  expect(bad).toMatchObject({ name: 'bad.jpg', status: 'failed' })
  expect(inEnglish((await library.calls.photos.get({ id: bad!.id })).reason)).toBe('The file is damaged.')
  const tries = engine.seen.length
  await library.calls.analysis.retryFailed()
  await library.hostCalls.waitUntilIdle()
  expect(engine.seen.slice(tries)).toEqual([join(photosDir, 'bad.jpg')])
})

test('photos on screen are analysed before the others', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 12)
  const { library, engine } = await openTestLibrary(libraryDir)
  await library.calls.analysis.pause()
  await library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => library.calls.photos.list({}),
    (page) => page.total === 12,
  )
  const ids = await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })
  const onScreen = [ids[3]!, ids[7]!]
  await library.calls.photos.list({ sort: { by: 'name', order: 'asc' }, limit: 1 })
  await library.calls.photos.tiles({ ids: onScreen })
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  expect(engine.seen.slice(0, 2).sort()).toEqual([join(photosDir, 'photo-004.jpg'), join(photosDir, 'photo-008.jpg')])
})

test('a step with a new fingerprint is repeated for every photo', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 3)
  const first = await openTestLibrary(libraryDir)
  await first.library.hostCalls.addFolder({ path: photosDir })
  await first.library.hostCalls.waitUntilIdle()
  await first.library.close()
  const engine = createFakeEngine()
  engine.fingerprint = '2'
  const { library } = await openTestLibrary(libraryDir, { engine })
  await library.hostCalls.waitUntilIdle()
  expect(engine.seen).toHaveLength(3)
})

test("the engine's findings are stored unchanged", async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [path] = await drawPhotos(photosDir, 1)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const id = (await library.hostCalls.findPhoto({ path: path! }))!
  const thumb = await library.serveImage({ photoId: id, kind: 'thumb' })
  expect(thumb).toMatchObject({ type: 'image/webp', etag: expect.stringMatching(/^"t\d+-\d+"$/) as string })
  expect(await library.calls.photos.get({ id })).toMatchObject({
    status: 'ready',
    width: 640,
    height: 427,
    nsfw: 'safe',
  })
})

test('idle steps follow by themselves, with the earlier findings, and the status shows them separately', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [path] = await drawPhotos(photosDir, 1)
  const engine = createFakeEngine()
  const [steps, analyse, asked] = [engine.steps, engine.analyse, [] as AnalysisRequest[]]
  engine.steps = () => steps().map((step) => (step.name === 'sharpness' ? { ...step, when: 'idle' } : step))
  const followed = Promise.withResolvers<void>()
  engine.analyse = async (request) => {
    asked.push(request)
    if (asked.length === 2) await followed.promise
    return analyse(request)
  }
  const { library } = await openTestLibrary(libraryDir, { engine })
  await library.hostCalls.addFolder({ path: photosDir })
  const { late, ...status } = await until(
    () => library.calls.analysis.status(),
    (seen) => seen.late?.isRunning === true,
  )
  expect(status).toMatchObject({ state: 'idle', pending: 0, analysed: 1, total: 1 })
  expect(late).toEqual({ photos: 1, isRunning: true })
  followed.resolve()
  await library.hostCalls.waitUntilIdle()
  expect(await library.calls.analysis.status()).not.toHaveProperty('late')
  expect(asked[0]!.steps).not.toContain('sharpness')
  expect(asked[1]).toEqual({
    path,
    steps: ['sharpness'],
    known: { faces: [], saliencyFeatures: expect.objectContaining({ width: 640 }) },
  })
  expect(asked).toHaveLength(2)
})
