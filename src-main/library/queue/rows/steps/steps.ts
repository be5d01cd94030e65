import type { StepName } from '../../../../analysis/photo/findings.ts'
import { REMOTE_FINGERPRINT, type StepState } from '../../../../engines/analysis-engine.ts'
import type { Context } from '../../../catalog/context/context.ts'
import {
  decodeDone,
  encodeDone,
  leftToDo,
  triedWith,
  type DoneSteps,
  type LeftToDo,
  type StepRow,
} from './done-steps.ts'
import { PieceSize } from '../../../../base/sqlite/piece-size.ts'

type Cache = {
  rows: StepRow[]
  interned: Map<string, { id: number } & LeftToDo>
  contents: Map<number, DoneSteps>
}

/** Photos share few different sets of done steps, so each set is stored once and determines what is pending. */
export class Steps {
  readonly #context: Pick<Context, 'db' | 'write' | 'changed' | 'inFlight'>
  readonly #names: readonly StepName[]
  readonly #due: DueSteps
  #cache: Cache | null = null

  /** `names` are the steps that the program knows. */
  constructor(context: Pick<Context, 'db' | 'write' | 'changed' | 'inFlight'>, names: readonly StepName[]) {
    this.#context = context
    this.#names = names
    this.#due = new DueSteps(context, (setId) => leftToDo(this.#known().rows, this.done(setId)))
  }

  /** The id of a set and what is left to do with it; a new set is added. */
  intern(done: DoneSteps): { id: number } & LeftToDo {
    const content = encodeDone(done)
    const { rows, interned } = this.#known()
    const found = interned.get(content) ?? { id: this.#addSet(content), ...leftToDo(rows, done) }
    interned.set(content, found)
    return found
  }

  /** How the steps of a stored set were done. */
  done(setId: number): DoneSteps {
    const { contents } = this.#known()
    const found = contents.get(setId) ?? decodeDone(this.#contentOf(setId) ?? '{}')
    contents.set(setId, found)
    return found
  }

  /** The fingerprint that an active step needs to count; undefined for steps that nothing does at present. */
  fingerprint(name: StepName): string | undefined {
    return this.#known().rows.find((row) => row.name === name && row.is_active === 1)?.fingerprint
  }

  /** The record of a step that was tried in its present form and found nothing. */
  triedWith(name: StepName): string {
    const isSent = this.#known().rows.some((row) => row.name === name && row.is_sent === 1)
    return triedWith(isSent ? REMOTE_FINGERPRINT : (this.fingerprint(name) ?? ''))
  }

  names(pending: number): StepName[] {
    return this.#known()
      .rows.filter((row) => (pending & row.bit) !== 0)
      .map((row) => row.name)
  }

  /** The bits of these steps. */
  mask(names: readonly StepName[]): number {
    return this.#known().rows.reduce((mask, row) => (names.includes(row.name) ? mask | row.bit : mask), 0)
  }

  /**
   * Sets how each step is done now. Returns the number of photos with something new to do. In a small library all of
   * them are updated at once; in a large one the first, and `applySome` updates the others.
   */
  set(states: readonly StepState[]): number {
    this.forget()
    const isNew = states.some(({ name, fingerprint }) => this.fingerprint(name) !== fingerprint)
    if (isNew) this.#context.inFlight.outdateAll()
    const [touched, changed] = this.#context.write(() => [this.#apply(states), this.#due.applySome()] as const)
    this.#noteChanged(changed)
    return touched
  }

  /** Whether some photos are not updated yet. */
  get hasDue(): boolean {
    return !this.#due.isEmpty
  }

  /** Updates some of them, in one short transaction. */
  applySome(): void {
    this.#noteChanged(this.#context.write(() => this.#due.applySome()))
  }

  /** Forgets cached rows, since they may have been rolled back. */
  forget(): void {
    this.#cache = null
  }

  #noteChanged(ids: readonly number[]): void {
    if (ids.length > 0) this.#context.changed.photos(ids)
  }

  #known(): Cache {
    return (this.#cache ??= { rows: this.#readRows(), interned: new Map(), contents: new Map() })
  }

  /** Every step the program knows has a row and a bit; a catalogue from before a step was added gets it here. */
  #readRows(): StepRow[] {
    const { db } = this.#context
    const select = db.prepare<[], StepRow>(
      'SELECT name, bit, fingerprint, is_active, is_sent, is_idle FROM steps ORDER BY bit',
    )
    const rows = select.all()
    const missing = this.#names.filter((name) => !rows.some((row) => row.name === name))
    const firstBit = rows.reduce((highest, row) => Math.max(highest, row.bit), 0) * 2 || 1
    const insert = db.prepare('INSERT INTO steps (name, bit) VALUES (?, ?)')
    missing.forEach((name, index) => insert.run(name, firstBit * 2 ** index))
    return missing.length === 0 ? rows : select.all()
  }

