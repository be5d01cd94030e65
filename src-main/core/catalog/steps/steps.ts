import type { StepName } from '../../../analysis/photo/findings.ts'
import { REMOTE_FINGERPRINT, type StepState } from '../../../engines/engine.ts'
import type { Context } from '../context/context.ts'
import { DueSteps } from './due-steps.ts'
import { decodeDone, encodeDone, pendingOf, triedWith, type DoneSteps, type StepRow } from './done-steps.ts'

type Cache = {
  rows: StepRow[]
  interned: Map<string, { id: number; pending: number }>
  contents: Map<number, DoneSteps>
}

/** Photos share few different sets of done steps, so each set is kept once and what is pending follows from it. */
export class Steps {
  readonly #context: Pick<Context, 'db' | 'write' | 'changed' | 'inFlight'>
  readonly #names: readonly StepName[]
  readonly #due: DueSteps
  #cache: Cache | null = null

  /** `names` are the steps that the program knows. */
  constructor(context: Pick<Context, 'db' | 'write' | 'changed' | 'inFlight'>, names: readonly StepName[]) {
    this.#context = context
    this.#names = names
    this.#due = new DueSteps(context, (setId) => pendingOf(this.#known().rows, this.done(setId)))
  }

  /** Ids of a set and of what it leaves pending; the set is added where it is new. */
  intern(done: DoneSteps): { id: number; pending: number } {
    const content = encodeDone(done)
    const { rows, interned } = this.#known()
    const found = interned.get(content) ?? { id: this.#addSet(content), pending: pendingOf(rows, done) }
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

  /** What an active step must have been done with to count; undefined for steps that nothing does at present. */
  fingerprint(name: StepName): string | undefined {
    return this.#known().rows.find((row) => row.name === name && row.is_active === 1)?.fingerprint
  }

  /** What is kept of a step that was tried as it is done now and gave nothing. */
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
   * Says how each step is done now. Returns how many photos have something new to do. In a small library all of them
   * are told so; in a large one the first, and `applySome` tells the others.
   */
  set(states: readonly StepState[]): number {
    this.forget()
    const isNew = states.some(({ name, fingerprint }) => this.fingerprint(name) !== fingerprint)
    if (isNew) this.#context.inFlight.outdateAll()
    const [touched, changed] = this.#context.write(() => [this.#apply(states), this.#due.applySome()] as const)
    this.#noteChanged(changed)
    return touched
  }

  /** Whether there are photos that were not told how steps are done now. */
  get hasDue(): boolean {
    return !this.#due.isEmpty
  }

  /** Tells some of them, in one short transaction. */
  applySome(): void {
    this.#noteChanged(this.#context.write(() => this.#due.applySome()))
  }

  /** Forgets what was read, since its rows may have been taken back. */
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
    const select = db.prepare<[], StepRow>('SELECT name, bit, fingerprint, is_active, is_sent FROM steps ORDER BY bit')
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
    this.#known() // makes the rows
    db.prepare('UPDATE steps SET is_active = 0').run()
    const update = db.prepare(
      'UPDATE steps SET fingerprint = @fingerprint, is_active = 1, is_sent = @sent WHERE name = @name',
    )
    for (const { name, fingerprint, isSent = false } of states) update.run({ name, fingerprint, sent: isSent ? 1 : 0 })
    this.forget()
    db.prepare(
      'DELETE FROM step_sets WHERE NOT EXISTS (SELECT 1 FROM photos WHERE photos.step_set = step_sets.id)',
    ).run()
    const sets = db.prepare<[], { id: number; content: string }>('SELECT id, content FROM step_sets').all()
    return sets.reduce((touched, set) => touched + this.#applyToSet(set), 0)
  }

  /** Returns how many photos of this set have something new to do. */
  #applyToSet({ id, content }: { id: number; content: string }): number {
    const { db } = this.#context
    const { pending } = this.intern(decodeDone(content))
    const one = db.prepare<[number], number>('SELECT pending FROM photos WHERE step_set = ? LIMIT 1').pluck()
    const before = one.get(id) ?? 0
    if (before === pending && !this.#due.isDue(id)) return 0
    this.#due.note(id)
    if ((pending & ~before) === 0) return 0
    return db.prepare<[number], number>('SELECT count(*) FROM photos WHERE step_set = ?').pluck().get(id) ?? 0
  }
}
