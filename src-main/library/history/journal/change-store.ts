import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { PieceSize } from '../../../base/sqlite/piece-size.ts'
import { enqueueChange } from '../../metadata/write/rows/enqueue-writes.ts'
import type { ChangeContext, Group } from '../kinds/change-kind.ts'
import type { GoBack } from '../kinds/go-back.ts'
import { type BatchChange, type Change, kindOf } from './change-kinds.ts'
import { Journal, type JournalLine, type Piece } from './journal.ts'
import { type Bits, hasBit, makeBits, setBit } from '../../search/columns/bits.ts'

/** How long changes are kept, and their maximum size. */
export const REMEMBERED_MS = 90 * 86_400_000
const MAX_BYTES = 64 * 1024 * 1024

/** All changes of a person are of this type and go through one place, so that they are journalled and can be undone. */
export type PersonChange = Exclude<Change, BatchChange | GoBack> & { ids: readonly number[] }

/** One change of the journal. */
export type JournalEntry = JournalLine & { sentence: Text; isUndone: boolean }

/** A part of another change, and its photos. */
export type ChangePart = { change: Change; ids: readonly number[] }

/**
 * A running change, undo or redo. It proceeds in pieces of some hundred photos or more, each in one transaction; the
 * last one is on the disk when its step returns.
 */
export type ChangeRun = {
  /** Does the next piece. */
  step(): void
  readonly isDone: boolean
  /** Whether it changes words that find photos. */
  readonly isText: boolean
  /** The result so far. */
  readonly result: ChangeOutcome
}

export type ChangeOutcome = {
  /** The entry of the journal; null if nothing was changed or there is nothing to undo. */
  changeId: number | null
  /** The changed or restored subjects. */
  ids: number[]
  /** The number that an undo or redo left unchanged, since they were changed again in the meantime. */
  kept: number
}

export type ChangeStore = {
  /**
   * Applies a change and journals it. Throws `photo-not-found` and changes nothing if an id is unknown. Large ones take
   * seconds: see `begin`.
   */
  apply(change: PersonChange): ChangeOutcome
  /** Reverts a change, by default the newest one that is not undone. */
  undo(id?: number): ChangeOutcome
  /** Applies an undone change again, by default the last one if nothing else was done since. */
  redo(id?: number): ChangeOutcome
  /** The same for any number of photos: the caller steps until it is done, with pauses for others. */
  begin(change: PersonChange): ChangeRun
  /** The same for a change that consists of others: one entry of the journal. */
  beginBatch(batch: BatchChange, parts: readonly ChangePart[]): ChangeRun
  /** Null if there is nothing to undo or redo. Throws `change-not-found`, or `bad-params` for an undone one. */
  beginReverse(direction: Direction, id?: number): ChangeRun | null
  /** The change of an undo or redo; undefined if there is none. Throws `change-not-found`. */
  next(direction: Direction, id?: number): JournalLine | undefined
  /** Does the next piece of a run. */
  step(run: ChangeRun): void
  /**
   * Begins the entry of a return to a change: those after it that are not undone, the newest first. Null if there are
   * none. Throws `change-not-found`.
   */
  beginGoBack(id: number): { changeId: number; changeIds: readonly number[] } | null
  /** All changes of a return are undone, or redone after its own undo; `how` is what its entry says from now on. */
  endGoBack(changeId: number, how: 'done' | Direction): void
  /** Photos that a change is about, or that those of a return are about; at most `limit` and a piece. */
  photosOf(id: number, limit?: number): number[]
  /** The newest changes first. */
  history(limit: number, before?: number): JournalEntry[]
  entry(id: number): JournalEntry
  /** Forgets old changes, except removals that can be restored. */
  trim(): void
}

/** The one place for a person's changes of photos: each change and the former state are written together. */
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
    beginGoBack: (id) => {
      requireLine(journal, id)
      const changeIds = journal.notUndoneAfter(id)
      if (changeIds.length === 0) return null
      return { changeId: context.writeDurably(() => journal.begin({ kind: 'go-back', changeIds })), changeIds }
    },
    endGoBack: (changeId, how) =>
      context.writeDurably(() => {
        if (how === 'done') journal.finish(changeId)
        else if (how === 'undo') journal.markUndone(changeId)
        else journal.markRedone(changeId)
      }),
    photosOf: (id, limit) => photosOf(journal, id, limit),
    history: (limit, before) => journal.list(limit, before).map(toEntry),
    entry: (id) => toEntry(requireLine(journal, id)),
    trim: () => context.write(() => journal.trim(context.now() - REMEMBERED_MS, MAX_BYTES)),
  }
}

