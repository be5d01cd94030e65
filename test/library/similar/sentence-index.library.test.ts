import { reads } from '../../fixtures/reads.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLibrary, type OpenLibrary } from '../../../src-main/library/library.ts'
import type { PhotoFilter } from '../../../src-main/contract/library/query.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { writeTinyPair } from '../../fixtures/tiny-pair.ts'
import { makeLibrary } from '../library/open-test-library.ts'

const colors = { red: '#ff0000', green: '#00ff00', blue: '#0000ff', white: '#ffffff' } as const
const draw = (photosDir: string, color: keyof typeof colors) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: colors[color] } })
    .jpeg()
    .toFile(join(photosDir, `${color === 'white' ? 'snow' : color.slice(0, 2)}.jpg`))

/** A library with the actual engine. */
async function open(libraryDir: string): Promise<OpenLibrary> {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  const modelsDir = join(libraryDir, '..', 'models')
  const library = await createLibrary({
    libraryDir,
    resourcesDir,
    modelsDir,
    log,
    owner: 'test',
    watch: true,
    hasWindows: true,
  })
  return library
}
const idle = (library: OpenLibrary) => library.hostCalls.waitUntilIdle()
async function find(library: OpenLibrary, text: string, rest: Omit<PhotoFilter, 'text'> = {}): Promise<string[]> {
  const { tiles } = await library.calls.photos.list({ filter: { ...rest, text }, sort: { by: 'name', order: 'asc' } })
  return tiles.map(({ name }) => name)
}
const sorted = async (library: OpenLibrary, text: string, order: 'asc' | 'desc') =>
  (await library.calls.photos.list({ filter: { text }, sort: { by: 'match', order } })).tiles.map(({ name }) => name)
const explain = (library: OpenLibrary, text: string) => library.calls.search.explain({ filter: { text } })
const offered = async (library: OpenLibrary) =>
  (await library.calls.search.complete({ text: 'sho', field: null, limit: 50 })).filter(
    ({ field }) => field === 'shows',
  )

test('photos are found by a sentence once a pair is installed, combined with any other filter', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  mkdirSync(photosDir, { recursive: true })
  for (const color of ['red', 'green', 'blue'] as const) await draw(photosDir, color)
  let library = await open(libraryDir)
  try {
    await library.hostCalls.addFolder({ path: photosDir })
    await idle(library)

    // Without a pair nothing is offered; the written sentence is reported, and finds nothing.
    expect(await offered(library)).toEqual([])
    expect(await library.calls.models.pair()).toMatchObject({ pair: null, problem: null })
    expect(await find(library, 'shows:"a red thing"')).toEqual([])
    expect((await explain(library, 'shows:"a red thing"')).problems).toMatchObject([
      { code: 'not-installed', text: 'shows:"a red thing"', message: reads(/No text-image models/) },
    ])

    // Photos analysed earlier get their vectors, and nothing else is repeated.
    const before = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
    const report = await library.hostCalls.installModelsFrom({ path: writeTinyPair(join(dir, 'colours')) })
    expect(report).toEqual({ installed: ['colours'], present: [], skipped: [] })
    await idle(library)
    const after = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
    expect(after.tiles.map(({ thumbVersion }) => thumbVersion)).toEqual(before.tiles.map((tile) => tile.thumbVersion))
    expect(await offered(library)).toMatchObject([{ field: 'shows', isField: true }])

    expect(await find(library, 'shows:"a red thing"')).toEqual(['re.jpg'])
    expect(await find(library, 'shows:"Blue  THING~1"')).toEqual(['bl.jpg'])
    expect(await find(library, 'shows:red~1,green~1')).toEqual(['gr.jpg', 're.jpg'])
    expect(await find(library, '-shows:red~1')).toEqual(['bl.jpg', 'gr.jpg'])
    expect(await find(library, 'shows:red~2 name:re')).toEqual(['re.jpg'])
    expect((await explain(library, 'shows:red~2 name:re')).problems).toEqual([])
    const [red] = (await library.calls.photos.list({ filter: { text: 'name:re' } })).tiles
    await library.calls.photos.rate({ ids: [red!.id], rating: 5 })
    expect(await find(library, 'shows:red~1', { ratingFrom: 5 })).toEqual(['re.jpg'])
    expect(await find(library, 'shows:blue~1', { ratingFrom: 5 })).toEqual([])

    // A later photo is described in its first analysis.
    await draw(photosDir, 'white')
    const [folder] = await library.calls.folders.list()
    await library.calls.folders.rescan({ id: folder!.id })
    await idle(library)
    expect(await find(library, 'shows:white~1')).toEqual(['snow.jpg'])

    // Sorted by match, the closest to the sentence come first; results of another term come last.
    expect((await sorted(library, 'shows:"red white~4"', 'desc')).slice(0, 2).toSorted()).toEqual([
      're.jpg',
      'snow.jpg',
    ])
    expect((await sorted(library, 'shows:blue~4', 'desc'))[0]).toBe('bl.jpg')
    expect((await sorted(library, 'shows:blue~4', 'asc')).at(-1)).toBe('bl.jpg')
    expect(await sorted(library, 'name:re OR shows:blue~1', 'desc')).toEqual(['bl.jpg', 're.jpg'])
    expect((await sorted(library, 'shows:green~4 shows:green~3', 'desc'))[0]).toBe('gr.jpg')

    // All of it survives a restart.
    await library.close()
    library = await open(libraryDir)
    await idle(library)
    expect(await find(library, 'shows:white~1')).toEqual(['snow.jpg'])

    // Hidden photos take no place among the results.
    const [snow] = (await library.calls.photos.list({ filter: { text: 'name:snow' } })).tiles
    await library.calls.photos.setPrivate({ ids: [snow!.id], isPrivate: true })
    await library.calls.privacy.setClientMode({ isOn: true })
    expect(await find(library, 'shows:white~1')).toHaveLength(1)
    expect(await find(library, 'shows:white~1')).not.toContain('snow.jpg')
    await library.calls.privacy.setClientMode({ isOn: false })

    await library.calls.models.removePair()
    expect(await find(library, 'shows:white~1')).toEqual([])
    expect((await explain(library, 'shows:white~1')).problems).toMatchObject([{ code: 'not-installed' }])
    expect(await offered(library)).toEqual([])

    // A pair's vectors stay, so that the same pair has nothing to do when it returns.
    await library.hostCalls.installModelsFrom({ path: join(dir, 'colours') })
    expect((await library.calls.analysis.status()).pending).toBe(0)
    expect(await find(library, 'shows:white~1')).toEqual(['snow.jpg'])
  } finally {
    await library.close()
  }
}, 240_000)
