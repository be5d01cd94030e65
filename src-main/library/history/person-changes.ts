import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { ChangeId, ChangeResult, HistoryEntry } from '../../contract/library/history.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ChangePart, ChangeRun, PersonChange } from './journal/change-store.ts'
import { isOperation, kindOf, type BatchChange, type OperationChange } from './journal/change-kinds.ts'
import { riskOf, type Announcement, type UndoneFiles } from './kinds/change-kind.ts'
import type { EventHub } from '../events/event-hub.ts'

export type PersonChangesDependencies = UndoneFiles & {
  catalog: Pick<Catalog, 'changes' | 'merging' | 'search'>
  hub: Pick<EventHub, 'photosChanged' | 'everythingChanged' | 'publish'>
  /** A person starts a change, an undo or a redo. */
  onBegin?(): void
  /** Called before a large change, with a short description. */
  beforeRisky(note: Text): Promise<void>
  /** Watched folders left the library or came back. */
  onFoldersChanged(): void
  /** A custom classifier was replaced, restored or removed. */
  onClassifierChanged(id: string): void
  /** Other suggestions of a custom classifier count as sure or new. */
  onClassifierSet?(): void
  /** Metadata is written to another place from now on. */
  onWritingChanged(): void
  /** Photos changed: some may be at other places. */
  onPhotosChanged?(): void
  /** Moves the files of changes that did so; absent if nothing does. */
  files?: {
    /**
     * Such a change is about to be undone or redone: its files move first. Returns which files stay; throws if nothing
     * can move.
     */
    move(change: OperationChange, isForward: boolean): Promise<Text | null>
    /** The history matches these files now. */
    moved(change: OperationChange): Promise<void>
  }
}

/** The words written by this many pieces are merged at once. */
const PIECES_PER_MERGE = 100

type Direction = 'undo' | 'redo'

/**
 * A person's changes, undos and redos. Large batches run in pieces, so that calls of windows come in between; an undo
 * waits for running batches, since it may be meant for one of them.
 */
export class PersonChanges {
  readonly #changes: Catalog['changes']
  readonly #search: Catalog['search']
  readonly #merging: Catalog['merging']
  readonly #hub: PersonChangesDependencies['hub']
  /** Callbacks before and after a change. */
  readonly #others: Omit<PersonChangesDependencies, 'catalog' | 'hub'>
  readonly #running = new Set<Promise<unknown>>()

  constructor({ catalog, hub, ...others }: PersonChangesDependencies) {
    this.#changes = catalog.changes
    this.#search = catalog.search
    this.#merging = catalog.merging
    this.#hub = hub
    this.#others = others
  }

  /** Throws `photo-not-found` and changes nothing if an id is unknown. */
  apply(change: PersonChange): Promise<ChangeResult> {
    return this.#applyRun(change, change.ids.length, () => this.#changes.begin(change))
  }

  /** Applies a change that consists of others: one entry of the history. */
  applyBatch(batch: BatchChange, parts: readonly ChangePart[]): Promise<ChangeResult> {
    return this.#applyRun(batch, batch.photos, () => this.#changes.beginBatch(batch, parts))
  }

  /** Undoes a change, or the newest one. Throws `change-not-found`, or `bad-params` for an undone one. */
  undo(id?: ChangeId): Promise<ChangeResult> {
    return this.#reverse('undo', id)
  }

  /** Redoes a change that was undone, or the last one if nothing else was done since. */
  redo(id?: ChangeId): Promise<ChangeResult> {
    return this.#reverse('redo', id)
  }

  /**
   * Undoes every change after this one, the newest first: one entry, which one undo takes back. What cannot be undone
   * stays as it is. Throws `change-not-found`.
   */
  async goBack(id: ChangeId): Promise<ChangeResult> {
    this.#others.onBegin?.()
    await this.#whenFree()
    const begun = this.#changes.beginGoBack(id)
    if (begun === null) return { changeId: null, count: 0, kept: 0, sentence: say('reversals.nothingToUndo') }
    return this.#keepTrack(this.#reverseAll(begun.changeId, begun.changeIds, 'undo', 'done'))
  }

  /** Photos that a change is about, some at least. */
  photosOf(id: ChangeId, limit: number): number[] {
    return this.#changes.photosOf(id, limit)
  }

