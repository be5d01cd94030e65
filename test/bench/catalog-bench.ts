import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadCpuUsage } from 'node:process'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { openCatalog } from '../../src-main/library/catalog/open-catalog.ts'
import { noLog } from '../../src-main/library/host/log.ts'
import { RemovedItems } from '../../src-main/library/removed/removed-items.ts'
import { SimilarIndexes } from '../../src-main/library/similar/similar-indexes.ts'
import { emptyMetadata } from '../../src-main/contract/library/empty-metadata.ts'
import type { Findings, StepName } from '../../src-main/analysis/photo/findings.ts'

type OpenCatalog = ReturnType<typeof openCatalog>

/**
 * Times the catalogue with synthetic rows and real thumbnails: `node test/bench/catalog-bench.ts [--photos N
 * --million] [--removal]`, the last without searches. Prints one line per measurement; nothing is kept.
 */
const STEPS: readonly StepName[] = [
  'hash',
  'preview',
  'faces',
  'tags',
  'categories',
  'croppings',
  'colors',
  'embedding',
  'sharpness',
]
const TAGS_EACH = 20
const DIFFERENT_TAGS = 1500
const CHUNK = 2000

type Measure = { name: string; value: string }

/** A search of everything at once, and its time limit. */
const COMBINED = 'morn iso>=800 camera:x-t5 (word1 OR word5) -key7'
const COMBINED_LIMIT_MS = 100
const withLimit = (value: string, limit: number) =>
  `${value} (limit ${limit} ms) ${Number.parseFloat(value) <= limit ? 'PASS' : 'FAIL'}`

/** Small repeatable random numbers (mulberry32), from 0 up to but not including 1. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32
  }
}

async function drawThumbnails(count: number, random: () => number): Promise<Uint8Array[]> {
  const drawn = Array.from({ length: count }, () => {
    const shapes = Array.from({ length: 40 }, () => {
      const color = `hsl(${Math.floor(random() * 360)} ${Math.floor(random() * 100)}% ${Math.floor(random() * 100)}%)`
      return `<ellipse cx="${random() * 320}" cy="${random() * 213}" rx="${random() * 60}" ry="${random() * 60}" fill="${color}"/>`
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="213"><rect width="320" height="213" fill="#789"/>${shapes.join('')}</svg>`
    return sharp(Buffer.from(svg)).webp({ quality: 75, effort: 0 }).toBuffer()
  })
  return Promise.all(drawn)
}

function makeFindings(random: () => number, thumbnail: Uint8Array): Findings {
  const skewed = () => Math.floor(random() ** 2 * DIFFERENT_TAGS)
  const channel = () => Math.floor(random() * 256)
  const tags = Array.from({ length: TAGS_EACH }, () => skewed()).map((tag) => ({
    concept: `concept-${tag}`,
    name: `word${tag}`,
    confidence: 8 + random() * 92,
    origin: 'objects',
    synset_id: `n${tag}`,
  }))
  const colors = Array.from({ length: 5 }, () => ({
    r: channel(),
    g: channel(),
    b: channel(),
    html_code: '#000000',
    closest_palette_color: 'black',
    closest_palette_color_html_code: '#000000',
    closest_palette_color_parent: 'black',
    closest_palette_distance: 1,
    percent: random() * 40,
  }))
  return {
    width: 6000,
    height: 4000,
    format: 'jpeg',
    contentHash: Math.floor(random() * 2 ** 48).toString(16),
    thumbnail,
    placeholder: new Uint8Array(28),
    tags,
    faces: [],
    categories: [
      { categorizer: 'personal_photos', name: `kind${Math.floor(random() * 18)}`, confidence: 30 + random() * 60 },
    ],
    nsfw: { nsfw: 1, underwear: 1, safe: 98 },
    saliencyFeatures: {
      width: 6000,
      height: 4000,
      map: { columns: 32, rows: 21, values: new Uint8Array(32 * 21) },
      subjects: [],
    },
    colors: {
      image_colors: colors,
      foreground_colors: colors.slice(0, 2),
      background_colors: colors.slice(2),
      color_variance: 30,
      object_percentage: 20,
      color_percent_threshold: 1,
    },
    colorVector: new Float32Array(64),
    sharpness: { subject: Math.floor(random() * 101), faces: [], exposure: { shadows: 0, highlights: 0, middle: 0.5 } },
    embedding: { modelId: 'bench', vector: Float32Array.from({ length: 480 }, random) },
  }
}

function timed<T>(work: () => T): { ms: number; value: T } {
  const start = performance.now()
  const value = work()
  return { ms: performance.now() - start, value }
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const rate = (count: number, milliseconds: number, unit: string) =>
  `${Math.round((count / milliseconds) * 1000).toLocaleString('en')} ${unit}/s`

/** Median of several runs; before each, a change to one photo discards the cached answers. */
function timeFresh(catalog: OpenCatalog, work: () => unknown, photoId: number): string {
  const runs = Array.from({ length: 7 }, (_, turn) => {
    catalog.changes.apply({ kind: 'rate', ids: [photoId], rating: turn % 2 })
    catalog.analysis.counts() // applies the change
    return timed(work).ms
  })
  return ms(runs.sort((a, b) => a - b)[3] ?? 0)
}