  #addSet(content: string): number {
    const insert = this.#context.db.prepare<[string], { id: number }>(
      'INSERT INTO step_sets (content) VALUES (?) ON CONFLICT (content) DO UPDATE SET content = content RETURNING id',
    )
    return insert.get(content)?.id ?? 0
  }

  #contentOf(setId: number): string | undefined {
    return this.#context.db.prepare<[number], string>('SELECT content FROM step_sets WHERE id = ?').pluck().get(setId)
  }

  #apply(states: readonly StepState[]): number {
    const { db } = this.#context
    this.#known() // creates the rows
    db.prepare('UPDATE steps SET is_active = 0').run()
    const update = db.prepare(
      `UPDATE steps SET fingerprint = @fingerprint, is_active = 1, is_sent = @sent, is_idle = @idle WHERE name = @name`,
    )
    for (const { name, fingerprint, isSent = false, when = 'now' } of states)
      update.run({ name, fingerprint, sent: isSent ? 1 : 0, idle: when === 'idle' ? 1 : 0 })
    this.forget()
    db.prepare(
      'DELETE FROM step_sets WHERE NOT EXISTS (SELECT 1 FROM photos WHERE photos.step_set = step_sets.id)',
    ).run()
    const sets = db.prepare<[], { id: number; content: string }>('SELECT id, content FROM step_sets').all()
    return sets.reduce((touched, set) => touched + this.#applyToSet(set), 0)
  }

  /** Returns the number of photos of this set with something new to do. */
  #applyToSet({ id, content }: { id: number; content: string }): number {
    const { db } = this.#context
    const { pending, later } = this.intern(decodeDone(content))
    const one = db.prepare<[number], LeftToDo>('SELECT pending, later FROM photos WHERE step_set = ? LIMIT 1')
    const before = one.get(id) ?? { pending: 0, later: 0 }
    if (before.pending === pending && before.later === later && !this.#due.isDue(id)) return 0
    this.#due.note(id)
    if (((pending | later) & ~(before.pending | before.later)) === 0) return 0
    return db.prepare<[number], number>('SELECT count(*) FROM photos WHERE step_set = ?').pluck().get(id) ?? 0
  }
}

type Row = { stepSet: number; through: number }

/**
 * Updates what is pending of photos, a piece at a time: a change of models concerns every photo, and a million rows
 * take seconds. Unfinished sets of steps are stored, so that a crash loses none.
 */
class DueSteps {
  readonly #db: Context['db']
  readonly #leftOf: (setId: number) => LeftToDo
  readonly #size = new PieceSize({ first: 2000, min: 50, max: 5000, targetMs: 5 })

  /** `leftOf` returns what is left to do now for photos with a set of steps. */
  constructor({ db }: Pick<Context, 'db'>, leftOf: (setId: number) => LeftToDo) {
    this.#db = db
    this.#leftOf = leftOf
  }

  /** Pending steps of photos with this set may be outdated. */
  note(setId: number): void {
    this.#db.prepare('INSERT OR REPLACE INTO due_steps (step_set, through) VALUES (?, 0)').run(setId)
  }

  /** Whether some photos with this set are not updated. */
  isDue(setId: number): boolean {
    return this.#db.prepare<[number]>('SELECT 1 FROM due_steps WHERE step_set = ?').get(setId) !== undefined
  }

  get isEmpty(): boolean {
    return this.#next() === undefined
  }

  /** Updates photos for some hundredths of a second; returns those that changed. */
  applySome(): number[] {
    const limit = this.#size.next
    const changed: number[] = []
    const began = performance.now()
    let seen = 0
    for (let next = this.#next(); next !== undefined && seen < limit; next = this.#next()) {
      const ids = this.#photosAfter(next, limit - seen)
      for (const id of this.#tell(ids, this.#leftOf(next.stepSet))) changed.push(id)
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

  #tell(ids: readonly number[], left: LeftToDo): number[] {
    return this.#db
      .prepare<[LeftToDo & { ids: string }], number>(
        `UPDATE photos SET pending = @pending, later = @later
         WHERE id IN (SELECT value FROM json_each(@ids)) AND (pending <> @pending OR later <> @later) RETURNING id`,
      )
      .pluck()
      .all({ ...left, ids: JSON.stringify(ids) })
  }
}
