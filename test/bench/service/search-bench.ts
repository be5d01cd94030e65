import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { IndexName } from '../../../src-main/indexes/named/index-name.ts'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import { openModels } from '../../../src-main/analysis/models/registry/registry.ts'
import { openOperations } from '../../../src-main/analysis/operations/operations.ts'
import type { PictureVector } from '../../../src-main/analysis/operations/ports.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { openTestIndexes, settle } from '../../indexes/named/open-test-indexes.ts'
import { percentile } from './percentile.ts'
import type { BenchAccount, ServiceFolders } from './run-service.ts'

/**
 * Milliseconds. `idleP99` is the time of an answer without any work (`/healthz`) between the searches: the share of
 * HTTP and of the machine.
 */
export type SearchTimes = { trainMs: number; p50: number; p99: number; idleP99?: number }

export const ENTRIES = 10_000
const SEARCHES = 1000
const INSIDE = 'inside'
const WIRE = 'wire'
/** Real photos are few: the others are mixtures of two of them with some noise, like series of one motif. */
const NOISE = 0.02

/** The installed models' embeddings of photos, and mixtures of them, until there are enough. */
export async function makeVectors(
  photos: readonly string[],
  modelsDir: string,
): Promise<{ vectors: Float32Array[]; model: string }> {
  const models = openModels({ resourcesDir, modelsDir })
  const operations = openOperations({ resourcesDir, modelsDir, models })({})
  try {
    const seen: (PictureVector | null)[] = []
    for (const path of photos) seen.push(await operations.contentVector(await operations.open(path)))
    const known = seen.filter((vector) => vector !== null)
    if (known.length === 0) throw new Error('no installed model describes what pictures show')
    const vectorAt = (at: number) => known[at % known.length]!.vector
    return {
      vectors: Array.from({ length: ENTRIES }, (_, at) =>
        at < known.length ? vectorAt(at) : mix(vectorAt(at), vectorAt(at * 7 + 1), at),
      ),
      model: known[0]!.modelId,
    }
  } finally {
    await models.close()
  }
}

function mix(a: Float32Array, b: Float32Array, at: number): Float32Array {
  const share = 0.5 + (0.5 * (at % 97)) / 97
  const mixed = a.map((value, i) => share * value + (1 - share) * b[i]! + (Math.random() - 0.5) * NOISE)
  const length = Math.hypot(...mixed)
  return mixed.map((value) => value / length)
}

/**
 * Saves the entries into two indexes of the account, while no service owns them; trains one and searches it by calls of
 * the index layer.
 */
export async function searchInside(
  { dataDir }: ServiceFolders,
  { id: owner }: BenchAccount,
  { vectors, model }: { vectors: Float32Array[]; model: string },
): Promise<SearchTimes> {
  const indexes = await openTestIndexes({ folder: join(dataDir, 'indexes') })
  const name = (indexId: string): IndexName => ({ owner, kind: 'categories', categorizerId: 'general_v3', indexId })
  try {
    for (const indexId of [INSIDE, WIRE])
      for (let at = 0; at < ENTRIES; at += 500)
        await indexes.saveAll(
          name(indexId),
          vectors.slice(at, at + 500).map((vector, i) => ({ entryId: `photo ${at + i}`, vector })),
          { model },
        )
    const began = performance.now()
    const ticket = await indexes.train(name(INSIDE))
    await settle(indexes, ticket, owner)
    const trainMs = performance.now() - began
    return { trainMs, ...(await timeSearches(indexes, name(INSIDE), vectors)) }
  } finally {
    await indexes.close()
  }
}

async function timeSearches(
  indexes: Indexes,
  name: IndexName,
  vectors: readonly Float32Array[],
): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  for (let i = 0; i < SEARCHES; i++) {
    const began = performance.now()
    await indexes.search(name, vectors[(i * 37) % ENTRIES]!)
    times.push(performance.now() - began)
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/**
 * Trains the other index and searches it through the service, by saved entries: everything in a search except analysing
 * a picture.
 */
export async function searchOverHttp(
  address: string,
  { authorization }: BenchAccount,
  clients: number,
): Promise<SearchTimes> {
  const pool = new Pool(address, { connections: clients })
  const path = `/v2/similar-images/categories/general_v3/${WIRE}`
  const ask = async (
    method: 'GET' | 'PUT',
    at: string,
  ): Promise<{ result: { ticket_id?: string; is_final?: boolean; count?: number } }> => {
    const { statusCode, body } = await pool.request({ method, path: at, headers: { authorization } })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${method} ${at}: ${statusCode} ${text}`)
    return JSON.parse(text)
  }
  try {
    const began = performance.now()
    const { ticket_id: ticket } = (await ask('PUT', path)).result
    while (!(await ask('GET', `/v2/tickets/${ticket}`)).result.is_final) await delay(10)
    const trainMs = performance.now() - began
    const [times, idle]: [number[], number[]] = [[], []]
    let next = 0
    const searchOn = async () => {
      while (next < SEARCHES) {
        idle.push(await timeIdle(pool))
        const asked = performance.now()
        const { result } = await ask(
          'GET',
          `${path}?count=10&entry=${encodeURIComponent(`photo ${(next++ * 37) % ENTRIES}`)}`,
        )
        times.push(performance.now() - asked)
        if (result.count !== 10) throw new Error(`a search found ${result.count} of 10`)
      }
    }
    await Promise.all(Array.from({ length: clients }, searchOn))
    return { trainMs, p50: percentile(times, 0.5), p99: percentile(times, 0.99), idleP99: percentile(idle, 0.99) }
  } finally {
    await pool.close()
  }
}

async function timeIdle(pool: Pool): Promise<number> {
  const began = performance.now()
  await (await pool.request({ method: 'GET', path: '/healthz' })).body.dump()
  return performance.now() - began
}