function finish(run: ChangeRun | null): ChangeOutcome {
  while (run?.isDone === false) run.step()
  return run?.result ?? { changeId: null, ids: [], kept: 0 }
}

function photosOf(journal: Journal, id: number, limit = Infinity): number[] {
  const change = journal.find(id)?.change
  if (change === undefined) return []
  if (change.kind === 'go-back')
    return [...new Set(change.changeIds.flatMap((each) => photosOf(journal, each, limit)))].slice(0, limit)
  const found = new Set<number>(kindOf(change.kind).namedPhotos?.(change))
  for (const piece of [...journal.pieces(id, false), ...journal.pieces(id, true)]) {
    if (found.size >= limit) break
    const { groups, part } = journal.piece(piece)
    if (kindOf((part ?? change).kind).subject !== 'photos') continue
    for (const { ids } of groups) for (const photo of ids) found.add(photo)
  }
  return [...found]
}

function findLine(journal: Journal, direction: Direction, id: number | undefined): JournalLine | undefined {
  if (id === undefined) return direction === 'undo' ? journal.newestToUndo() : journal.newestToRedo()
  const line = requireLine(journal, id)
  if ((line.undoneMs === null) !== (direction === 'undo'))
    throw new AppError('bad-params', say('errors.changeState', { id, state: direction === 'undo' ? 'undone' : 'done' }))
  const { noRedo } = kindOf(line.change.kind)
  if (direction === 'redo' && noRedo !== undefined) throw new AppError('bad-params', say(noRedo))
  return line
}

