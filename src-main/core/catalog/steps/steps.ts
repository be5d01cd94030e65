import { stepNames, type StepName } from '../../../analysis/photo/findings.ts'
import { REMOTE_FINGERPRINT, type StepState } from '../../../engines/engine.ts'
import type { Context } from '../context/context.ts'

/**
 * What was done to a photo: the fingerprint each step was done with. `!` before it says that the step was tried that
 * way
 * and gave nothing, so that it is not asked for again before the step or the file changes.
 */
export type DoneSteps = Partial<Record<StepName, string>>

/** Photos share few different sets of done steps, so each set is kept once and what is pending follows from it. */
export type Steps = {
  set(steps: readonly StepState[]): number
  /** Ids of a set and of what it leaves pending. */
  intern(done: DoneSteps): { id: number; pending: number }
  /** How the steps of a stored set were done. */
  done(setId: number): DoneSteps
  /** What an active step must have been done with to count; undefined for steps that nothing does at present. */
  fingerprint(name: StepName): string | undefined
  /** What is kept of a step that was tried as it is done now and gave nothing. */
  triedWith(name: StepName): string
  names(pending: number): StepName[]
  /** The bits of these steps. */
  mask(names: readonly StepName[]): number
  forget(): void
}

type StepRow = { name: StepName; bit: number; fingerprint: string; is_active: number; is_sent: number }
type Cache = {
  rows: StepRow[]
  interned: Map<string, { id: number; pending: number }>
  contents: Map<number, DoneSteps>
}

export function createSteps(context: Pick<Context, 'db' | 'write' | 'changed' | 'inFlight'>): Steps {
  const { db } = context
  const selectRows = db.prepare<[], StepRow>(
    'SELECT name, bit, fingerprint, is_active, is_sent FROM steps ORDER BY bit',
  )
  const insertSet = db.prepare<[string], { id: number }>(
    'INSERT INTO step_sets (content) VALUES (?) ON CONFLICT (content) DO UPDATE SET content = content RETURNING id',
  )
  const selectSet = db.prepare<[number], string>('SELECT content FROM step_sets WHERE id = ?').pluck()
  let cache: Cache | null = null
  const known = () => (cache ??= { rows: withAllSteps(db, selectRows), interned: new Map(), contents: new Map() })
  const steps: Steps = {
    intern: (done) => {
      const content = writeSet(done)
      const found = known().interned.get(content) ?? {
        id: insertSet.get(content)?.id ?? 0,
        pending: pendingOf(known().rows, done),
      }
      known().interned.set(content, found)
      return found
    },
    done: (setId) => {
      const found = known().contents.get(setId) ?? (JSON.parse(selectSet.get(setId) ?? '{}') as DoneSteps)
      known().contents.set(setId, found)
      return found
    },
    fingerprint: (name) => known().rows.find((row) => row.name === name && row.is_active === 1)?.fingerprint,
    triedWith: (name) => `!${isSent(known().rows, name) ? REMOTE_FINGERPRINT : (steps.fingerprint(name) ?? '')}`,
    mask: (names) => known().rows.reduce((mask, row) => (names.includes(row.name) ? mask | row.bit : mask), 0),
    names: (pending) =>
      known()
        .rows.filter((row) => (pending & row.bit) !== 0)
        .map((row) => row.name),
    forget: () => {
      cache = null
    },
    set: (states) => {
      steps.forget()
      if (states.some(({ name, fingerprint }) => steps.fingerprint(name) !== fingerprint)) context.inFlight.outdateAll()
      const touched = context.write(() => applyStates(db, steps, states))
      if (touched > 0) context.changed.everything()
      return touched
    },
  }
  return steps
}

/** Every step the program knows has a row and a bit; a catalogue from before a step was added gets it here. */
function withAllSteps(db: Context['db'], select: { all(): StepRow[] }): StepRow[] {
  const rows = select.all()
  const missing = stepNames.filter((name) => !rows.some((row) => row.name === name))
  const firstBit = rows.reduce((highest, row) => Math.max(highest, row.bit), 0) * 2 || 1
  missing.forEach((name, index) =>
    db.prepare('INSERT INTO steps (name, bit) VALUES (?, ?)').run(name, firstBit * 2 ** index),
  )
  return missing.length === 0 ? rows : select.all()
}

const writeSet = (done: DoneSteps) =>
  JSON.stringify(Object.fromEntries(Object.entries(done).sort(([a], [b]) => (a < b ? -1 : 1))))

/**
 * One step with an outdated result also gives those that once failed a new chance: the photo is opened anyway. A step
 * that is
 * sent does not: while the service is away it stays pending, and the others would be tried round and round.
 */
function pendingOf(rows: readonly StepRow[], done: DoneSteps): number {
  const active = rows.filter((row) => row.is_active === 1)
  const outdated = active.filter((row) => !isDone(row, done[row.name]))
  if (outdated.length === 0) return 0
  const isOpened = outdated.some(({ is_sent }) => is_sent === 0)
  const again = isOpened ? active.filter(({ name }) => done[name]?.startsWith('!')) : []
  return [...outdated, ...again].reduce((mask, row) => mask | row.bit, 0)
}

/**
 * A service's result counts for either engine; while a service does the step, so does whatever this machine found
 * before.
 */
function isDone({ fingerprint, is_sent }: StepRow, doneWith: string | undefined): boolean {
  if (doneWith === undefined) return false
  if (doneWith === fingerprint || isRemote(doneWith)) return true
  if (is_sent === 0) return doneWith === `!${fingerprint}`
  return doneWith === `!${REMOTE_FINGERPRINT}` || !doneWith.startsWith('!')
}

/** True for what a service found. */
export const isRemote = (fingerprint: string) => fingerprint.startsWith('remote:')
const isSent = (rows: readonly StepRow[], name: StepName) => rows.some((row) => row.name === name && row.is_sent === 1)

function applyStates(db: Context['db'], steps: Steps, states: readonly StepState[]): number {
  steps.names(0) // makes the rows
  db.prepare('UPDATE steps SET is_active = 0').run()
  const update = db.prepare<[string, number, string]>(
    'UPDATE steps SET fingerprint = ?, is_active = 1, is_sent = ? WHERE name = ?',
  )
  for (const { name, fingerprint, isSent = false } of states) update.run(fingerprint, isSent ? 1 : 0, name)
  steps.forget()
  db.prepare('DELETE FROM step_sets WHERE NOT EXISTS (SELECT 1 FROM photos WHERE photos.step_set = step_sets.id)').run()
  const sets = db.prepare<[], { id: number; content: string }>('SELECT id, content FROM step_sets').all()
  return sets.reduce((touched, set) => touched + applyToSet(db, steps, set), 0)
}

/** Returns how many photos of this set have something new to do. */
function applyToSet(db: Context['db'], steps: Steps, set: { id: number; content: string }): number {
  const { pending } = steps.intern(JSON.parse(set.content) as DoneSteps)
  const before =
    db.prepare<[number], number>('SELECT pending FROM photos WHERE step_set = ? LIMIT 1').pluck().get(set.id) ?? 0
  if (before === pending) return 0
  const { changes } = db
    .prepare<[number, number]>('UPDATE photos SET pending = ? WHERE step_set = ?')
    .run(pending, set.id)
  return (pending & ~before) === 0 ? 0 : changes
}
