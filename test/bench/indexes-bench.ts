import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Indexes } from '../../src-main/indexes/named/indexes.ts'
import { openTestIndexes, settle } from '../indexes/named/open-test-indexes.ts'

/** Repeatable numbers from 0 to 1 (mulberry32), skewed towards 0 like pooled features. */
function createFeatures(seed: number, dimensions: number): () => Float32Array {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) / 2 ** 32) ** 3
  }
  return () => Float32Array.from({ length: dimensions }, next)
}

/** Vectors that hardly differ, so that the scan can rule out few: the hardest case. */
function createAlike(seed: number, dimensions: number): () => Float32Array {
  const features = createFeatures(seed, dimensions)
  const centre = features()
  return () => features().map((value, i) => centre[i]! + (value - 0.25) * 0.02)
}

/** One line of the benchmark's table: milliseconds, and megabytes of the complete process. */
export type IndexesBench = {
  entries: number
  dimensions: number
  kind: 'varied' | 'alike'
  saveMs: number
  trainMs: number
  searchP50: number
  searchP99: number
  whileTrainingP50: number
  whileTrainingP99: number
  loadMs: number
  residentMb: number
}

const name = { kind: 'categories', categorizerId: 'general_v3', indexId: 'bench' } as const
const at = (times: number[], share: number): number => times.sort((a, b) => a - b)[Math.floor(times.length * share)]!
const round = (value: number): number => Math.round(value * 100) / 100

async function timeSearch(indexes: Indexes, vector: Float32Array): Promise<number> {
  const began = performance.now()
  await indexes.search(name, vector)
  return performance.now() - began
}

/** Searches one after another with a pause for other work between, as requests come, until stopped. */
async function searchUntil(
  indexes: Indexes,
  features: () => Float32Array,
  isOver: (searches: number) => boolean | Promise<boolean>,
): Promise<number[]> {
  const times: number[] = []
  while (!(await isOver(times.length))) {
    const vector = features()
    const asked = performance.now()
    await setImmediate() // the wait for a slice of training counts
    const waited = performance.now() - asked
    times.push(waited + (await timeSearch(indexes, vector)))
  }
  return times
}

/** Saves, trains and searches an index of this many entries. */
export async function benchIndexes(
  entries: number,
  dimensions: number,
  kind: 'varied' | 'alike' = 'varied',
): Promise<IndexesBench> {
  const folder = mkdtempSync(join(tmpdir(), 'indexes-bench-'))
  const features = kind === 'alike' ? createAlike(7, dimensions) : createFeatures(7, dimensions)
  let indexes = await openTestIndexes({ folder })
  try {
    const vectors = Array.from({ length: entries }, features)
    const began = performance.now()
    for (let i = 0; i < entries; i += 100)
      await indexes.saveAll(
        name,
        vectors.slice(i, i + 100).map((vector, j) => ({ entryId: `photo ${i + j}`, vector })),
      )
    const saved = performance.now()
    const first = await indexes.train(name)
    await settle(indexes, first)
    const trained = performance.now()
    const quiet = await searchUntil(indexes, features, (searches) => searches >= 1000)
    const ticket = await indexes.train(name)
    const busy = await searchUntil(indexes, features, async () => (await indexes.ticket(ticket)).is_final)
    await indexes.close()
    indexes = await openTestIndexes({ folder })
    const loadMs = await timeSearch(indexes, features())
    return {
      entries,
      dimensions,
      kind,
      saveMs: round((saved - began) / entries),
      trainMs: round(trained - saved),
      searchP50: round(at(quiet, 0.5)),
      searchP99: round(at(quiet, 0.99)),
      whileTrainingP50: round(at(busy, 0.5)),
      whileTrainingP99: round(at(busy, 0.99)),
      loadMs: round(loadMs),
      residentMb: Math.round(process.memoryUsage.rss() / 1e6),
    }
  } finally {
    await indexes.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const lines: IndexesBench[] = []
  for (const dimensions of [294, 480, 1280]) lines.push(await benchIndexes(10_000, dimensions))
  lines.push(await benchIndexes(10_000, 1280, 'alike'))
  console.table(lines)
  for (const kind of ['varied', 'alike'] as const) {
    const slowest = Math.max(...lines.filter((line) => line.kind === kind).map(({ searchP99 }) => searchP99))
    console.log(`10,000 ${kind} entries: slowest p99 ${slowest} ms, ${slowest < 20 ? 'under' : 'NOT under'} 20 ms`)
  }
}
