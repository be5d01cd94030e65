import { say } from '../../contract/sentences/say.ts'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { ChangeId, ChangeResult, HistoryEntry } from '../../contract/library/history.ts'
import {
  type BatchChange,
  type Catalog,
  type ChangePart,
  type ChangeRun,
  type FileInTrash,
  isOperation,
  type OperationChange,
  type PersonChange,
  type WriteExport,
} from '../catalog/catalog.ts'
import type { ChangePeople } from '../catalog/changes/kinds/people.ts'
import type { EventHub } from '../events/event-hub.ts'
import { describeReverse } from './describe-reverse.ts'

export type PersonChangesDependencies = {
  catalog: Pick<Catalog, 'changes' | 'merging' | 'search'>
  hub: Pick<EventHub, 'photosChanged' | 'everythingChanged' | 'publish'>
  /** A person does, undoes or redoes something. */
  onBegin?(): void
  /** Called before something that changes much; it says in a few words what. */
  beforeRisky(note: string): Promise<void>
  /** Watched folders left the library or came back. */
  onFoldersChanged(): void
  /** A custom classifier is another one, came back, or is gone. */
  onClassifierChanged(id: string): void
  /** Which suggestions of a custom classifier count as sure or new is otherwise. */
  onClassifierSet?(): void
  /** Metadata are written elsewhere from now on. */
  onWritingChanged(): void
  /** Photos are otherwise now: some may be at other places. */
  onPhotosChanged?(): void
  /** Photos are put back whose files are in the trash: puts those back, and says in a sentence what became of them. */
  putBack(files: readonly FileInTrash[]): Promise<string>
  /** Moves the files of changes that did so; absent where nothing does. */
  files?: {
    /**
     * Such a change is about to be undone or redone: its files go first. Says in a sentence what stays; throws where
     * nothing can go.
     */
    move(change: OperationChange, isForward: boolean): Promise<string>
    /** The history says now where these files are. */
    moved(change: OperationChange): Promise<void>
  }
  /** An export is undone: removes what it wrote, and says in a sentence what became of it. */
  undoExport(change: WriteExport): Promise<string>
}

/** A change of as many photos is worth a backup. */
const RISKY_PHOTOS = 1000

/** After so many pieces the words that they wrote are merged. */
const PIECES_PER_MERGE = 100

/** What a backup is made before, in a few words. */
const batches: Readonly<Record<BatchChange['kind'], string>> = {
  'album-photos': 'a change of an album',
  import: 'an import',
  'merge-duplicates': 'a merge',
  rotate: 'a turn',
  'change-keywords': 'a change of keywords',
  'judge-suggestion': 'a suggestion',
  paint: 'a stroke of the painter',
  people: 'names of faces',
  'edit-metadata': 'a change of the metadata',
}

/** Changes of keywords that change no photo. */
const keywordKinds: readonly string[] = ['keyword', 'keyword-set', 'spell-keyword']
/** Changes after which albums are other ones, or hold others. */
const albumKinds: ReadonlySet<string> = new Set([
  'album',
  'album-photos',
  'album-places',
  'import',
  'merge-duplicates',
  'saved-search',
  'take-out-of-album',
])

type Direction = 'undo' | 'redo'

/**
 * What a person does, undoes and redoes. Large batches go in pieces, so that calls of windows come in between; an undo
 * waits for the batches under way, since it may be meant for one of them.
 */
export class PersonChanges {
  readonly #changes: Catalog['changes']
  readonly #search: Catalog['search']
  readonly #merging: Catalog['merging']
  readonly #hub: PersonChangesDependencies['hub']
  readonly #onFoldersChanged: () => void
  readonly #onClassifierChanged: (id: string) => void
  readonly #onClassifierSet: () => void
  readonly #onWritingChanged: () => void
  readonly #putBack: PersonChangesDependencies['putBack']
  readonly #files: PersonChangesDependencies['files']
  readonly #undoExport: PersonChangesDependencies['undoExport']
  readonly #onPhotosChanged: () => void
  readonly #beforeRisky: PersonChangesDependencies['beforeRisky']
  readonly #onBegin: () => void
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(dependencies: PersonChangesDependencies) {
    const { catalog, hub, onFoldersChanged, onClassifierChanged, onWritingChanged, beforeRisky, putBack } = dependencies
    this.#onBegin = () => dependencies.onBegin?.()
    this.#changes = catalog.changes
    this.#search = catalog.search
    this.#merging = catalog.merging
    this.#hub = hub
    this.#onFoldersChanged = onFoldersChanged
    this.#onClassifierChanged = onClassifierChanged
    this.#onClassifierSet = () => dependencies.onClassifierSet?.()
    this.#onWritingChanged = onWritingChanged
    this.#beforeRisky = beforeRisky
    this.#putBack = putBack
    this.#files = dependencies.files
    this.#undoExport = dependencies.undoExport
    this.#onPhotosChanged = () => dependencies.onPhotosChanged?.()
  }

  /** Throws `photo-not-found` and changes nothing when an id is unknown. */
  apply(change: PersonChange): Promise<ChangeResult> {
    return this.#applyRun(riskOf(change), () => this.#changes.begin(change))
  }

  /** Makes a change that consists of others: one line of the history. */
  applyBatch(batch: BatchChange, parts: readonly ChangePart[]): Promise<ChangeResult> {
    const note =
      batch.photos < RISKY_PHOTOS ? null : `${batches[batch.kind]} of ${batch.photos.toLocaleString('en')} photos`
    return this.#applyRun(note, () => this.#changes.beginBatch(batch, parts))
  }

  /** Undoes a change, or the newest one. Throws `change-not-found`, or `bad-params` where it is undone already. */
  undo(id?: ChangeId): Promise<ChangeResult> {
    return this.#reverse('undo', id)
  }

