import { applyChange } from './apply-change.ts'
import { type ChangeOutcome, type ChangeRun, costOf, PIECE } from './change-run.ts'
import type { Journal } from './journal.ts'
import type { ChangeContext } from './kinds/change-kind.ts'
import type { BatchChange, Change } from './kinds/change-kinds.ts'
import { tellIndex } from './tell-index.ts'

/** A change that is a part of another, and the photos it is for. */
export type ChangePart = { change: Change; ids: readonly number[] }

/** Makes a change that consists of many others, such as an import: one line of the journal, and one undo. */
export class BatchRun implements ChangeRun {
  readonly result: ChangeOutcome = { changeId: null, ids: [], kept: 0 }
  readonly #context: ChangeContext
  readonly #journal: Journal
  readonly #batch: BatchChange
  readonly #parts: readonly ChangePart[]
  readonly #changed = new Set<number>()
  #done = 0

  constructor(context: ChangeContext, journal: Journal, batch: BatchChange, parts: readonly ChangePart[]) {
    this.#context = context
    this.#journal = journal
    this.#batch = batch
    this.#parts = parts.flatMap(inPieces)
  }

  get isDone(): boolean {
    return this.#done >= this.#parts.length
  }

  step(): void {
    const parts = this.#nextParts()
    const isLast = this.#done + parts.length >= this.#parts.length
    const { write, writeDurably, edits } = this.#context
    const applied = (isLast ? writeDurably : write)(() => this.#apply(parts, isLast))
    this.#done += parts.length
    if (!isLast) edits.flush() // all at once would keep windows waiting at the end
    for (const { change, ids } of applied) {
      tellIndex(this.#context, change, ids)
      for (const id of ids) this.#changed.add(id)
    }
    if (isLast) this.result.ids = [...this.#changed]
  }

  /** As many of the next parts as one transaction takes. */
  #nextParts(): ChangePart[] {
    const parts: ChangePart[] = []
    let cost = 0
    for (const part of this.#parts.slice(this.#done, this.#done + PIECE)) {
      if (parts.length > 0 && cost + costOf(part.ids.length) > PIECE) break
      parts.push(part)
      cost += costOf(part.ids.length)
    }
    return parts
  }

  #apply(parts: readonly ChangePart[], isLast: boolean): ChangePart[] {
    const applied = parts.flatMap(({ change, ids: wanted }) => {
      const { groups, ids } = applyChange(this.#context, change, wanted)
      if (ids.length === 0) return []
      this.result.changeId ??= this.#journal.begin(this.#batch)
      this.#journal.addPiece(this.result.changeId, groups, change)
      return [{ change, ids }]
    })
    const { changeId } = this.result
    if (changeId === null) return []
    if (applied.length > 0) this.#context.edits.note({ kind: 'batch', changeId, change: this.#batch, parts: applied })
    if (isLast) this.#journal.finish(changeId)
    return applied
  }
}

function inPieces({ change, ids }: ChangePart): ChangePart[] {
  const count = Math.ceil(ids.length / PIECE)
  return Array.from({ length: count }, (_, place) => ({ change, ids: ids.slice(place * PIECE, (place + 1) * PIECE) }))
}
