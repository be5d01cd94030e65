import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { PieceSize } from '../../../sqlite/piece-size.ts'
import { applyChange } from './apply-change.ts'
import { type ChangeOutcome, type ChangeRun, createPieceSize } from './change-run.ts'
import type { Journal } from './journal.ts'
import { namedBy } from './named-photos.ts'
import { OrderedIds } from './ordered-ids.ts'
import { tellIndex } from './tell-index.ts'
import type { ChangeContext } from './kinds/change-kind.ts'
import { type Change, kindOf } from './kinds/change-kinds.ts'

/** Ids that one step looks up before anything is changed: some milliseconds. */
const CHECKED = 10_000

/** Where a subject's ids are looked up, and what is said where one is unknown. */
const subjects = {
  photos: { known: 'SELECT id FROM photos', code: 'photo-not-found', what: 'photo' },
  classifiers: { known: 'SELECT 0 AS id', code: 'tagger-not-found', what: 'classifier' },
  library: { known: 'SELECT 0 AS id', code: 'bad-params', what: 'library' },
  folders: { known: 'SELECT folder_id AS id FROM roots', code: 'folder-not-found', what: 'watchedFolder' },
} as const

/** Makes a change. What has the wanted state already is left out; an unknown id stops everything before it begins. */
export class ApplyRun implements ChangeRun {
  readonly result: ChangeOutcome = { changeId: null, ids: [], kept: 0 }
  readonly #context: ChangeContext
  readonly #journal: Journal
  readonly #change: Change
  readonly #given: Iterable<number>
  readonly #pieceSize: PieceSize
  /** Null before the first step. */
  #ids: OrderedIds | null = null
  #checked = 0
  #done = 0
  /** The first id that is not checked yet, then the first that is not changed yet. */
  #next = 0

  constructor(context: ChangeContext, journal: Journal, change: Change, ids: Iterable<number>) {
    this.#context = context
    this.#journal = journal
    this.#change = change
    this.#given = ids
    this.#pieceSize = createPieceSize(this)
    kindOf(change.kind).check?.(change)
  }

  get isDone(): boolean {
    return this.#ids !== null && this.#done >= this.#ids.size
  }

  get isText(): boolean {
    return kindOf(this.#change.kind).isText === true
  }

  step(): void {
    const isFirst = this.#ids === null
    const ids = (this.#ids ??= this.#order())
    if (isFirst && ids.size > CHECKED) return // Going through a million takes long enough.
    if (this.#checked < ids.size) this.#check(ids)
    if (this.#checked < ids.size || ids.size === 0) return
    this.#pieceSize.measure(this.#pieceSize.next, () => this.#changeSome(ids))
  }

  #changeSome(all: OrderedIds): void {
    const piece = all.from(this.#next, this.#pieceSize.next)
    const isLast = this.#done + piece.length >= all.size
    const { write, writeDurably } = this.#context
    const { changeId, ids } = (isLast ? writeDurably : write)(() => this.#apply(piece, isLast))
    this.#done += piece.length
    this.#next = (piece.at(-1) ?? 0) + 1
    this.result.changeId = changeId
    for (const id of ids) this.result.ids.push(id)
    if (!isLast) this.#context.edits.carry() // a batch at a time would keep windows waiting at its end
    tellIndex(this.#context, this.#change, ids)
  }

  #order(): OrderedIds {
    const highest = this.#context.db
      .prepare<[], number>(`SELECT coalesce(max(id), 0) FROM (${this.#subject.known})`)
      .pluck()
      .get()
    const ids = new OrderedIds(this.#given, highest ?? 0)
    if (ids.unknown !== undefined) this.#refuse(ids.unknown)
    return ids
  }

  #check(all: OrderedIds): void {
    const ids = all.from(this.#next, CHECKED)
    const unknown = this.#context.db
      .prepare<[string], number>(`SELECT value FROM json_each(?) WHERE value NOT IN (${this.#subject.known}) LIMIT 1`)
      .pluck()
      .get(JSON.stringify(ids))
    if (unknown !== undefined) this.#refuse(unknown)
    this.#checked += ids.length
    this.#next = this.#checked < all.size ? (ids.at(-1) ?? 0) + 1 : 0
  }

  get #subject() {
    return subjects[kindOf(this.#change.kind).subject]
  }

  #refuse(unknown: number): never {
    const { code, what } = this.#subject
    throw new AppError(code, say('unknown.unchanged', { thing: what, id: unknown }))
  }

  #apply(piece: readonly number[], isLast: boolean): { changeId: number | null; ids: number[] } {
    let { changeId } = this.result
    const { groups, ids } = applyChange(this.#context, this.#change, piece)
    if (ids.length > 0) {
      changeId ??= this.#journal.begin(this.#change)
      this.#journal.addPiece(changeId, groups)
      this.#context.edits.note({ kind: 'do', changeId, change: this.#change, ids, ...namedBy([this.#change]) })
    }
    if (isLast && changeId !== null) this.#journal.finish(changeId)
    return { changeId, ids }
  }
}
