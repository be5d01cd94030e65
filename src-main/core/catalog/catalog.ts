import type { AppError } from '../../contract/errors.ts'
import type { Folder } from '../../contract/library/folder.ts'
import type { PhotoDetail, PhotoMetadata, PhotoTile } from '../../contract/library/photo.ts'
import type { Facets, PhotoFilter, PhotoQuery } from '../../contract/library/query.ts'
import type { Settings } from '../../contract/library/settings.ts'
import type { AnalysisOutcome, SaliencyFeatures, StepName } from '../../analysis/photo/findings.ts'
import type { StepState } from '../../engines/engine.ts'
import type { FeedbackStore } from '../../analysis/classifiers/feedback-controller.ts'
import type { RemoteMemory } from '../../engines/remote/memory/remote-memory.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'

/** A watched folder. */
export type RootRow = { id: number; path: string; isAvailable: boolean }

/** What a scan learns of a file without opening it. `fileKey` is device and inode where the system has them. */
export type FileFacts = { folderId: number; name: string; bytes: number; modifiedMs: number; fileKey: string | null }
export type KnownFile = FileFacts & { fileId: number; photoId: number; isMissing: boolean }

export type PendingPhoto = { id: number; path: string; steps: StepName[] }

/**
 * Everything a person does to photos goes through one place as one of these, so that it can be journalled and undone.
 */
export type PersonChange =
  | { kind: 'rate'; ids: number[]; rating: number }
  | { kind: 'add-tag'; ids: number[]; name: string }
  | { kind: 'remove-tag'; ids: number[]; name: string }

/** One change of the journal. */
export type JournalEntry = { id: number; atMs: number; change: PersonChange; isUndone: boolean }

/** What a tagger says of one photo; an empty list takes back what it said before. */
export type ClassifierResult = { photoId: number; classes: readonly { name: string; confidence: number }[] }

export type ClassifierRecords = {
  list(): Classifier[]
  /** Throws `tagger-not-found`. */
  get(id: string): Classifier
  exists(id: string): boolean
  /** Keeps a new tagger or a new version of it. Throws `bad-params` where another tagger teaches one of its tags. */
  save(tagger: Classifier): void
  /** Takes the tagger out with all it said of photos; returns these photos. Throws `tagger-not-found`. */
  remove(id: string): number[]
  /**
   * Keeps what a tagger says, one transaction; returns the photos whose tags or categories changed. Photos that are
   * gone are left out.
   */
  saveResults(tagger: Pick<Classifier, 'id' | 'kind' | 'classes'>, results: readonly ClassifierResult[]): number[]
  /** Photos that a tag was taken off by hand. */
  takenOff(name: string): number[]
  /** Embeddings of some photos by a model; photos without one are left out. */
  embeddingsOf(photoIds: readonly number[], modelId: string): Map<number, Float32Array>
  /** At most `limit` embeddings, taken evenly over the library, always the same ones for the same photos. */
  embeddingSample(modelId: string, limit: number): Float32Array[]
}

/**
 * The library's memory: one SQLite file beside one for thumbnails. Calls are synchronous and each write is one
 * transaction.
 * Ids are photo ids unless named otherwise. Nothing outside this folder holds SQL.
 */
