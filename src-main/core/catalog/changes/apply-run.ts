import { AppError } from '../../../contract/errors.ts'
import { applyChange } from './apply-change.ts'
import { type ChangeOutcome, type ChangeRun, PIECE } from './change-run.ts'
import type { Journal } from './journal.ts'
import { tellIndex } from './tell-index.ts'
import type { ChangeContext } from './kinds/change-kind.ts'
import { type Change, kindOf } from './kinds/change-kinds.ts'

/** Ids that one step looks up before anything is changed. */
const CHECKED = 50_000

/** Where a subject's ids are looked up, and what is said where one is unknown. */
const subjects = {
  photos: { known: 'SELECT id FROM photos', code: 'photo-not-found', what: 'photo' },
  classifiers: { known: 'SELECT 0', code: 'tagger-not-found', what: 'classifier' },
  library: { known: 'SELECT 0', code: 'bad-params', what: 'library' },
  folders: { known: 'SELECT folder_id FROM roots', code: 'folder-not-found', what: 'watched folder' },
} as const

/** Makes a change. What has the wanted state already is left out; an unknown id stops everything before it begins. */
export class ApplyRun implements ChangeRun {
  readonly result: ChangeOutcome = { changeId: null, ids: [], kept: 0 }
  readonly #context: ChangeContext
  readonly #journal: Journal
  readonly #change: Change
  readonly #given: Iterable<number>
  /** In rising order; null before the first step. */
  #ids: Float64Array | null = null
  #checked = 0
  #done = 0

  constructor(context: ChangeContext, journal: Journal, change: Change, ids: Iterable<number>) {
    this.#context = context
    this.#journal = journal
    this.#change = change
    this.#given = ids
    kindOf(change.kind).check?.(change)
  }

  get isDone(): boolean {
    return this.#ids !== null && this.#done >= this.#ids.length
  }

  step(): void {
    const isFirst = this.#ids === null
    const ids = (this.#ids ??= inOrder(this.#given))
    if (isFirst && ids.length > CHECKED) return // Ordering a million takes long enough.
    if (this.#checked < ids.length) this.#check(ids)
    if (this.#checked < ids.length || ids.length === 0) return
    this.#changeSome(ids)
  }

  #changeSome(all: Float64Array): void {
    const piece = Array.from(all.subarray(this.#done, this.#done + PIECE))
    const isLast = this.#done + PIECE >= all.length
    const { write, writeDurably } = this.#context
    const { changeId, ids } = (isLast ? writeDurably : write)(() => this.#apply(piece, isLast))
    this.#done += PIECE
    this.result.changeId = changeId
    for (const id of ids) this.result.ids.push(id)
    if (!isLast) this.#context.edits.flush() // a batch at a time would keep windows waiting at its end
    tellIndex(this.#context, this.#change, ids)
  }

  #check(all: Float64Array): void {
    const ids = JSON.stringify(Array.from(all.subarray(this.#checked, this.#checked + CHECKED)))
    const { known, code, what } = subjects[kindOf(this.#change.kind).subject]
    const unknown = this.#context.db
      .prepare<[string], number>(`SELECT value FROM json_each(?) WHERE value NOT IN (${known}) LIMIT 1`)
      .pluck()
      .get(ids)
    if (unknown !== undefined)
      throw new AppError(code, `There is no ${what} with the id ${unknown}; nothing was changed.`)
    this.#checked += CHECKED
  }

  #apply(piece: readonly number[], isLast: boolean): { changeId: number | null; ids: number[] } {
    let { changeId } = this.result
    const { groups, ids } = applyChange(this.#context, this.#change, piece)
    if (ids.length > 0) {
      changeId ??= this.#journal.begin(this.#change)
      this.#journal.addPiece(changeId, groups)
      this.#context.edits.note({ kind: 'do', changeId, change: this.#change, ids })
    }
    if (isLast && changeId !== null) this.#journal.finish(changeId)
    return { changeId, ids }
  }
}

/** Each once. In typed arrays, which sort ten times as fast. */
function inOrder(ids: Iterable<number>): Float64Array {
  const sorted = (Array.isArray(ids) ? new Float64Array(ids as number[]) : Float64Array.from(ids)).sort()
  let count = 0
  for (const id of sorted) if (count === 0 || id !== sorted[count - 1]) sorted[count++] = id
  return sorted.subarray(0, count)
}
