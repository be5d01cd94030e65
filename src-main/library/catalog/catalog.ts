import type { Text } from '../../contract/sentences/text.ts'
import type { FeedbackStore } from '../../analysis/classifiers/feedback-controller.ts'
import type { RemoteMemory } from '../../engines/remote/memory/remote-memory.ts'
import type { AlbumStore } from '../albums/rows/album-store.ts'
import type { AnalysisStore } from '../queue/rows/analysis-store.ts'
import type { CatalogFault } from '../safety/rows/check/check-catalog.ts'
import type { CardImportStore } from '../card-import/rows/card-import-store.ts'
import type { EditingStore } from '../editing/rows/editing-store.ts'
import type { ChangeStore } from '../history/journal/change-store.ts'
import type { ClassifierRecords } from '../classifiers/rows/classifier-types.ts'
import type { DuplicateStore } from '../duplicates/rows/duplicate-store.ts'
import type { OperationStore } from '../files/rows/operations/operation-store.ts'
import type { Exports } from '../export/rows/create-exports.ts'
import type { FileStore } from '../files/rows/file-store.ts'
import type { FolderStore } from '../folders/rows/folder-store.ts'
import type { FullTextMerging } from '../metadata/rows/full-text-merging.ts'
import type { MetadataWriteStore } from '../metadata/write/rows/metadata-write-store.ts'
import type { KeywordStore } from '../keywords/rows/keyword-store.ts'
import type { PairStore } from '../pairs/rows/pair-store.ts'
import type { PeopleStore } from '../people/rows/people-store.ts'
import type { PlaceStore } from '../places/rows/place-store.ts'
import type { QuestionStore } from '../files/rows/questions/question-store.ts'
import type { PhotoStore } from '../photos/rows/photo-store.ts'
import type { HealthCalls } from '../safety/rows/health/health.ts'
import type { Replayed } from '../safety/rows/recovery/recover-edits.ts'
import type { RemovedStore } from '../removed/rows/removed-store.ts'
import type { Search } from '../search/rows/search.ts'
import type { MetadataTemplateStore } from '../editing/rows/metadata-template-store.ts'
import type { SavedSearchStore } from '../search/searches/saved-searches.ts'
import type { UpkeepStore } from '../upkeep/rows/upkeep-store.ts'
import type { SettingsStore } from '../settings/rows/settings-store.ts'
import type { StackStore } from '../stacks/rows/stack-store.ts'
import type { CatalogInfo } from '../safety/rows/catalog-info.ts'
import type { CameraPicture } from '../pictures/rows/thumbnails.ts'
import type { WorkStore } from '../photos/rows/work/photo-work.ts'

export type { Concealment } from '../search/columns/concealment.ts'
export type { ChangePart, PersonChange } from '../history/journal/change-store.ts'
export type { FileInTrash } from '../history/kinds/change-kind.ts'
export type { BatchChange, OperationChange } from '../history/journal/change-kinds.ts'
export type { SuggestionAnswer } from '../keywords/rows/suggestion-answers.ts'
export type { NearShot } from '../files/rows/file-evidence.ts'
export { isSameFace } from '../people/rows/face-vectors/face-area.ts'
export { type FaceStatement, tidyStatements } from '../people/rows/face-statements.ts'
export { foldName } from '../people/rows/people-rows.ts'
export type { PublishedFile } from '../export/rows/publish-files.ts'
export type { KeptPublishFolder } from '../export/rows/publish-store.ts'
export type { AlikeFile } from '../files/rows/reunite-files.ts'
export { inParts } from '../albums/rows/album-members.ts'
export type { PlaceInAlbum } from '../albums/rows/album-store.ts'
export { storeClassifier } from '../classifiers/rows/stored-classifier.ts'
export type { RecordedFile } from '../files/rows/recorded-files.ts'
export type { FileInfo, KnownFile, LikeFiles } from '../files/rows/known-files.ts'
export { problemOf, type RootProblemKind, type RootRow } from '../folders/rows/root-row.ts'
export type { StoredTag } from '../keywords/rows/tags/photo-tags.ts'
export type { UnreadPhoto } from '../metadata/rows/photo-metadata.ts'
export { columnOf } from '../editing/rows/person-texts.ts'
export { type FurtherText, furtherTexts, givenTexts } from '../photos/rows/work/further-texts.ts'
export { type PhotoWork, workFields } from '../photos/rows/work/photo-work.ts'
export type { SettledFile } from '../files/rows/settle-files.ts'
export type { KnownFolder } from '../folders/rows/folder-lookups.ts'

