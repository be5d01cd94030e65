/// <reference lib="esnext.float16" />
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normalise } from '../../src-main/analysis/vectors/unit-vector.ts'
import { runThrough } from '../../src-main/indexes/codes/basis.ts'
import { writeCodeFile } from '../../src-main/indexes/codes/code-file.ts'
import { CodedIndex, learnHeads } from '../../src-main/indexes/codes/coded-index.ts'
import { readCodeFile } from '../../src-main/indexes/codes/read-code-file.ts'
import { VectorSlots } from '../../src-main/indexes/codes/vector-slots.ts'
import { contentDistance, unlikenessOf } from '../../src-main/indexes/distances.ts'
import { IdBits } from '../../src-main/indexes/id-bits.ts'
import type { Hit, VectorSearch } from '../../src-main/indexes/index-types.ts'
import { numberedNoisyVectors, numberedPhotoVectors } from '../fixtures/photo-vectors.ts'

const SAMPLE = 1024
const SEARCHES = 200
/** Searches whose result is compared with all full vectors. */
const CHECKED = 6
/** Milliseconds that the slowest of a hundred searches may take, up to this many photos; bytes of memory per photo. */
const LIMITS = [
  { photos: 100_000, ms: 5 },
  { photos: 1_000_000, ms: 50 },
]
const MAX_BYTES = 250

type Kind = 'usual' | 'noisy'
/** Vectors derived from those of real photos, if there are some beside the repository (`fixtures/photo-vectors.ts`). */
type Library = { photos: number; dimensions: number; vectorOf: (id: number) => Float32Array }

function makeLibrary(photos: number, dimensions: number, kind: Kind): Library {
  const fill = kind === 'noisy' ? numberedNoisyVectors(dimensions) : numberedPhotoVectors(dimensions)
  const halves = new Float16Array(dimensions)
  const vectorOf = (id: number) => {
    fill(id, halves)
    return new Float32Array(halves)
  }
  return { photos, dimensions, vectorOf }
}

/** Wall-clock and processor time of some work in milliseconds. */
async function timed<T>(work: () => T | Promise<T>): Promise<{ result: T; ms: number; cpuMs: number }> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: performance.now() - began, cpuMs: (user + system) / 1000 }
}

async function makeFile(path: string, { photos, dimensions, vectorOf }: Library) {
  const step = Math.max(1, Math.floor(photos / SAMPLE))
  const sample = Array.from({ length: Math.min(photos, SAMPLE) }, (_, n) => vectorOf(n * step))
  const learning = await timed(() => runThrough(learnHeads(sample, dimensions)))
  const index = new CodedIndex({ dimensions, exact: vectorOf, heads: learning.result })
  index.reserve(photos)
  let putMs = 0
  for (let id = 0; id < photos; id++) {
    const vector = vectorOf(id)
    const began = performance.now()
    index.put(id, vector)
    putMs += performance.now() - began
  }
  const writing = await timed(async () => {
    const written = await writeCodeFile(path, { token: 'bench', index, vectorOf, goesOn: () => true })
    await written!.putInPlace()
  })
  say(
    `learned in ${show(learning.cpuMs)} ms, coded in ${show((putMs / photos) * 1000)} µs a photo, ` +
      `written in ${show(writing.ms / 1000)} s, ${show(statSync(path).size / photos)} bytes a photo on disk`,
  )
}

async function openFile(path: string) {
  const reads = { count: 0 }
  let slots: VectorSlots | null = null
  const kept = {
    prepare: (unit: Float32Array) => slots!.prepare(unit),
    unlikeness(...request: Parameters<VectorSlots['unlikeness']>) {
      reads.count++
      return slots!.unlikeness(...request)
    },
  }
  const vectors = {
    exact: (id: number, row: number) => slots!.read(row, id),
    kept: () => ({ slots: kept, isOwn: () => true }),
  }
  const opening = await timed(async () => {
    const read = (await readCodeFile(path, 'bench', vectors))!
    slots = new VectorSlots(path, read.slots)
    return read
  })
  const { index } = opening.result
  say(
    `opened in ${show(opening.ms)} ms (${show(opening.cpuMs)} ms of processor time), ` +
      `${show(index.bytes / index.size)} bytes a photo in memory, at most ${MAX_BYTES}: ` +
      reached(index.bytes / index.size <= MAX_BYTES),
  )
  return { index, reads, slots: slots! as VectorSlots }
}

type Filter = { name: string; ids: AllowedNumbers }
type AllowedNumbers = IdBits | undefined

