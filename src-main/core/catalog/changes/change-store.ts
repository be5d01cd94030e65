import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { ApplyRun } from './apply-run.ts'
import { BatchRun, type ChangePart } from './batch-run.ts'
import type { ChangeOutcome, ChangeRun } from './change-run.ts'
import { Journal, type JournalLine } from './journal.ts'
import type { ChangeContext } from './kinds/change-kind.ts'
import { type BatchChange, type Change, kindOf } from './kinds/change-kinds.ts'
import { type Direction, ReverseRun } from './reverse-run.ts'

/** How long changes are remembered, and how much they may hold. */
export const REMEMBERED_MS = 90 * 86_400_000
const MAX_BYTES = 64 * 1024 * 1024

/** Everything a person does goes through one place as one of these, so that it is journalled and can be undone. */
export type PersonChange = Exclude<Change, BatchChange> & { ids: readonly number[] }

/** One change of the journal. */
export type JournalEntry = JournalLine & { sentence: string; isUndone: boolean }

export type ChangeStore = {
  /**
   * Makes a change and journals it. Throws `photo-not-found` and changes nothing when an id is unknown. Large ones take
   * seconds: see `begin`.
   */
  apply(change: PersonChange): ChangeOutcome
  /** Puts back what a change altered, by default the newest one that is not undone. */
  undo(id?: number): ChangeOutcome
  /** Makes a change again that was undone, by default the last one if nothing else was done since. */
  redo(id?: number): ChangeOutcome
  /** The same for as many photos as there may be: the caller steps until it is done, with pauses for others. */
  begin(change: PersonChange): ChangeRun
  /** The same for a change that consists of others: one line of the journal. */
  beginBatch(batch: BatchChange, parts: readonly ChangePart[]): ChangeRun
  /** Null where there is nothing to undo or redo. Throws `change-not-found`, or `bad-params` for one that is undone. */
  beginReverse(direction: Direction, id?: number): ChangeRun | null
  /** The change that an undo or redo would be about; undefined where there is none. Throws `change-not-found`. */
  next(direction: Direction, id?: number): JournalLine | undefined
  /** Does the next piece of a run. */
  step(run: ChangeRun): void
  /** The newest changes first. */
  history(limit: number, before?: number): JournalEntry[]
  entry(id: number): JournalEntry
  /** Forgets old changes. What was removed and can be put back stays. */
  trim(): void
}

/** The one place for what a person does to photos: each change and how things were before it are written together. */
export function createChangeStore(context: ChangeContext): ChangeStore {
  const journal = new Journal(context)
  const begin = ({ ids, ...change }: PersonChange) => new ApplyRun(context, journal, change as Change, ids)
  const beginReverse = (direction: Direction, id?: number) => {
    const line = findLine(journal, direction, id)
    return line === undefined ? null : new ReverseRun(context, journal, line, direction)
  }
  return {
    begin,
    beginBatch: (batch, parts) => new BatchRun(context, journal, batch, parts),
    beginReverse,
    next: (direction, id) => (id === undefined ? findLine(journal, direction, id) : requireLine(journal, id)),
    step: (run) => run.step(),
    apply: (change) => finish(begin(change)),
    undo: (id) => finish(beginReverse('undo', id)),
    redo: (id) => finish(beginReverse('redo', id)),
    history: (limit, before) => journal.list(limit, before).map(toEntry),
    entry: (id) => toEntry(requireLine(journal, id)),
    trim: () => context.write(() => journal.trim(context.now() - REMEMBERED_MS, MAX_BYTES)),
  }
}

function finish(run: ChangeRun | null): ChangeOutcome {
  while (run?.isDone === false) run.step()
  return run?.result ?? { changeId: null, ids: [], kept: 0 }
}

function findLine(journal: Journal, direction: Direction, id: number | undefined): JournalLine | undefined {
  if (id === undefined) return direction === 'undo' ? journal.newestToUndo() : journal.newestToRedo()
  const line = requireLine(journal, id)
  if ((line.undoneMs === null) !== (direction === 'undo'))
    throw new AppError('bad-params', `The change ${id} is ${direction === 'undo' ? 'undone already' : 'not undone'}.`)
  const { noRedo } = kindOf(line.change.kind)
  if (direction === 'redo' && noRedo !== undefined) throw new AppError('bad-params', say(noRedo))
  return line
}

function requireLine(journal: Journal, id: number): JournalLine {
  const line = journal.find(id)
  if (line !== undefined) return line
  throw new AppError('change-not-found', `The history holds no change with the number ${id}; old ones are forgotten.`)
}

function toEntry(line: JournalLine): JournalEntry {
  const kind = kindOf(line.change.kind)
  const sentence = kind.describe(line.change, line.count)
  const count = kind.photosOf?.(line.change) ?? line.count
  return {
    ...line,
    count,
    isUndone: line.undoneMs !== null,
    sentence: line.isWhole ? sentence : say('changes.cutOff', { what: sentence }),
  }
}