function fill(
  catalog: OpenCatalog,
  photos: number,
  thumbnails: readonly Uint8Array[],
  random: () => number,
): Measure[] {
  const root = catalog.folders.addRoot(join(tmpdir(), 'bench-photos'))
  catalog.analysis.setSteps(STEPS.map((name) => ({ name, fingerprint: 'v1' })))
  let [addMs, metadataMs, outcomeMs] = [0, 0, 0]
  for (let from = 0; from < photos; from += CHUNK) {
    const folderId = catalog.folders.ensure(root.id, `Year ${from % 17}/Trip ${from}`)
    const files = Array.from({ length: Math.min(CHUNK, photos - from) }, (_, i) => ({
      folderId,
      name: `IMG_${from + i}.jpg`,
      bytes: 1e6 + Math.floor(random() * 1e7),
      modifiedMs: 1.3e12 + Math.floor(random() * 4e11),
      fileKey: `1:${from + i}`,
    }))
    const added = timed(() => catalog.files.add(files))
    const ids = added.value
    const read = ids.map((id) => ({
      id,
      width: 6000,
      height: 4000,
      metadata: {
        ...emptyMetadata(),
        takenAt: new Date(1.3e12 + Math.floor(random() * 4e11)).toISOString().slice(0, 19),
        cameraModel: ['EOS 5D', 'X-T5', 'NIKON Z 8'][id % 3] ?? null,
        iso: 100 * 2 ** (id % 8),
        aperture: [1.8, 2.8, 5.6][id % 3] ?? null,
        title: `Morning ${id}`,
        keywords: [`key${id % 50}`],
      },
    }))
    addMs += added.ms
    metadataMs += timed(() => catalog.files.saveMetadata(read)).ms
    const found = ids.map((id) => makeFindings(random, thumbnails[id % thumbnails.length] ?? new Uint8Array()))
    outcomeMs += timed(() =>
      ids.forEach((id, i) =>
        catalog.analysis.saveOutcome(id, STEPS, { ok: true, findings: found[i] ?? {}, warnings: [] }),
      ),
    ).ms
  }
  return [
    { name: 'files.add', value: rate(photos, addMs, 'files') },
    { name: 'files.saveMetadata', value: rate(photos, metadataMs, 'photos') },
    { name: `saveOutcome (${TAGS_EACH} tags, thumbnail, all steps)`, value: rate(photos, outcomeMs, 'photos') },
  ]
}