  /** The newest first. */
  history(limit: number, before?: ChangeId): HistoryEntry[] {
    return this.#changes.history(limit, before).map(({ id, atMs, change, sentence, count, isUndone, undoneMs }) => ({
      id,
      atMs,
      kind: change.kind,
      sentence,
      count,
      isUndone,
      undoneMs,
    }))
  }

  /** The kind of the change that an undo or a redo would affect; null if there is none. */
  nextKind(direction: Direction, id?: ChangeId): string | null {
    return this.#changes.next(direction, id)?.change.kind ?? null
  }

  /** Resolves when running batches are done. */
  async close(): Promise<void> {
    await this.#whenFree()
  }

  #applyRun({ kind }: { kind: string }, photos: number, begin: () => ChangeRun): Promise<ChangeResult> {
    this.#others.onBegin?.()
    const note = (kindOf(kind).risk ?? riskOf('backups.change'))(photos)
    if (note === null) return this.#apply(begin)
    return this.#keepTrack(this.#others.beforeRisky(note).then(() => this.#apply(begin)))
  }

  async #apply(begin: () => ChangeRun): Promise<ChangeResult> {
    const { changeId } = (await this.#finish(begin())).result
    if (changeId === null) return { changeId, count: 0, kept: 0, sentence: say('changes.nothing') }
    const { sentence, count } = this.#changes.entry(changeId)
    return { changeId, count, kept: 0, sentence }
  }

  async #reverse(direction: Direction, id: ChangeId | undefined): Promise<ChangeResult> {
    this.#others.onBegin?.()
    await this.#whenFree()
    const next = this.#changes.next(direction, id)
    if (next?.change.kind !== 'go-back') return this.#reverseOne(direction, id)
    const { changeIds } = next.change
    const [ids, step] =
      direction === 'undo' ? ([changeIds.toReversed(), 'redo'] as const) : ([changeIds, 'undo'] as const)
    return this.#keepTrack(this.#reverseAll(next.id, ids, step, direction))
  }

  /** Undoes or redoes the changes of a return, one after the other; those that cannot be stay as they are. */
  async #reverseAll(
    changeId: ChangeId,
    ids: readonly ChangeId[],
    step: Direction,
    how: 'done' | Direction,
  ): Promise<ChangeResult> {
    let [count, kept, left] = [0, 0, 0]
    for (const id of ids) {
      try {
        const result = await this.#reverseOne(step, id)
        count += result.count
        kept += result.kept
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        left += 1
      }
    }
    this.#changes.endGoBack(changeId, how)
    this.#hub.publish({ type: 'history.changed' })
    const { sentence } = this.#changes.entry(changeId)
    const done = how === 'done' ? sentence : describeReverse(how, sentence, kept)
    return {
      changeId,
      count,
      kept,
      sentence: left === 0 ? done : several([done, say('reversals.left', { count: left })]),
    }
  }

  async #reverseOne(direction: Direction, id: ChangeId | undefined): Promise<ChangeResult> {
    const next = this.#changes.next(direction, id)
    if (next !== undefined && isOperation(next.change)) return this.#reverseFiles(direction, next.id, next.change)
    const begun = this.#changes.beginReverse(direction, id)
    const nothing = direction === 'undo' ? 'reversals.nothingToUndo' : 'reversals.nothingToRedo'
    if (begun === null) return { changeId: null, count: 0, kept: 0, sentence: say(nothing) }
    const { changeId, ids, kept } = (await this.#finish(begun)).result
    const { sentence, change } = this.#changes.entry(changeId ?? 0)
    const done = describeReverse(direction, sentence, kept)
    const result = { changeId, count: ids.length, kept }
    const files = kindOf(change.kind).afterUndo?.(change, this.#others)
    if (files === undefined) return { ...result, sentence: done }
    return { ...result, sentence: several([done, await this.#keepTrack(files)]) }
  }

  /** Files move first, and then the history changes: an interrupted move continues at the next start. */
  async #reverseFiles(direction: Direction, id: ChangeId, change: OperationChange): Promise<ChangeResult> {
    const begun = this.#changes.beginReverse(direction, id)
    const { files } = this.#others
    if (files === undefined) throw new AppError('not-supported-here', say('errors.noMoves'))
    const stays = await this.#keepTrack(files.move(change, direction === 'redo'))
    const { ids, kept } = begun === null ? { ids: [], kept: 0 } : (await this.#finish(begun)).result
    await files.moved(change)
    const { sentence } = this.#changes.entry(id)
    const done = describeReverse(direction, sentence, 0)
    const count = kindOf(change.kind).photosOf?.(change) ?? ids.length
    return { changeId: id, count, kept, sentence: stays === null ? done : several([done, stays]) }
  }

  async #finish(run: ChangeRun): Promise<ChangeRun> {
    if (!run.isDone) this.#changes.step(run)
    if (!run.isDone) await this.#keepTrack(run.isText ? this.#doText(run) : this.#doRest(run))
    const { changeId } = run.result
    if (changeId !== null) this.#tell(changeId, run.result.ids)
    return run
  }

  #tell(changeId: ChangeId, ids: readonly number[]): void {
    const { change } = this.#changes.entry(changeId)
    for (const announcement of kindOf(change.kind).announces?.(change) ?? ['photos']) this.#announce(announcement, ids)
    this.#hub.publish({ type: 'history.changed', kind: change.kind })
  }

  #announce(announcement: Announcement, ids: readonly number[]): void {
    const others = this.#others
    if (typeof announcement === 'object') return others.onClassifierChanged(announcement.classifier)
    switch (announcement) {
      case 'photos':
        this.#hub.photosChanged(ids)
        return others.onPhotosChanged?.()
      case 'all-photos':
        this.#hub.everythingChanged()
        return others.onPhotosChanged?.()
      case 'metadata-writing':
        return others.onWritingChanged()
      case 'classifier-settings':
        return others.onClassifierSet?.()
      case 'folders.changed':
        others.onFoldersChanged()
    }
    this.#hub.publish({ type: announcement })
  }

  /**
   * Windows are served between two pieces; the index follows at once, so that none of them waits for the whole batch.
   */
  async #doRest(run: ChangeRun, pieces = Number.POSITIVE_INFINITY): Promise<void> {
    for (let piece = 0; piece < pieces && !run.isDone; piece++) {
      this.#search.follow()
      await setImmediate()
      this.#changes.step(run)
    }
  }

  async #doText(run: ChangeRun): Promise<void> {
    this.#merging.hold()
    try {
      while (!run.isDone) {
        await this.#doRest(run, PIECES_PER_MERGE)
        await this.#merging.merge()
      }
    } finally {
      this.#merging.release()
    }
  }

  async #whenFree(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  async #keepTrack<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }
}

/** The result of an undo or redo as a sentence; `kept` photos were changed again in the meantime. */
function describeReverse(direction: 'undo' | 'redo', sentence: Text, kept: number): Text {
  const done = say(direction === 'undo' ? 'reversals.undone' : 'reversals.redone', { what: sentence })
  return kept === 0 ? done : several([done, say('reversals.kept', { photos: kept })])
}