function requireLine(journal: Journal, id: number): JournalLine {
  const line = journal.find(id)
  if (line !== undefined) return line
  throw new AppError('change-not-found', say('errors.changeForgotten', { id }))
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

/** Ids that one step checks before anything is changed: some milliseconds. */
const CHECKED = 10_000

/** Where a subject's ids are looked up, and the error for an unknown one. */
const subjects = {
  photos: { known: 'SELECT id FROM photos', code: 'photo-not-found', what: 'photo' },
  classifiers: { known: 'SELECT 0 AS id', code: 'tagger-not-found', what: 'classifier' },
  library: { known: 'SELECT 0 AS id', code: 'bad-params', what: 'library' },
  folders: { known: 'SELECT folder_id AS id FROM roots', code: 'folder-not-found', what: 'watchedFolder' },
} as const

/**
 * Applies a change. Subjects that already have the wanted state are left out; an unknown id stops everything before it
 * begins.
 */
class ApplyRun implements ChangeRun {
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
  /** The first unchecked id, then the first unchanged one. */
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
    if (isFirst && ids.size > CHECKED) return // checking a million takes long enough
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
    if (!isLast) this.#context.edits.carry() // everything at once would keep windows waiting at the end
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

/**
 * Ids up to a maximum in ascending order, each once. They are bits of a set: sorting a million numbers takes a seventh
 * of a second, which windows would notice.
 */
export class OrderedIds {
  readonly #bits: Bits
  #size = 0
  /** A given number that is not an id, or exceeds the maximum. */
  readonly unknown: number | undefined

  constructor(ids: Iterable<number>, highest: number) {
    this.#bits = makeBits(highest + 1)
    for (const id of ids) {
      if (!(Number.isInteger(id) && id >= 0 && id <= highest)) this.unknown ??= id
      else if (!hasBit(this.#bits, id)) {
        setBit(this.#bits, id)
        this.#size++
      }
    }
  }

  /** The number of ids. */
  get size(): number {
    return this.#size
  }

  /** The next ids from one on, inclusive; at most `count`. */
  from(first: number, count: number): number[] {
    const ids: number[] = []
    const begin = first >>> 5
    for (let place = begin; place < this.#bits.length && ids.length < count; place++) {
      let word = this.#bits[place] ?? 0
      if (place === begin) word &= -1 << (first & 31)
      for (; word !== 0 && ids.length < count; word &= word - 1) ids.push((place << 5) + 31 - Math.clz32(word & -word))
    }
    return ids
  }
}

// What all runs do in one transaction

/**
 * The number of photos that the next transaction changes: some hundredths of a second, after which the search index
 * follows and windows are served. Words cost several times as much as values.
 */
const createPieceSize = ({ isText }: { isText: boolean }): PieceSize =>
  new PieceSize({ first: isText ? 200 : 1000, min: 50, max: 2000, targetMs: 20 })

/** A part of a change has a fixed cost, plus the number of its photos. */
const costOf = (photos: number): number => photos + PART_COST
const PART_COST = 30

/** Photos that changes name beside their ids, for the journal; nothing if they name none. */
function namedBy(changes: readonly Change[]): { named?: number[] } {
  const named = changes.flatMap((change) => kindOf(change.kind).namedPhotos?.(change) ?? [])
  return named.length === 0 ? {} : { named: [...new Set(named)] }
}

/** Notifies the search index, after the commit, of what a change touched. */
function tellIndex(context: ChangeContext, change: Change, ids: readonly number[]): void {
  if (ids.length === 0) return
  const { changed } = context
  const { subject, isText, tell } = kindOf(change.kind)
  if (tell !== undefined) tell(context, change, ids)
  else if (subject === 'photos') changed.photos(ids)
  else if (subject === 'folders') changed.roots()
  if (isText) changed.text()
}

/**
 * Applies a change to some thousand subjects, in a transaction of the caller. Returns the altered ones, by their former
 * state and in ascending order.
 */
function applyChange(
  context: ChangeContext,
  change: Change,
  subjects: readonly number[],
): { groups: Group[]; ids: number[] } {
  const kind = kindOf(change.kind)
  const chosen = kind.choose?.(context, change, subjects) ?? subjects
  const given = kind.given(context, change)
  const isAltered = ({ state, ids }: Group) => ids.length > 0 && JSON.stringify(state) !== JSON.stringify(given)
  const groups = kind.read(context, change, chosen).filter(isAltered)
  const ids = groups.flatMap((group) => group.ids).sort((a, b) => a - b)
  if (ids.length > 0) {
    kind.write(context, change, ids, given)
    enqueueChange(context, kind, ids)
  }
  return { groups, ids }
}

type Direction = 'undo' | 'redo'

type Moved = { change: Change; ids: number[]; kept: number[] }

/**
 * Undoes or redoes a change. A photo that was changed since the change (or its undo) stays as it is. An interrupted run
 * continues with the remaining pieces.
 */
class ReverseRun implements ChangeRun {
  readonly result: ChangeOutcome
  readonly #context: ChangeContext
  readonly #journal: Journal
  readonly #line: JournalLine
  readonly #isUndo: boolean
  readonly #pieces: readonly number[]
  readonly #pieceSize: PieceSize
  /** Several parts of a change may concern one photo, which counts once. */
  readonly #moved = new Set<number>()
  readonly #kept = new Set<number>()
  #done = 0

  constructor(context: ChangeContext, journal: Journal, line: JournalLine, direction: Direction) {
    this.#context = context
    this.#journal = journal
    this.#line = line
    this.#isUndo = direction === 'undo'
    // The last piece is undone first: parts of a change may concern one photo, and build on each other.
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
    if (!isLast) edits.carry() // everything at once would keep windows waiting at the end
    for (const move of moves) this.#note(move)
    this.result.kept = this.#kept.size
    if (isLast) this.result.ids.sort((a, b) => a - b)
  }

  /** The next pieces that fit into one transaction: parts of a change may concern one photo each. */
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
    if (isBatchPart && kindOf(change.kind).subject !== 'photos') return // its id is not a photo's
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

  /** From the given state to the former one, or the other way round. */
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

  /** The present state of each existing photo, as JSON. */
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

/** Photos of one part that are changed together; fewer for a change of texts, since the full text follows each. */
const PART_PIECE = 1000
const TEXT_PIECE = 250

/** Applies a change that consists of many others, such as an import: one entry of the journal, and one undo. */
class BatchRun implements ChangeRun {
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
