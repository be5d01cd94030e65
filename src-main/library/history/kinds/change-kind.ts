import type { SentenceKey } from '../../../contract/sentences/sentences.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'

/** The context of changes. */
export type ChangeContext = Context & { steps: Steps }

/** What the ids of a change refer to. */
type Subject = 'photos' | 'folders' | 'classifiers' | 'library'

/** Subjects with the same state, now or before. */
export type Group<State = unknown> = { state: State; ids: readonly number[] }

/** Whom a change notifies: windows by an event, or a part of the library. */
export type Announcement =
  /** The photos that it names. */
  | 'photos'
  /** Photos that it does not name, perhaps all. */
  | 'all-photos'
  | 'albums.changed'
  | 'export-presets.changed'
  | 'folders.changed'
  | 'keywords.changed'
  | 'searches.changed'
  | 'templates.changed'
  /** Where metadata is written. */
  | 'metadata-writing'
  /** Which suggestions of a custom classifier count as sure or new. */
  | 'classifier-settings'
  /** A custom classifier was replaced, restored or removed. */
  | { classifier: string }

/** A file in the system's trash, with what identifies it. */
export type FileInTrash = { photoId: number; path: string; bytes: number; contentHash: string }

/** Effects of an undo on files; each returns a description of the outcome. */
export type UndoneFiles = {
  /** Restores files from the trash. */
  putBack(files: readonly FileInTrash[]): Promise<Text>
  /** Removes the files of an export run. */
  undoExport(run: { jobId: string; run: number }): Promise<Text>
}

/** A change of this many photos is worth a backup. */
const RISKY_PHOTOS = 1000

/** The risk of a change of many photos, which gets a backup first: `an import of 2,000 photos`. */
export const riskOf =
  (what: SentenceKey) =>
  (photos: number): Text | null =>
    photos < RISKY_PHOTOS ? null : say(what, { photos })

/**
 * A kind of change that a person makes. It defines the state that a change sets and how states are read and written;
 * the journal, undo, redo and the history follow from that. A kind is declared in `changes` of its subject, and is
 * one line in `history/journal/change-kinds.ts`. A state is JSON, and two states are equal if their JSON is.
 */
export type ChangeKind<Change extends { kind: string } = { kind: string }, State = unknown> = {
  readonly kind: Change['kind']
  readonly subject: Subject
  /** True if it changes words that find photos. */
  readonly isText?: boolean
  /** True if its line of the history is hidden while private photos are; it is never written into files. */
  readonly isDiscreet?: boolean
  /** True if no field of XMP holds it, so that files are not rewritten. */
  readonly isUnwritten?: boolean
  /** Why a redo does not repeat it: it needed an answer that the person must give again. */
  readonly noRedo?: 'errors.exportAgain' | 'errors.trashAgain'
  /** True if it moves files on the disk; an undo or a redo moves them before the history changes. */
  readonly movesFiles?: boolean
  /** True if it consists of other changes, perhaps discreet ones. */
  readonly hasParts?: boolean
  /** True if the journal keeps it as long as the removed things are kept. */
  readonly isRemoval?: boolean
  /** What it announces once it is done, undone or redone, beside the history; by default that its photos changed. */
  announces?(change: Change): readonly Announcement[]
  /** What gets a backup first, in a few words; null for a small change. By default a change of many photos. */
  risk?(photos: number): Text | null
  /** Effects on files once it is undone, and a sentence that describes the outcome. */
  afterUndo?(change: Change, files: UndoneFiles): Promise<Text>
  /** Throws `bad-params` if the change makes no sense. */
  check?(change: Change): void
  /** The ids that the change concerns; without it, all of them. */
  choose?(context: ChangeContext, change: Change, ids: readonly number[]): readonly number[]
  /** The state that the change sets for each subject. */
  given(context: ChangeContext, change: Change): State
  /** The present states of at most some thousand subjects; missing ones are left out. */
  read(context: ChangeContext, change: Change, ids: readonly number[]): Group<State>[]
  /** Sets the state of at most some thousand subjects. The caller notifies the search index. */
  write(context: ChangeContext, change: Change, ids: readonly number[], state: State): void
  /**
   * The same with a state for each group, for kinds that write all with one statement: many photos may have their own.
   */
  writeGroups?(context: ChangeContext, change: Change, groups: readonly Group<State>[]): void
  /** Notifies the search index of written photos, for kinds that know more than that they changed. */
  tell?(context: ChangeContext, change: Change, ids: readonly number[]): void
  /** Photos that the change itself names, not by its ids: the journal describes them, too. */
  namedPhotos?(change: Change): readonly number[]
  /**
   * The change with other ids of the photos that it names itself, for a catalogue with other numbers; `find` returns
   * null for a missing one.
   */
  renumber?(change: Change, find: (photoId: number) => number | null): Change
  /** A description as a sentence without a full stop: `Rated 12 photos with 3 stars`. */
  describe(change: Change, count: number): Text
  /** The number of photos that it concerns, if that is not the number of its ids. */
  photosOf?(change: Change): number
}

/** What the kinds of a change that consists of others have in common: it has no state of its own. */
export const consistsOfParts = {
  subject: 'photos',
  given: () => null,
  read: () => [],
  write: () => undefined,
  photosOf: ({ photos }: { photos: number }) => photos,
} as const

/** The one id of a change of the library that names itself what it changes, such as an album. */
export const LIBRARY_IDS: readonly number[] = [0]

/** Reads and writes a column of `photos` that only a person sets; it is the state. */
export function photoColumn<State extends number | null>(column: 'is_private' | 'person_stack' | 'stack_top') {
  const read = `SELECT id, ${column} FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`
  const write = `UPDATE photos SET ${column} = @state WHERE id IN (SELECT value FROM json_each(@ids))`
  return {
    subject: 'photos',
    read: ({ db }, _change, ids) =>
      groupByState(db.prepare<[string], [number, State]>(read).raw().all(JSON.stringify(ids))),
    write: ({ db }, _change, ids, state) => void db.prepare(write).run({ state, ids: JSON.stringify(ids) }),
  } satisfies Pick<ChangeKind<{ kind: string }, State>, 'subject' | 'read' | 'write'>
}

/** Groups rows of an id and a simple state by state; the ids keep their order. */
export function groupByState<State extends string | number | null>(
  rows: readonly (readonly [id: number, state: State])[],
): Group<State>[] {
  const groups = new Map<State, number[]>()
  for (const [id, state] of rows) {
    const ids = groups.get(state)
    if (ids) ids.push(id)
    else groups.set(state, [id])
  }
  return [...groups].map(([state, ids]) => ({ state, ids }))
}
