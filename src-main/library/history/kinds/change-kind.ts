import type { SentenceKey } from '../../../contract/sentences/sentences.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'

/** What changes work with. */
export type ChangeContext = Context & { steps: Steps }

/** What the ids of a change name. */
type Subject = 'photos' | 'folders' | 'classifiers' | 'library'

/** Subjects that are, or were, in the same state. */
export type Group<State = unknown> = { state: State; ids: readonly number[] }

/** What a change makes others look at again: an event for windows, or a part of the library that follows it. */
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
  /** Where metadata are written. */
  | 'metadata-writing'
  /** Which suggestions of a custom classifier count as sure or new. */
  | 'classifier-settings'
  /** A custom classifier is another one, came back, or is gone. */
  | { classifier: string }

/** A file that went to the system's trash, and what it is known again by. */
export type FileInTrash = { photoId: number; path: string; bytes: number; contentHash: string }

/** What an undo does to files; each says what became of them. */
export type UndoneFiles = {
  /** Puts back files that are in the trash. */
  putBack(files: readonly FileInTrash[]): Promise<Text>
  /** Removes what a run of an export wrote. */
  undoExport(run: { jobId: string; run: number }): Promise<Text>
}

/** A change of this many photos is worth a backup. */
const RISKY_PHOTOS = 1000

/** What a backup is made before, if a change is about many photos: `an import of 2,000 photos`. */
export const riskOf =
  (what: SentenceKey) =>
  (photos: number): Text | null =>
    photos < RISKY_PHOTOS ? null : say(what, { photos })

/**
 * A kind of change that a person makes. It says which state a change gives and how states are read and written; the
 * journal, undo, redo and the history follow from that. A kind is one file in `changes` of its subject and
 * one line in `history/journal/change-kinds.ts`. A state is JSON, and two states are equal where their JSON is.
 */
export type ChangeKind<Change extends { kind: string } = { kind: string }, State = unknown> = {
  readonly kind: Change['kind']
  readonly subject: Subject
  /** True where it changes words that photos are found by. */
  readonly isText?: boolean
  /** True if its line of the history is hidden while private photos are; it is never written into files. */
  readonly isDiscreet?: boolean
  /** True if no field of XMP holds it, so that files are not rewritten. */
  readonly isUnwritten?: boolean
  /** Why a redo does not do it again: it took a question that the person is asked again. */
  readonly noRedo?: 'errors.exportAgain' | 'errors.trashAgain'
  /** True if it moves files on the disk; an undo or a redo moves them before the history says so. */
  readonly movesFiles?: boolean
  /** True where it consists of other changes, discreet ones among them perhaps. */
  readonly hasParts?: boolean
  /** True where the journal keeps it for as long as what it removed is kept. */
  readonly isRemoval?: boolean
  /** What follows from it once it is done, undone or redone, beside the history; by default that its photos changed. */
  announces?(change: Change): readonly Announcement[]
  /** What a backup is made before, in a few words; null for a small one. By default a change of many photos. */
  risk?(photos: number): Text | null
  /** What happens to files once it is undone, and a sentence that says what became of them. */
  afterUndo?(change: Change, files: UndoneFiles): Promise<Text>
  /** Throws `bad-params` where the change makes no sense. */
  check?(change: Change): void
  /** The ids that the change is about; all of them where this is absent. */
  choose?(context: ChangeContext, change: Change, ids: readonly number[]): readonly number[]
  /** The state that the change gives to each subject. */
  given(context: ChangeContext, change: Change): State
  /** The present states of some thousand subjects at most; what is not there is left out. */
  read(context: ChangeContext, change: Change, ids: readonly number[]): Group<State>[]
  /** Puts subjects, some thousand at most, into a state. The caller tells the search index. */
  write(context: ChangeContext, change: Change, ids: readonly number[], state: State): void
  /** The same with a state for each group, where one statement writes all: many photos may have one of their own. */
  writeGroups?(context: ChangeContext, change: Change, groups: readonly Group<State>[]): void
  /** Tells the search index of photos that were written, where more can be said than that they changed. */
  tell?(context: ChangeContext, change: Change, ids: readonly number[]): void
  /** Photos that the change names itself, and not by its ids: the journal tells of them, too. */
  namedPhotos?(change: Change): readonly number[]
  /**
   * The change with other ids of the photos that it names itself, for a catalogue that numbers them otherwise; `find`
   * gives null for one that is not there.
   */
  renumber?(change: Change, find: (photoId: number) => number | null): Change
  /** What was done, as a sentence without a full stop: `Rated 12 photos with 3 stars`. */
  describe(change: Change, count: number): Text
  /** How many photos it is about, where that is not the number of its ids. */
  photosOf?(change: Change): number
}