const everyNth = (photos: number, n: number) =>
  new IdBits(Uint32Array.from({ length: Math.floor(photos / n) }, (_, i) => i * n))

/** Queries are photos of the library and others in turn. */
const queryOf = ({ photos, vectorOf }: Library, n: number): Float32Array =>
  vectorOf(n % 2 === 0 ? (n * 7919) % photos : photos + n)

async function measure(library: Library, path: string): Promise<void> {
  const { index, reads, slots } = await openFile(path)
  const filters: Filter[] = [
    { name: 'all', ids: undefined },
    { name: 'half', ids: everyNth(library.photos, 2) },
    { name: '10 %', ids: everyNth(library.photos, 10) },
    { name: '1 %', ids: everyNth(library.photos, 100) },
  ]
  const limit = LIMITS.find(({ photos }) => library.photos <= photos)?.ms ?? Infinity
  const lines = filters.flatMap(({ name, ids: allowed }) =>
    [20, 100].map((count) => {
      const search = { limit: count, allowed }
      for (let n = 0; n < 20; n++) index.search(queryOf(library, n), search)
      const runs = Array.from({ length: SEARCHES }, (_, n) => {
        const query = queryOf(library, n)
        reads.count = 0
        const [began, before] = [performance.now(), process.cpuUsage()]
        index.search(query, search)
        const { user, system } = process.cpuUsage(before)
        return { ms: performance.now() - began, cpuMs: (user + system) / 1000, reads: reads.count }
      })
      const at = (what: 'ms' | 'cpuMs' | 'reads', share: number) =>
        Number(
          runs
            .map((run) => run[what])
            .sort((a, b) => a - b)
            [Math.floor(SEARCHES * share)]!.toFixed(1),
        )
      const p = (what: 'ms' | 'cpuMs' | 'reads') => [at(what, 0.5), at(what, 0.99)] as const
      const [[p50, p99], [cpu50, cpu99], [reads50, reads99]] = [p('ms'), p('cpuMs'), p('reads')]
      return {
        among: name,
        nearest: count,
        p50,
        p99,
        limit,
        reached: reached(p99 <= limit),
        cpu50,
        cpu99,
        reads50,
        reads99,
      }
    }),
  )
  console.table(lines)
  const share = recall(library, index, filters)
  say(`recall against all full vectors: ${share.toFixed(3)}, 1.000: ${reached(share === 1)}`)
  slots.close()
}

/** The share of the nearest that was found, measured by comparing the query with every full vector. */
function recall(library: Library, index: CodedIndex, filters: readonly Filter[]): number {
  let [found, wanted] = [0, 0]
  for (let n = 0; n < CHECKED; n++) {
    const query = queryOf(library, n + 1000)
    const { ids } = filters[n % filters.length]!
    const search = { limit: 100, allowed: ids }
    const truth = new Set(nearest(library, query, search).map(({ id }) => id))
    wanted += truth.size
    found += index.search(query, search).filter(({ id }) => truth.has(id)).length
  }
  return found / wanted
}

function nearest({ photos, vectorOf }: Library, query: Float32Array, { limit, allowed }: VectorSearch): Hit[] {
  const unit = normalise(query)
  let best: Hit[] = []
  for (let id = 0; id < photos; id++) {
    if (allowed && !allowed.has(id)) continue
    best.push({ id, distance: contentDistance(unlikenessOf(unit, normalise(vectorOf(id)))) })
    if (best.length > limit * 20 || id === photos - 1)
      best = best.sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, limit)
  }
  return best.sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, limit)
}

const reached = (isReached: boolean): string => (isReached ? 'yes' : 'NO')
const show = (value: number): string => (value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en'))
const say = (line: string) => process.stdout.write(`  ${line}\n`)

/** Similar search by content: creating, opening and searching the file of codes, and its recall. */
async function benchSimilar(photos: number, dimensions: number, kind: Kind = 'usual'): Promise<void> {
  const noise = kind === 'noisy' ? ', with noise' : ''
  process.stdout.write(`\n${photos.toLocaleString('en')} photos, vectors of ${dimensions} numbers${noise}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'similar-bench-'))
  try {
    const [library, path] = [makeLibrary(photos, dimensions, kind), join(folder, 'bench.codes')]
    await makeFile(path, library)
    await measure(library, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const at = process.argv.indexOf('--photos')
  const photos = at < 0 ? 100_000 : Number(process.argv[at + 1])
  await benchSimilar(photos, 1280)
  if (photos <= 100_000) {
    await benchSimilar(photos, 1280, 'noisy')
    await benchSimilar(photos, 480)
  }
}