function measureSearch(catalog: OpenCatalog): Measure[] {
  const memory = () => {
    globalThis.gc?.()
    return process.memoryUsage().rss
  }
  const before = memory()
  const sort = { by: 'takenAt', order: 'desc' } as const
  const first = timed(() => catalog.photos.tiles(Array.from(catalog.search.run({ filter: {}, sort }).slice(0, 200))))
  const allFacets = timed(() => catalog.search.facets({}))
  const total = allFacets.value.total
  const bytesEach = Math.round((memory() - before) / total)
  const ids = [...catalog.search.run({ filter: {}, sort })]
  const page = ids.slice(5000, 5200)
  const fresh = (work: () => unknown) => timeFresh(catalog, work, ids[0] ?? 1)
  const query = (filter: object) => () => catalog.search.run({ filter, sort })
  return [
    { name: 'first page after opening (columns, order, 200 tiles)', value: ms(first.ms) },
    { name: 'first facets (loads tags)', value: ms(allFacets.ms) },
    { name: 'index in memory', value: `${bytesEach} bytes/photo` },
    { name: 'whole library by date', value: fresh(query({})) },
    { name: 'filter by two tags', value: fresh(query({ tags: ['word1', 'word5'] })) },
    {
      name: 'filter by two tags + facets',
      value: fresh(() => [query({ tags: ['word1', 'word5'] })(), catalog.search.facets({ tags: ['word1', 'word5'] })]),
    },
    { name: 'facets of the whole library', value: fresh(() => catalog.search.facets({})) },
    { name: 'text "mor"', value: timeText(catalog, 'mor') },
    { name: 'text "word1 trip"', value: timeText(catalog, 'word1 trip') },
    { name: 'text "morning 77"', value: timeText(catalog, 'morning 77') },
    { name: `search "${COMBINED}", all read again`, value: withLimit(timeText(catalog, COMBINED), COMBINED_LIMIT_MS) },
    { name: `search "${COMBINED}"`, value: withLimit(fresh(query({ text: COMBINED })), COMBINED_LIMIT_MS) },
    {
      name: 'the same + facets + explanation',
      value: fresh(() => [
        query({ text: COMBINED })(),
        catalog.search.facets({ text: COMBINED }),
        catalog.search.explain({ text: COMBINED }),
      ]),
    },
    { name: `search "${COMBINED} like:ID"`, value: withLimit(timeLike(catalog, page), COMBINED_LIMIT_MS) },
    { name: 'completion "mo" of any field', value: fresh(() => catalog.search.complete('mo', null, 12)) },
    { name: 'colour within 15, share 8', value: fresh(query({ color: { html: '#3060a0', distance: 15, share: 8 } })) },
    {
      name: 'order by name, first time',
      value: ms(timed(() => catalog.search.run({ filter: {}, sort: { by: 'name', order: 'asc' } })).ms),
    },
    { name: 'suggest "wor"', value: fresh(() => catalog.search.suggest('wor', 12)) },
    { name: 'tiles(200)', value: fresh(() => catalog.photos.tiles(page)) },
    { name: 'detail', value: fresh(() => catalog.photos.detail(page[0] ?? 1)) },
    {
      name: 'takePending(8) of an empty queue',
      value: fresh(() => catalog.analysis.takePending(8, { first: page, busy: new Set() })),
    },
    {
      name: 'rate 1,000 photos',
      value: ms(timed(() => catalog.changes.apply({ kind: 'rate', ids: ids.slice(0, 1000), rating: 4 })).ms),
    },
    { name: 'embeddings of all', value: ms(timed(() => [...catalog.analysis.embeddings('bench')].length).ms) },
  ]
}

/** Compares with a different photo each time, so that all vectors are compared; they are in memory by then. */
function timeLike(catalog: OpenCatalog, ids: readonly number[]): string {
  catalog.search.compareBy(
    new SimilarIndexes({ analysis: catalog.analysis, presentModel: () => 'bench', folder: tmpdir(), log: noLog }),
  )
  const sort = { by: 'takenAt', order: 'desc' } as const
  const search = (id: number) => () => catalog.search.run({ filter: { text: `${COMBINED} like:${id}` }, sort })
  const [first = 1, ...others] = ids
  search(first)()
  const runs = others.slice(0, 15).map((id) => timed(search(id)).ms)
  return ms(runs.sort((a, b) => a - b)[7] ?? 0)
}

/** A changed caption invalidates every cached answer about text. */
function timeText(catalog: OpenCatalog, text: string): string {
  const id = catalog.search.run({ filter: {}, sort: { by: 'addedAt', order: 'asc' } })[0] ?? 1
  const runs = Array.from({ length: 5 }, (_, turn) => {
    catalog.files.saveMetadata([{ id, metadata: { ...emptyMetadata(), title: `turn ${turn}` }, width: 1, height: 1 }])
    catalog.analysis.counts()
    return timed(() => catalog.search.run({ filter: { text }, sort: { by: 'addedAt', order: 'desc' } })).ms
  })
  return ms(runs.sort((a, b) => a - b)[2] ?? 0)
}