export type Catalog = {
  folders: {
    /** Throws AppError `folder-overlaps` where the path lies in a watched folder or holds one. */
    addRoot(path: string): RootRow
    /** Takes the folder, its files and their photos out; the thumbnails go too. Returns the photo ids that went. */
    removeRoot(id: number): number[]
    /**
     * The same for at most `limit` photos, so that a large root can go in pieces before `removeRoot`; `isLast` when
     * none is left.
     */
    removeSome(id: number, limit: number): { ids: number[]; isLast: boolean }
    roots(): RootRow[]
    setAvailable(rootId: number, isAvailable: boolean): void
    /** The folder's id for a path relative to its root (`''` for the root itself), made where it is new. */
    ensure(rootId: number, relativePath: string): number
    list(): Folder[]
    /** Absolute path of a folder. */
    pathOf(folderId: number): string
  }
  files: {
    /** Every file known below a root, missing ones too; with `folderIds`, at least those directly in these folders. */
    known(rootId: number, folderIds?: readonly number[]): KnownFile[]
    /** One transaction; a photo row for each file, all steps pending. Returns photo ids in the order given. */
    add(files: readonly FileFacts[]): number[]
    /** New size or time: keeps the photo and what the person did, makes all steps and the metadata pending. */
    update(files: readonly (FileFacts & { fileId: number })[]): void
    /** The same file under another name or folder: identity, tags and analysis stay. */
    move(fileId: number, folderId: number, name: string, fileKey: string | null): void
    markMissing(fileIds: readonly number[]): void
    markPresent(fileIds: readonly number[]): void
    pathOf(photoId: number): string
    findByPath(path: string): number | null
    /** Photos with this content: hash of a file's bytes. */
    withContent(contentHash: string): number[]
    /** Photos whose metadata was not read since their file last changed. */
    withoutMetadata(limit: number): { id: number; path: string }[]
    saveMetadata(batch: readonly { id: number; metadata: PhotoMetadata; width: number; height: number }[]): void
  }
  analysis: {
    /**
     * Says how each step is done now; photos whose result is older get that step pending. Returns how many photos that
     * touched.
     */
    setSteps(steps: readonly StepState[]): number
    /** Pending photos with a file, `first` (ids on screen) before the newest; `busy` are left out. */
    takePending(
      limit: number,
      options: {
        first: readonly number[]
        busy: ReadonlySet<number>
        /** Steps that nobody can do now: they are not handed out. */ waiting?: readonly StepName[]
      },
    ): PendingPhoto[]
    /** True where a photo with a file has a step pending other than these. */
    hasPending(waiting: readonly StepName[]): boolean
    /**
     * One transaction. Engine tags the person removed stay removed; a failure keeps earlier findings and sets status
     * and reason.
     */
    saveOutcome(
      photoId: number,
      steps: readonly StepName[],
      outcome: AnalysisOutcome,
      source?: 'engine' | 'remote',
    ): void
    /** Counts a death of the compute process under this photo and returns the count so far. */
    noteCrash(photoId: number): number
    makePending(ids: readonly number[], steps?: readonly StepName[]): void
    /** Failed photos become pending again; returns their ids. */
    retryFailed(): number[]
    counts(): { total: number; pending: number; ready: number; failed: number; missing: number }
    saliencyFeatures(id: number): SaliencyFeatures | null
    /** Every embedding of one model, for building an index. */
    embeddings(modelId: string): Iterable<{ id: number; vector: Float32Array }>
    colorVectors(): Iterable<{ id: number; vector: Float32Array }>
    embeddingModels(): string[]
  }
  photos: {
    /** In the order of the ids; unknown ids are left out. */
    tiles(ids: readonly number[]): PhotoTile[]
    /** Throws `photo-not-found`. Croppings are left empty: they are computed from the cues. */
    detail(id: number): PhotoDetail
    exists(id: number): boolean
  }
  search: {
    /** All matching ids in order. Throws `bad-params` for a folder that is not there. */
    run(query: PhotoQuery): Uint32Array
    facets(filter: PhotoFilter): Facets
    suggest(text: string, limit: number): { name: string; label: string; count: number }[]
  }
  thumbnails: {
    get(id: number): Uint8Array | null
  }
  changes: {
    /**
     * Applies and journals in one transaction; throws `photo-not-found` and changes nothing when an id is unknown.
     * Returns the ids changed.
     */
    apply(change: PersonChange): number[]
    /** The newest changes first. */
    history(limit: number): JournalEntry[]
    /**
     * Puts back what the newest change that is not undone had changed; returns the ids touched, none when there is
     * nothing to undo.
     */
    undoLast(): number[]
  }
  /** A person's own taggers and categorizers, and what they say of photos. */
  taggers: ClassifierRecords
  /** Feedback on results, in named indexes. */
  feedback: FeedbackStore
  /** What the remote engine remembers. */
  remote: RemoteMemory
  settings: {
    get(): Settings
    set(change: Partial<Settings>): Settings
    /** Small values of the program's own, such as a watcher's snapshot path or whether the queue is paused. */
    getState(key: string): string | null
    setState(key: string, value: string | null): void
  }
  /** Empty when all is well; otherwise sentences for `doctor`. */
  check(): string[]
  close(): void
}

/** Throws AppError `library-too-new` before touching anything, `library-damaged` where SQLite says so. */
export type OpenCatalog = (folder: string) => Catalog
export type CatalogError = AppError
