import type { ChangeOutcome, ChangeRun } from './change-run.ts'
import { enqueueChange } from '../metadata-writes/enqueue-writes.ts'
import type { Journal, JournalLine } from './journal.ts'
import { tellIndex } from './tell-index.ts'
import type { ChangeContext, Group } from './kinds/change-kind.ts'
import { kindOf } from './kinds/change-kinds.ts'

export type Direction = 'undo' | 'redo'

/**
 * Undoes or redoes a change. A photo that no longer is as the change (or its undo) left it was changed since, and is
 * kept as it is. What was cut off goes on with the pieces that are left.
 */
export class ReverseRun implements ChangeRun {
  readonly result: ChangeOutcome
  readonly #context: ChangeContext
  readonly #journal: Journal
  readonly #line: JournalLine
  readonly #isUndo: boolean
  readonly #pieces: readonly number[]
  #done = 0

  constructor(context: ChangeContext, journal: Journal, line: JournalLine, direction: Direction) {
    this.#context = context
    this.#journal = journal
    this.#line = line
    this.#isUndo = direction === 'undo'
    this.#pieces = journal.pieces(line.id, !this.#isUndo)
    this.result = { changeId: line.id, ids: [], kept: 0 }
  }

  get isDone(): boolean {
    return this.#done >= Math.max(1, this.#pieces.length)
  }

  step(): void {
    const { write, writeDurably } = this.#context
    const isLast = this.#done + 1 >= this.#pieces.length
    const { ids, kept } = (isLast ? writeDurably : write)(() => this.#reverse(this.#pieces[this.#done], isLast))
    this.#done++
    this.result.kept += kept
    for (const id of ids) this.result.ids.push(id)
    if (!isLast) this.#context.edits.flush() // a batch at a time would keep windows waiting at its end
    tellIndex(this.#context, this.#line.change, ids)
  }

  #reverse(pieceId: number | undefined, isLast: boolean): { ids: number[]; kept: number } {
    const groups = pieceId === undefined ? [] : this.#journal.groups(pieceId)
    const moved = this.#move(groups)
    if (pieceId !== undefined) this.#journal.markPiece(pieceId, this.#isUndo)
    if (isLast && this.#isUndo) this.#journal.markUndone(this.#line.id)
    if (isLast && !this.#isUndo) this.#journal.markRedone(this.#line.id)
    if (isLast) this.#context.edits.note({ kind: this.#isUndo ? 'undo' : 'redo', changeId: this.#line.id })
    return moved
  }

  /** From the state given to the one before, or the other way round. */
  #move(groups: readonly Group[]): { ids: number[]; kept: number } {
    const kind = kindOf(this.#line.change.kind)
    const given = kind.given(this.#context, this.#line.change)
    const present = this.#present(groups.flatMap(({ ids }) => ids))
    const moved = groups.flatMap(({ state, ids }) => {
      const from = JSON.stringify(this.#isUndo ? given : state)
      const able = ids.filter((id) => present.get(id) === from)
      if (able.length > 0) kind.write(this.#context, this.#line.change, able, this.#isUndo ? state : given)
      return able
    })
    enqueueChange(this.#context, kind, moved)
    return { ids: moved.sort((a, b) => a - b), kept: present.size - moved.length }
  }

  /** The present state of each photo that is still there, as JSON. */
  #present(ids: readonly number[]): Map<number, string> {
    const kind = kindOf(this.#line.change.kind)
    const groups = kind.read(this.#context, this.#line.change, ids)
    return new Map(
      groups.flatMap(({ state, ids: found }) => {
        const key = JSON.stringify(state)
        return found.map((id) => [id, key] as const)
      }),
    )
  }
}