  /** Redoes a change that was undone, or the last one if nothing else was done since. */
  redo(id?: ChangeId): Promise<ChangeResult> {
    return this.#reverse('redo', id)
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

  /** The kind of a change that an undo or a redo would be about; null where there is none. */
  nextKind(direction: Direction, id?: ChangeId): string | null {
    return this.#changes.next(direction, id)?.change.kind ?? null
  }

  /** Resolves when the batches under way are done. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }

  /** `note` says in a few words what a backup is made before; null where a change is small. */
  #applyRun(note: string | null, begin: () => ChangeRun): Promise<ChangeResult> {
    this.#onBegin()
    if (note === null) return this.#apply(begin)
    return this.#keepTrack(this.#beforeRisky(note).then(() => this.#apply(begin)))
  }

  async #apply(begin: () => ChangeRun): Promise<ChangeResult> {
    const { changeId } = (await this.#finish(begin())).result
    if (changeId === null) return { changeId, count: 0, kept: 0, sentence: say('changes.nothing') }
    const { sentence, count } = this.#changes.entry(changeId)
    return { changeId, count, kept: 0, sentence }
  }

  async #reverse(direction: Direction, id: ChangeId | undefined): Promise<ChangeResult> {
    this.#onBegin()
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
    const next = this.#changes.next(direction, id)
    if (next !== undefined && isOperation(next.change)) return this.#reverseFiles(direction, next.id, next.change)
    const begun = this.#changes.beginReverse(direction, id)
    const nothing = direction === 'undo' ? 'reversals.nothingToUndo' : 'reversals.nothingToRedo'
    if (begun === null) return { changeId: null, count: 0, kept: 0, sentence: say(nothing) }
    const { changeId, ids, kept } = (await this.#finish(begun)).result
    const { sentence, change } = this.#changes.entry(changeId ?? 0)
    const done = describeReverse(direction, sentence, kept)
    const files =
      change.kind === 'trash-photos'
        ? await this.#keepTrack(this.#putBack(change.files))
        : change.kind === 'export-files'
          ? await this.#keepTrack(this.#undoExport(change))
          : null
    if (files === null) return { changeId, count: ids.length, kept, sentence: done }
    return { changeId, count: ids.length, kept, sentence: `${done}. ${files}` }
  }

  /** Files go first, and then the history says so: who is stopped in between goes on at the next start. */
  async #reverseFiles(direction: Direction, id: ChangeId, change: OperationChange): Promise<ChangeResult> {
    const begun = this.#changes.beginReverse(direction, id)
    const files = this.#files
    if (files === undefined) throw new AppError('not-supported-here', 'No files are moved here.')
    const stays = await this.#keepTrack(files.move(change, direction === 'redo'))
    const { ids, kept } = begun === null ? { ids: [], kept: 0 } : (await this.#finish(begun)).result
    await files.moved(change)
    const { sentence } = this.#changes.entry(id)
    const done = describeReverse(direction, sentence, 0)
    const count = change.kind === 'change-folder' ? 0 : ids.length
    return { changeId: id, count, kept, sentence: stays === '' ? done : `${done}. ${stays}` }
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
    if (change.kind === 'change-keywords') for (const id of change.classifiers ?? []) this.#onClassifierChanged(id)
    if (change.kind === 'custom-classifier') this.#onClassifierChanged(change.id)
    else if (change.kind === 'classifier-settings') this.#onClassifierSet()
    else if (change.kind === 'metadata-writing') this.#onWritingChanged()
    else if (change.kind === 'metadata-template') this.#hub.publish({ type: 'templates.changed' })
    else if (change.kind === 'saved-search') this.#hub.publish({ type: 'searches.changed' })
    else if (keywordKinds.includes(change.kind)) this.#hub.publish({ type: 'keywords.changed' })
    else if (change.kind === 'export-preset') this.#hub.publish({ type: 'export-presets.changed' })
    else if (change.kind === 'album' || change.kind === 'album-places') this.#hub.everythingChanged()
    else if (change.kind === 'person' || (change.kind === 'people' && isOfPerson(change))) {
      // its id is that of no photo, but photos of this person may be private now
      this.#hub.everythingChanged()
      this.#onPhotosChanged()
    } else if (this.#changes.subjectOf(changeId) === 'folders') {
      this.#onFoldersChanged()
      this.#hub.everythingChanged()
      this.#hub.publish({ type: 'folders.changed' })
    } else if (change.kind !== 'export-files') {
      // files that are no photos
      this.#hub.photosChanged(ids)
      this.#onPhotosChanged()
    }
    if (change.kind === 'change-keywords' || change.kind === 'import') this.#hub.publish({ type: 'keywords.changed' })
    if (albumKinds.has(change.kind)) this.#hub.publish({ type: 'albums.changed' })
    this.#hub.publish({ type: 'history.changed' })
  }

  /** Windows ask between two pieces; the index follows at once, so that none of them waits for the whole batch. */
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

  async #keepTrack<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    try {
      return await work
    } finally {
      this.#underWay.delete(work)
    }
  }
}

/** Who was merged, renamed or removed is known by another name, or by none: who is private changes with it. */
const isOfPerson = ({ action, into }: Pick<ChangePeople, 'action' | 'into'>): boolean =>
  into !== undefined || action === 'removed'

/** What a backup is made before, in a few words; null where a change is small. */
function riskOf({ kind, ids }: PersonChange): string | null {
  if (kind === 'remove-folder') return 'removing a folder'
  return ids.length < RISKY_PHOTOS ? null : `a change of ${ids.length.toLocaleString('en')} photos`
}
