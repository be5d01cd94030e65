import type { PieceSize } from '../../../base/sqlite/piece-size.ts'
import {
  applyChange,
  type ChangeOutcome,
  type ChangeRun,
  costOf,
  createPieceSize,
  namedBy,
  tellIndex,
} from './change-run.ts'
import type { Journal } from './journal.ts'
import type { ChangeContext } from '../kinds/change-kind.ts'
import { type BatchChange, type Change, kindOf } from './change-kinds.ts'

/** A part of another change, and its photos. */
export type ChangePart = { change: Change; ids: readonly number[] }

/** Photos of one part that are changed together; fewer for a change of texts, since the full text follows each. */
const PART_PIECE = 1000
const TEXT_PIECE = 250

/** Applies a change that consists of many others, such as an import: one entry of the journal, and one undo. */
export class BatchRun implements ChangeRun {
  readonly result: ChangeOutcome = { changeId: null, ids: [], kept: 0 }
  readonly isText: boolean
  readonly #context: ChangeContext
  readonly #journal: Journal
  readonly #batch: BatchChange
  readonly #parts: Iterator<ChangePart>
  readonly #changed = new Set<number>()
  readonly #pieceSize: PieceSize
  #next: IteratorResult<ChangePart>

  constructor(context: ChangeContext, journal: Journal, batch: BatchChange, parts: readonly ChangePart[]) {
    this.#context = context
    this.#journal = journal
    this.#batch = batch
    this.isText = kindOf(batch.kind).isText === true
    this.#pieceSize = createPieceSize(this)
    this.#parts = inPieces(parts)
    this.#next = this.#parts.next()
  }

  get isDone(): boolean {
    return this.#next.done === true
  }

  step(): void {
    this.#pieceSize.measure(this.#pieceSize.next, () => this.#changeSome())
  }

  #changeSome(): void {
    const parts = this.#nextParts()
    const isLast = this.isDone
    const { write, writeDurably, edits } = this.#context
    const applied = (isLast ? writeDurably : write)(() => this.#apply(parts, isLast))
    if (!isLast) edits.carry() // everything at once would keep windows waiting at the end
    for (const { change, ids } of applied) {
      tellIndex(this.#context, change, ids)
      if (kindOf(change.kind).subject === 'photos') for (const id of ids) this.#changed.add(id)
    }
    if (isLast) this.result.ids = [...this.#changed]
  }

  /** The next parts that fit into one transaction. */
  #nextParts(): ChangePart[] {
    const parts: ChangePart[] = []
    let cost = 0
    for (; this.#next.done !== true; this.#next = this.#parts.next()) {
      const more = costOf(this.#next.value.ids.length)
      if (parts.length > 0 && cost + more > this.#pieceSize.next) break
      parts.push(this.#next.value)
      cost += more
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
    const named = namedBy(applied.map(({ change }) => change))
    if (applied.length > 0)
      this.#context.edits.note({ kind: 'batch', changeId, change: this.#batch, parts: applied, ...named })
    if (isLast) this.#journal.finish(changeId)
    return applied
  }
}

/** One by one: an import may have a part for each of a million photos. */
function* inPieces(parts: readonly ChangePart[]): Generator<ChangePart, undefined> {
  for (const { change, ids } of parts) {
    const size = kindOf(change.kind).isText ? TEXT_PIECE : PART_PIECE
    for (let at = 0; at < ids.length; at += size) yield { change, ids: ids.slice(at, at + size) }
  }
}
