import { messageOf } from '../../../contract/errors.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { isDamage } from '../../../base/sqlite/damage.ts'

/** Called for photos that cannot be read. */
export type LostRows = {
  noteDamage(reason: string): void
  noteLost(photoId: number): void
}

type Row = readonly [id: number, ...values: unknown[]]

/** This many photos are tried one by one; after that the gap is a large one. */
const SINGLE_STEPS = 500

/**
 * All readable rows of a query by ascending photo id: damage hides only the photos with it. The query takes the id
 * after which it begins, and returns the id first.
 */
export function* readAroundDamage<Each extends Row>(db: Db, sql: string, lost: LostRows, from = 0): Generator<Each> {
  let after = from
  let misses = 0
  for (;;) {
    try {
      for (const row of db.prepare<[number], Each>(sql).raw().iterate(after)) {
        yield row
        after = row[0]
        misses = 0
      }
      return
    } catch (error) {
      if (!isDamage(error)) throw error
      lost.noteDamage(messageOf(error))
      misses += 1
      const gap = misses <= SINGLE_STEPS ? 1 : 2 ** Math.min(30, misses - SINGLE_STEPS)
      if (gap === 1) lost.noteLost(after + 1)
      after += gap
      if (after > highestId(db)) return
    }
  }
}

const highestId = (db: Db): number =>
  db.prepare<[], number>("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'photos'").pluck().get() ?? 0
