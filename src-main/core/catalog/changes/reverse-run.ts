import type { PieceSize } from '../../../sqlite/piece-size.ts'
import { type ChangeOutcome, type ChangeRun, costOf, createPieceSize } from './change-run.ts'
import { enqueueChange } from '../metadata-writes/enqueue-writes.ts'
import type { Journal, JournalLine, Piece } from './journal.ts'
import { tellIndex } from './tell-index.ts'
import type { ChangeContext, Group } from './kinds/change-kind.ts'
import { type Change, kindOf } from './kinds/change-kinds.ts'

export type Direction = 'undo' | 'redo'

type Moved = { change: Change; ids: number[]; kept: number[] }

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
  readonly #pieceSize: PieceSize
  /** Several parts of a change may be about one photo, which counts once. */
  readonly #moved = new Set<number>()
  readonly #kept = new Set<number>()
  #done = 0

  constructor(context: ChangeContext, journal: Journal, line: JournalLine, direction: Direction) {
    this.#context = context
    this.#journal = journal
    this.#line = line
    this.#isUndo = direction === 'undo'
    // The last piece is undone first: parts of a change may be about one photo, and build on each other.
    this.#pieces = this.#isUndo ? journal.pieces(line.id, false).reverse() : journal.pieces(line.id, true)
    this.#pieceSize = createPieceSize(this)
    this.result = { changeId: line.id, ids: [], kept: 0 }
  }

  get isDone(): boolean {
    return this.#done >= Math.max(1, this.#pieces.length)
  }

  get isText(): boolean {
    return kindOf(this.#line.change.kind).isText === true
  }

  step(): void {
    this.#pieceSize.measure(this.#pieceSize.next, () => this.#reverseSome())
  }

  #reverseSome(): void {
    const pieces = this.#nextPieces()
    const isLast = this.#done + Math.max(1, pieces.length) >= this.#pieces.length
    const { write, writeDurably, edits } = this.#context
    const moves = (isLast ? writeDurably : write)(() => this.#reverse(pieces, isLast))
    this.#done += Math.max(1, pieces.length)
    if (!isLast) edits.carry() // a batch at a time would keep windows waiting at its end
    for (const move of moves) this.#note(move)
    this.result.kept = this.#kept.size
    if (isLast) this.result.ids.sort((a, b) => a - b)
  }

  /** As many of the next pieces as one transaction takes: parts of a change may be about one photo each. */
  #nextPieces(): Piece[] {
    const pieces: Piece[] = []
    let cost = 0
    while (cost < this.#pieceSize.next && this.#done + pieces.length < this.#pieces.length) {
      const piece = this.#journal.piece(this.#pieces[this.#done + pieces.length]!)
      pieces.push(piece)
      cost += costOf(piece.groups.reduce((sum, { ids }) => sum + ids.length, 0))
    }
    return pieces
  }

  #note({ change, ids, kept }: Moved): void {
    tellIndex(this.#context, change, ids)
    const isBatchPart = change.kind !== this.#line.change.kind
    if (isBatchPart && kindOf(change.kind).subject !== 'photos') return // its id is no photo's
    for (const id of ids) {
      if (!this.#moved.has(id)) this.result.ids.push(id)
      this.#moved.add(id)
    }
    for (const id of kept) this.#kept.add(id)
  }

  #reverse(pieces: readonly Piece[], isLast: boolean): Moved[] {
    const moves = pieces.map(({ id, groups, part }) => {
      this.#journal.markPiece(id, this.#isUndo)
      return this.#move(part ?? this.#line.change, groups)
    })
    if (isLast && this.#isUndo) this.#journal.markUndone(this.#line.id)
    if (isLast && !this.#isUndo) this.#journal.markRedone(this.#line.id)
    if (isLast) this.#context.edits.note({ kind: this.#isUndo ? 'undo' : 'redo', changeId: this.#line.id })
    return moves
  }

  /** From the state given to the one before, or the other way round. */
  #move(change: Change, groups: readonly Group[]): Moved {
    const kind = kindOf(change.kind)
    const given = kind.given(this.#context, change)
    const present = this.#present(
      change,
      groups.flatMap(({ ids }) => ids),
    )
    const able = groups
      .map(({ state, ids }) => {
        const from = JSON.stringify(this.#isUndo ? given : state)
        return { state: this.#isUndo ? state : given, ids: ids.filter((id) => present.get(id) === from) }
      })
      .filter(({ ids }) => ids.length > 0)
    if (kind.writeGroups !== undefined) kind.writeGroups(this.#context, change, able)
    else for (const { state, ids } of able) kind.write(this.#context, change, ids, state)
    const moved = able.flatMap(({ ids }) => ids)
    enqueueChange(this.#context, kind, moved)
    const done = new Set(moved)
    const kept = [...present.keys()].filter((id) => !done.has(id))
    return { change, ids: moved.sort((a, b) => a - b), kept }
  }

  /** The present state of each photo that is still there, as JSON. */
  #present(change: Change, ids: readonly number[]): Map<number, string> {
    const groups = kindOf(change.kind).read(this.#context, change, ids)
    return new Map(
      groups.flatMap(({ state, ids: found }) => {
        const key = JSON.stringify(state)
        return found.map((id) => [id, key] as const)
      }),
    )
  }
}
