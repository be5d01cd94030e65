import { PieceSize } from '../../../base/sqlite/piece-size.ts'
import type { Context } from '../context/context.ts'

type Row = { stepSet: number; through: number }

/**
 * Brings what is pending of photos up to date, a piece at a time: a change of models concerns every photo, and a
 * million rows take seconds. Which sets of steps are not done yet is kept, so that a crash forgets none.
 */
export class DueSteps {
  readonly #db: Context['db']
  readonly #pendingOf: (setId: number) => number
  readonly #size = new PieceSize({ first: 2000, least: 50, most: 5000, targetMs: 5 })

  /** `pendingOf` says what is pending now of photos with a set of steps. */
  constructor({ db }: Pick<Context, 'db'>, pendingOf: (setId: number) => number) {
    this.#db = db
    this.#pendingOf = pendingOf
  }

  /** Photos with this set may say something else than what is pending now. */
  note(setId: number): void {
    this.#db.prepare('INSERT OR REPLACE INTO due_steps (step_set, through) VALUES (?, 0)').run(setId)
  }

  /** Whether not all photos with this set were told. */
  isDue(setId: number): boolean {
    return this.#db.prepare<[number]>('SELECT 1 FROM due_steps WHERE step_set = ?').get(setId) !== undefined
  }

  get isEmpty(): boolean {
    return this.#next() === undefined
  }

  /** Brings some photos up to date, as many as take some hundredths of a second; returns those that changed. */
  applySome(): number[] {
    const limit = this.#size.next
    const changed: number[] = []
    const began = performance.now()
    let seen = 0
    for (let next = this.#next(); next !== undefined && seen < limit; next = this.#next()) {
      const ids = this.#photosAfter(next, limit - seen)
      for (const id of this.#tell(ids, this.#pendingOf(next.stepSet))) changed.push(id)
      this.#settle(next, ids, ids.length < limit - seen)
      seen += ids.length
    }
    this.#size.note(seen, performance.now() - began)
    return changed
  }

  #settle({ stepSet }: Row, ids: readonly number[], isLast: boolean): void {
    if (isLast) this.#db.prepare('DELETE FROM due_steps WHERE step_set = ?').run(stepSet)
    else this.#db.prepare('UPDATE due_steps SET through = ? WHERE step_set = ?').run(ids.at(-1), stepSet)
  }

  #next(): Row | undefined {
    return this.#db
      .prepare<[], Row>('SELECT step_set AS stepSet, through FROM due_steps ORDER BY step_set LIMIT 1')
      .get()
  }

  #photosAfter({ stepSet, through }: Row, limit: number): number[] {
    return this.#db
      .prepare<[number, number, number], number>(
        'SELECT id FROM photos INDEXED BY photos_step_set WHERE step_set = ? AND id > ? ORDER BY id LIMIT ?',
      )
      .pluck()
      .all(stepSet, through, limit)
  }

  #tell(ids: readonly number[], pending: number): number[] {
    return this.#db
      .prepare<[number, string, number], number>(
        `UPDATE photos SET pending = ? WHERE id IN (SELECT value FROM json_each(?)) AND pending <> ? RETURNING id`,
      )
      .pluck()
      .all(pending, JSON.stringify(ids), pending)
  }
}
