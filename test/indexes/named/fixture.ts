import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import type { Ticket } from '../../../src-main/contract/analysis/ticket.ts'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import type { OpenOptions } from '../../../src-main/indexes/named/open-indexes.ts'
import type { IndexName } from '../../../src-main/indexes/named/index-name.ts'
import { openTestIndexes, settle } from './open-test-indexes.ts'

export const pets: IndexName = { kind: 'categories', categorizerId: 'general_v3', indexId: 'pets' }
export const shades: IndexName = { kind: 'colors', indexId: 'shades' }

/** Indexes in a separate folder, closed and deleted afterwards; `reopen` closes and opens them again. */
export type Place = {
  folder: string
  indexes: Indexes
  clock: { time: number }
  reopen(options?: Partial<OpenOptions>): Promise<Indexes>
}

export const test = base.extend<{ place: Place }>({
  place: async ({ task }, use) => {
    const folder = mkdtempSync(join(tmpdir(), `indexes-${task.id}-`))
    const clock = { time: Date.parse('2026-05-01T10:00:00Z') }
    const open = (options: Partial<OpenOptions> = {}) =>
      openTestIndexes({ folder, now: () => clock.time, progressMs: 0, ...options })
    const place: Place = {
      folder,
      clock,
      indexes: await open(),
      async reopen(options) {
        await place.indexes.close()
        return (place.indexes = await open(options))
      },
    }
    await use(place)
    await place.indexes.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** Trains an index to the end. */
export const train = async (indexes: Indexes, name: IndexName): Promise<Ticket> =>
  settle(indexes, await indexes.train(name), name.owner)

export const vectorOf = (...values: number[]): Float32Array => Float32Array.from(values)

/** Repeatable vectors of numbers from -1 to 1 (mulberry32). */
export function makeVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1
  }
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, next))
}

/** A call's error, as `code: message`; `nothing` if it returns. */
export async function refusalOf(call: () => unknown): Promise<string> {
  try {
    await call()
    return 'nothing'
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`
  }
}