function sizes(folder: string): Measure[] {
  return ['library.db', 'thumbnails.db']
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => ({ name, value: `${Math.round(statSync(join(folder, name)).size / 1e6)} MB` }))
}

/** The longest that any other call of the library may wait, in milliseconds of computing. */
const BLOCK_LIMIT_MS = 50

/** A person removes a root: it is hidden at once, and deleted for good in pieces on request. */
async function measureRemoval(catalog: OpenCatalog, photos: number): Promise<Measure[]> {
  const all = () => catalog.search.run({ filter: {}, sort: { by: 'takenAt', order: 'desc' } })
  // A window has shown the list by then: the first search of a library reads what all others compare.
  if (all().length !== photos) throw new Error(`The list has ${all().length} photos, not ${photos}.`)
  const [root] = catalog.folders.roots()
  const remove = { kind: 'remove-folder', ids: [root!.id], path: root!.path, photos } as const
  const computing = computingSince()
  const gone = timed(() => {
    catalog.changes.apply(remove)
    return all()
  })
  const goneMs = computing()
  if (gone.value.length > 0) throw new Error(`${gone.value.length} photos of a removed root are still in view.`)
  const pieces: number[] = []
  const purgeSome: OpenCatalog['removed']['purgeSome'] = (id, limit) => {
    const spent = computingSince()
    const piece = catalog.removed.purgeSome(id, limit)
    pieces.push(spent())
    return piece
  }
  const removed = new RemovedItems({
    catalog: { ...catalog, removed: { ...catalog.removed, purgeSome } },
    hub: { publish: () => undefined },
    log: noLog,
    beforeRisky: async () => undefined,
    onGone: () => undefined,
    now: Date.now,
  })
  const began = performance.now()
  const longest = await longestBlock(removed.purge())
  const sorted = pieces.toSorted((a, b) => a - b)
  return [
    {
      name: 'remove the root: gone from view',
      value: `${ms(gone.ms)}, ${withLimit(ms(goneMs), BLOCK_LIMIT_MS)} computing`,
    },
    { name: 'and deleted for good, in pieces', value: `${ms(performance.now() - began)}, ${pieces.length} pieces` },
    {
      name: 'a piece, median and longest, computing',
      value: `${ms(sorted[sorted.length >> 1]!)}, ${ms(sorted.at(-1)!)}`,
    },
    { name: 'the longest block meanwhile, computing', value: withLimit(ms(longest), BLOCK_LIMIT_MS) },
  ]
}

/** Milliseconds that this thread has computed since: other programs may have the processor meanwhile. */
function computingSince(): () => number {
  const before = threadCpuUsage()
  return () => {
    const { user, system } = threadCpuUsage(before)
    return (user + system) / 1000
  }
}

/** The longest that other calls waited for some work, in milliseconds of computing. */
async function longestBlock(work: Promise<unknown>): Promise<number> {
  let [longestMs, isDone] = [0, false]
  const watch = (async () => {
    while (!isDone) {
      const computing = computingSince()
      await setImmediate()
      longestMs = Math.max(longestMs, computing())
    }
  })()
  await work.finally(() => (isDone = true))
  await watch
  return longestMs
}

async function main() {
  const at = process.argv.indexOf('--photos')
  const photos = process.argv.includes('--million') ? 1_000_000 : at > 0 ? Number(process.argv[at + 1]) : 100_000
  const folder = mkdtempSync(join(tmpdir(), 'catalog-bench-'))
  const random = createRandom(7)
  try {
    const thumbnails = await drawThumbnails(64, random)
    const filling = openCatalog(folder)
    const filled = fill(filling, photos, thumbnails, random)
    filling.close()
    const opened = timed(() => openCatalog(folder))
    const measures = [
      ...filled,
      ...sizes(folder),
      { name: 'open', value: ms(opened.ms) },
      ...(process.argv.includes('--removal') ? [] : measureSearch(opened.value)),
    ]
    const removal = await measureRemoval(opened.value, photos)
    opened.value.close()
    const width = Math.max(...measures.map(({ name }) => name.length))
    process.stdout.write(
      `Catalogue of ${photos.toLocaleString('en')} photos\n${[...measures, ...removal].map(({ name, value }) => `  ${name.padEnd(width)}  ${value}`).join('\n')}\n`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