/**
 * The library's storage: one SQLite file, and another one for thumbnails. Calls are synchronous and each write is one
 * transaction. Ids are photo ids unless named otherwise. Each subject has its SQL in `rows` and `changes`.
 */
export type Catalog = {
  folders: FolderStore
  files: FileStore
  /** Running imports from cards, and everything ever imported. */
  cards: CardImportStore
  /** Moves on the disk. */
  operations: OperationStore
  /** The queue of pending photos and what analysis found. */
  analysis: AnalysisStore
  photos: PhotoStore
  /** Questions about the identity of files that only a person can answer. */
  questions: QuestionStore
  /** Photos with several files. */
  pairs: PairStore
  /** Names of the places where photos were taken. */
  places: PlaceStore
  /** What duplicates are found by. */
  duplicates: DuplicateStore
  /** Photos that belong together. */
  stacks: StackStore
  /** People on photos. */
  people: PeopleStore
  /** Exports, and what they store. */
  exports: Exports
  /** Queries that the person saved. */
  searches: SavedSearchStore
  /** Keywords and their sets. */
  keywords: KeywordStore
  /** Albums and the order of their photos. */
  albums: AlbumStore
  /** What is read of photos to edit their metadata together. */
  editing: EditingStore
  /** Sets of texts that the person gives photos together. */
  templates: MetadataTemplateStore
  /** Searches, most of them loaded before they answer, and what they may find. */
  search: Pick<
    Search,
    'load' | 'run' | 'compareBy' | 'describeBy' | 'keep' | 'follow' | 'conceal' | 'onlyShown' | 'countWithoutVerdict'
  >
  thumbnails: {
    get(id: number): Uint8Array | null
    /** The camera's own thumbnail in the file, until the photo has one; null if there is none. */
    cameraPicture(id: number): CameraPicture | null
  }
  /** When the full text is merged. */
  merging: FullTextMerging
  /** A person's changes to photos, with their journal. */
  changes: ChangeStore
  /** What a person removed and can restore. */
  removed: RemovedStore
  /** What keeps the files small. */
  upkeep: UpkeepStore
  /** Custom classifiers, and what they suggest for photos. */
  classifiers: ClassifierRecords
  /** Feedback on results, in named indexes. */
  feedback: FeedbackStore
  /** What the remote engine remembers. */
  remote: RemoteMemory
  /** A person's work that is still to be written into files, and what was written. */
  metadataWrites: MetadataWriteStore
  settings: SettingsStore
  /** All that people gave photos. */
  work: WorkStore
  /** A person's changes, in the journal beside the catalogue. */
  edits: {
    /** What was replayed at the opening because the catalogue was older than the journal; null if nothing was. */
    replayed(): Replayed | null
    /** Why edits are missing from the journal, as a sentence; null while it has them all. */
    problem(): string | null
    /** Whether the journal was missing at an opening since the last backup. */
    wasGone(): boolean
    /**
     * Begins a new file of the journal after a backup. What every backup contains may be deleted: edits up to `held`,
     * and photos up to number `knownPhotos`.
     */
    beginFile(held: number, knownPhotos: number): void
  }
  /** Whether the catalogue is sound; it is read-only while it is not. */
  health: HealthCalls
  /**
   * Lets a thread of this process read the file, which is not possible after an opening on a full disk. Throws
   * `disk-full` while there is no room.
   */
  shareFile(): void
  /** The catalogue's summary for `library.json` and backups; takes some hundredths of a second in a large library. */
  info(): CatalogInfo
  /** Checks everything; empty if all is well. Takes seconds in a large library. */
  check(): CatalogFault[]
  /** Repairs what a check finds, as far as possible; returns what each repair did. */
  repair(): Text[]
  close(): void
}

/** The catalogue of those who only search: nothing else can be asked before it is loaded. */
export type SearchableCatalog = { search: Pick<Search, 'load'> }
