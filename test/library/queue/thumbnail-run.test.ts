import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { WORTH_A_PASS } from '../../../src-main/library/queue/thumbnail-run.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const tilesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' }, limit: 200 })).tiles
const small = { width: 48, height: 32 }

/** Photos found while the analysis was paused, none with a picture yet. */
async function openPaused(count: number) {
  const { libraryDir, photosDir } = makeLibrary()
  const paths = await drawPhotos(photosDir, count, small)
  const opened = await openTestLibrary(libraryDir)
  opened.engine.makesThumbnails = false
  await opened.library.calls.analysis.pause()
  await opened.library.hostCalls.addFolder({ path: photosDir })
  // Listing them would put them on screen.
  await until(
    () => opened.library.calls.library.info(),
    ({ photoCount }) => photoCount === count,
  )
  return { ...opened, paths }
}

test('photos get their pictures while the analysis is paused, and stay pending', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 5, small)
  const { library, engine } = await openTestLibrary(libraryDir)
  await library.calls.analysis.pause()
  await library.hostCalls.addFolder({ path: photosDir })
  const tiles = await until(
    () => tilesOf(library),
    (seen) => seen.length === 5 && seen.every(({ thumbVersion }) => thumbVersion === 1),
  )
  expect(tiles.every(({ status, placeholder }) => status === 'pending' && placeholder !== '')).toBe(true)
  expect(engine.seen).toEqual([])
  expect(await library.calls.analysis.status()).toMatchObject({ state: 'paused', pending: 5, analysed: 0 })
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  expect(engine.seen).toHaveLength(5)
  expect(engine.pictured).toHaveLength(5)
  expect((await tilesOf(library)).every(({ thumbVersion }) => thumbVersion === 1)).toBe(true)
})

test('photos on screen come first', async () => {
  const { library, engine, paths } = await openPaused(12)
  const tiles = await tilesOf(library)
  await library.calls.photos.tiles({ ids: [tiles[7]!.id] })
  engine.makesThumbnails = true
  await library.calls.analysis.cancel() // A decision starts a new attempt.
  await until(
    () => engine.pictured.length,
    (count) => count === 12,
  )
  expect(engine.pictured.slice(0, 2)).toContain(paths[7])
})

test('many photos on screen get pictures before the first analysis; others are decoded once for both', async () => {
  const { library, engine } = await openPaused(WORTH_A_PASS + 6)
  const order: string[] = []
  const usual = engine.analyse
  engine.analyse = (request) => {
    order.push(request.steps.length === 1 ? 'picture' : request.steps.includes('preview') ? 'both' : 'analysis')
    return usual(request)
  }
  await library.calls.photos.list({ limit: WORTH_A_PASS })
  engine.makesThumbnails = true
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  expect(order.slice(0, WORTH_A_PASS).every((each) => each === 'picture')).toBe(true)
  expect(Map.groupBy(order, (each) => each).get('analysis')).toHaveLength(WORTH_A_PASS)
  expect(Map.groupBy(order, (each) => each).get('both')).toHaveLength(6)
})

test('a few new photos are decoded once, for everything', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 6, small)
  const { library, engine } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(engine.pictured).toEqual([])
  expect(engine.seen).toHaveLength(6)
})

test('an undecodable photo is tried once, blamed only by the analysis, and delays nothing', async () => {
  const { library, engine, paths } = await openPaused(3)
  engine.outcomes.set(paths[1]!, { ok: false, code: 'damaged', reason: foreign('The file is damaged.') })
  engine.makesThumbnails = true
  await library.calls.analysis.cancel()
  await library.hostCalls.waitUntilIdle()
  expect(engine.pictured.toSorted()).toEqual(paths)
  expect((await tilesOf(library)).map(({ status, thumbVersion }) => [status, thumbVersion])).toEqual([
    ['pending', 1],
    ['pending', 0],
    ['pending', 1],
  ])
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  expect((await tilesOf(library)).map(({ status }) => status)).toEqual(['ready', 'failed', 'ready'])
})

test('a command that opens the library without watching makes no separate thumbnails', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhoto(join(photosDir, 'a.jpg'), small)
  const { library, engine } = await openTestLibrary(libraryDir, { watch: false })
  await library.calls.analysis.pause()
  await library.hostCalls.addFolder({ path: photosDir })
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  expect(engine.pictured).toEqual([])
})
