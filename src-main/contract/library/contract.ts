import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { AnalysisStatus } from './analysis-status.ts'
import { call, nothing } from './call.ts'
import { Backup, Backups, RestoreRequest } from './backups.ts'
import { WallTime } from './date-change.ts'
import { editingContract, templatesContract } from './editing.ts'
import { TextField } from './text-fields.ts'
import { LibraryEvent } from './events.ts'
import {
  ChosenValue,
  DuplicateChoice,
  DuplicateGroup,
  DuplicateKind,
  DuplicatesState,
  MergeProposal,
  TrashOrder,
  TrashPlan,
  TrashReport,
} from './duplicates.ts'
import { exportCalls } from './export-calls.ts'
import { FileTags } from './file-tags.ts'
import { TagExplanation } from '../analysis/tag-reason.ts'
import { cardCalls, fileCalls } from './file-calls.ts'
import { Folder, WatchMode } from './folder.ts'
import { RotateTurn } from './rotate.ts'
import { ChangedIds, ChangeId, ChangeResult, HistoryEntry } from './history.ts'
import { LibraryHealth } from './health.ts'
import { keywordCalls } from './keyword-calls.ts'
import { FolderId, JobId, MAX_IDS, PhotoId, PhotoIds } from './ids.ts'
import { MapView, PhotoMap } from './map.ts'
import { TileState } from './map-tiles.ts'
import { MetadataConflict, MetadataFailure, MetadataWritingState } from './metadata-writing.ts'
import { EngineInfo, InstalledFromFolder, ModelInfo, ModelSet, PairAddress, PairState } from './models.ts'
import { classifierCalls } from './classifier-calls.ts'
import { peopleCalls } from './people-calls.ts'
import { Label, PhotoDetail, PhotoTile, PickFlag, Rating, SensitivityJudgement } from './photo.ts'
import { MAX_TOGETHER, ThumbRequest } from './picture.ts'
import { PhotoFacts } from './photo-facts.ts'
import { Passphrase, PrivacyState } from './privacy.ts'
import { DayCount, DayOrMonth, Facets, NamedCount, PhotoFilter, PhotoQuery, SectionPlaces, Stacks } from './query.ts'
import {
  EngineChoice,
  EngineChoiceChange,
  RemoteCredentials,
  RemoteState,
  RemoteTest,
  SecretKeeping,
} from './remote.ts'
import { FileQuestion } from './questions.ts'
import { SearchExplanation, Suggestion } from './search/explanation.ts'
import { SavedSearch, SearchToSave } from './saved-search.ts'
import { RemovedItem } from './removed.ts'
import { MetadataWriting, Settings, SettingsChange } from './settings.ts'
import { Compared, FoundPhoto, MAX_PICTURE_BYTES, OutsidePicture } from './similar.ts'
import { StackView } from './stacks.ts'
import { ImportOrder, LibraryExportOrder, SourceId, TransferProgress } from './transfer.ts'
import { AlbumId, AlbumMove, AlbumName, AlbumNode, BeforePhoto, PhotoAlbum } from './albums.ts'

/**
 * Albums, which may lie in each other, and saved searches as smart albums among them. Each change is one entry of the
 * history, and comes as `albums.changed`.
 */
const albumCalls = {
  /** The tree in its order, each album followed by what lies in it. */
  list: call(nothing, z.array(AlbumNode)),
  /** Makes an album behind those that are there. Throws `bad-params` where one beside it has this name. */
  create: call(
    z.object({ name: AlbumName, parentId: AlbumId.nullable().default(null) }),
    ChangeResult.extend({ id: AlbumId }),
  ),
  rename: call(z.object({ id: AlbumId, name: AlbumName }), ChangeResult),
  /** Takes an album away with those within it; photos stay in the library, and an undo brings all of it back. */
  remove: call(z.object({ id: AlbumId }), ChangeResult),
  /** Throws `bad-params` where an album would lie in itself, or one with this name lies there. */
  move: call(AlbumMove, ChangeResult),
  /** Puts photos into an album in the order given; those that are in it stay where they are. */
  add: call(z.object({ id: AlbumId, ids: ChangedIds, before: BeforePhoto }), ChangeResult),
  takeOut: call(z.object({ id: AlbumId, ids: ChangedIds }), ChangeResult),
  /** Moves photos of an album to another place in its order. */
  reorder: call(z.object({ id: AlbumId, ids: ChangedIds, before: BeforePhoto }), ChangeResult),
  /** The albums of some photos. */
  of: call(z.object({ ids: PhotoIds }), z.array(PhotoAlbum)),
}

const TagName = z.string().trim().min(1).max(100)
const PictureBytes = z
  .instanceof(Blob)
  .refine(({ size }) => size <= MAX_PICTURE_BYTES, `a picture of at most ${MAX_PICTURE_BYTES / 2 ** 20} MB`)
const PhotoText = z.string().trim().max(10_000)

/** Every call a window can make on a library, named `area.verb`. Calls take ids, never paths. */
export const libraryContract = {
  library: {
    info: call(nothing, z.object({ version: z.string(), photoCount: z.int(), engine: EngineInfo })),
    /** Whether the catalogue is sound; changes come as `health.changed`. */
    health: call(nothing, LibraryHealth),
    /** A stream that goes on until it is aborted; it starts with the present analysis status. */
    events: oc.output(eventIterator(LibraryEvent)),
  },
  folders: {
    list: call(nothing, z.array(Folder)),
    /**
     * Stops watching a folder and takes its photos out of the library; files stay as they are. All that is known of
     * them is kept for 30 days: undo, or adding the folder again, puts it back.
     */
    remove: call(z.object({ id: FolderId }), ChangeResult),
    rescan: call(z.object({ id: FolderId.optional() }), nothing),
    /** Chooses how a watched folder is watched, from now on. */
    setWatching: call(z.object({ id: FolderId, watching: WatchMode }), nothing),
  },
  photos: {
    /**
     * A page of tiles in the order of the query, and how many the list has in all. With `stacks`, one photo stands for
     * each stack, apart from those that are open.
     */
    list: call(
      PhotoQuery.extend({
        stacks: Stacks.optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
      // `photos` is how many the list stands for where stacks are folded.
      z.object({ total: z.int(), photos: z.int().optional(), tiles: z.array(PhotoTile) }),
    ),
    /** All ids of a list in its order, for selecting ranges. */
    ids: call(PhotoQuery.extend({ stacks: Stacks.optional() }), z.array(PhotoId)),
    tiles: call(z.object({ ids: PhotoIds }), z.array(PhotoTile)),
    /** What a list with columns tells beside tiles, in the order of the ids; unknown ids are left out. */
    facts: call(z.object({ ids: PhotoIds }), z.array(PhotoFacts)),
    /**
     * Thumbnails as `data:` addresses, in the order they are asked for: a screen full of them in one answer. Null where a
     * photo has none, or only one for the time being.
     */
    thumbs: call(z.array(ThumbRequest).min(1).max(MAX_TOGETHER), z.array(z.string().nullable())),
    get: call(z.object({ id: PhotoId }), PhotoDetail),
    /** Everything that the files of a photo and their sidecars say, in the words of ExifTool where it runs here. */
    fileTags: call(z.object({ id: PhotoId }), z.array(FileTags)),
    /**
     * Why a photo has or lacks a tag, once for each thing that the word names in the language of the tags, in English
     * or in any other. This machine looks at the photo again, and nothing is kept. Throws `bad-params` with the nearest
     * word for an unknown one, `file-missing` and `file-unreadable` if the photo cannot be looked at.
     */
    explainTag: call(z.object({ id: PhotoId, word: TagName }), z.array(TagExplanation)),
    /** Like every change of a person's: one entry in the history for all photos, and on the disk when it returns. */
    rate: call(z.object({ ids: ChangedIds, rating: Rating }), ChangeResult),
    setLabel: call(z.object({ ids: ChangedIds, label: Label }), ChangeResult),
    /** Says when photos were taken, whatever their files say; null gives them back what those say. */
    setTakenAt: call(z.object({ ids: ChangedIds, takenAt: WallTime.nullable() }), ChangeResult),
    /**
     * Turns photos, whatever their files say; the files stay as they are. Throws `bad-params` where it is not read yet
     * how a file is turned.
     */
    rotate: call(z.object({ ids: ChangedIds, turn: RotateTurn }), ChangeResult),
    setPick: call(z.object({ ids: ChangedIds, pick: PickFlag }), ChangeResult),
    /** Says that photos are fine or sensitive, whatever the analysis found; null leaves it to the analysis again. */
    setSensitivity: call(z.object({ ids: ChangedIds, judgement: SensitivityJudgement.nullable() }), ChangeResult),
    /** Marks photos as private: they are hidden while the library is locked, and in client mode. */
    setPrivate: call(z.object({ ids: ChangedIds, isPrivate: z.boolean() }), ChangeResult),
    /** Sets a text, which wins over the one in the file; several creators are told apart by `;`. */
    setText: call(z.object({ ids: ChangedIds, field: TextField, text: PhotoText }), ChangeResult),
    addTag: call(z.object({ ids: ChangedIds, name: TagName }), ChangeResult),
    /** Removes a tag from any source; an engine's tag does not return when the photo is analysed again. */
    removeTag: call(z.object({ ids: ChangedIds, name: TagName }), ChangeResult),
    /** Takes photos whose file is gone out of the library; like a folder's, what is known of them is kept for 30 days. */
    removeMissing: call(z.object({ ids: ChangedIds }), ChangeResult),
    /**
     * Says that the file of another photo is that of a photo whose file is gone: it goes to the older photo, and the
     * other one leaves the library. Throws `bad-params` where the older photo has its file.
     */
    locate: call(z.object({ id: PhotoId, fileOf: PhotoId }), ChangeResult),
    /** Analyses again, also photos that failed. */
    reanalyse: call(z.object({ ids: PhotoIds, failedOnly: z.boolean().default(false) }), nothing),
  },
  files: fileCalls,
  cards: cardCalls,
  /** What the person did, kept for 90 days. Each change is announced as `history.changed`. */
  history: {
    /** The newest first; `before` is the last id of the page before. */
    list: call(
      z.object({ limit: z.int().min(1).max(1000).default(100), before: ChangeId.optional() }),
      z.array(HistoryEntry),
    ),
    /**
     * Puts back what a change altered, by default the newest one that is not undone. Photos that were changed again
     * since are left as they are.
     */
    undo: call(z.object({ id: ChangeId.optional() }), ChangeResult),
    /** Does again what was undone, by default the last one, if nothing else was done since. */
    redo: call(z.object({ id: ChangeId.optional() }), ChangeResult),
  },
  /**
   * Files of which only a person can say whose they are. Changes of the list come as `questions.changed`, and with
   * `history.changed`.
   */
  questions: {
    /** Photos whose file is in question, the oldest question first, and how many there are in all. */
    list: call(
      z.object({ limit: z.int().min(1).max(1000).default(100) }),
      z.object({ total: z.int(), questions: z.array(FileQuestion) }),
    ),
    /** The candidate's file is that of the photo, and the candidate leaves the library; null: none of them is. */
    answer: call(z.object({ photoId: PhotoId, candidateId: PhotoId.nullable() }), ChangeResult),
  },
  /** What the person removed in the last 30 days. Each change of it is announced as `history.changed`. */
  removed: {
    /** The newest first. */
    list: call(nothing, z.array(RemovedItem)),
    /** Puts it back with all that was known; throws `folder-overlaps` where a folder came that holds or lies in it. */
    restore: call(z.object({ changeId: ChangeId }), ChangeResult),
    /** Deletes for good what is known of one item, or of all; files of photos stay as they are. */
    purge: call(z.object({ changeId: ChangeId.optional() }), nothing),
  },
  /**
   * Photos that belong together: bursts, exposure brackets, and what the person stacked. The library finds stacks by
   * itself; what the person says of a photo is kept, and comes before it.
   */
  stacks: {
    /** All photos of the stacks that these are in, by time, with those that are in none. */
    frames: call(z.object({ ids: PhotoIds }), z.array(PhotoId)),
    /** Makes one stack of photos, whatever stacks they were in. */
    join: call(z.object({ ids: z.array(PhotoId).min(2).max(MAX_IDS) }), ChangeResult),
    /** Takes photos out of their stacks. */
    takeOut: call(z.object({ ids: PhotoIds }), ChangeResult),
    /** Makes a photo and those of its stack that were taken after it a stack of their own. */
    split: call(z.object({ id: PhotoId }), ChangeResult),
    /** Takes the stacks of these photos apart. */
    unstack: call(z.object({ ids: PhotoIds }), ChangeResult),
    /** Leaves it to the library again which photos these belong with. */
    release: call(z.object({ ids: PhotoIds }), ChangeResult),
    /** Puts a photo on top of its stack, so that it stands for it. */
    putOnTop: call(z.object({ id: PhotoId }), ChangeResult),
    /** The frames of some stacks, by their numbers, and which of them is suggested. Unknown ones are left out. */
    look: call(z.object({ stacks: z.array(z.int()).max(1000) }), z.array(StackView)),
    /**
     * Puts the suggested frames on top in the stacks that these photos are in, as one change; where the person chose a
     * frame, it stays. Throws `bad-params` where nothing is suggested.
     */
    acceptSuggested: call(z.object({ ids: PhotoIds }), ChangeResult),
  },
  search: {
    facets: call(z.object({ filter: PhotoFilter.default({}) }), Facets),
    /**
     * The days of a query and how many photos each has, as photos that are sorted by the time they were taken follow
     * each other; those without a date are the last in both orders.
     */
    days: call(
      z.object({
        filter: PhotoFilter.default({}),
        order: z.enum(['asc', 'desc']).default('desc'),
        stacks: Stacks.optional(),
      }),
      z.array(DayCount),
    ),
    /** Where the photos of a query were taken on some days or in some months, in the person's language. */
    places: call(
      z.object({ filter: PhotoFilter.default({}), sections: z.array(DayOrMonth).max(200) }),
      z.array(SectionPlaces),
    ),
    /**
     * Tags that begin with a text in English or in the person's language, at any of their levels, or of which a synonym
     * does, which is named then; the most frequent first.
     */
    suggest: call(
      z.object({ text: z.string().max(200), limit: z.int().min(1).max(100).default(12) }),
      z.array(NamedCount.extend({ synonym: z.string().optional() })),
    ),
    /**
     * Completions for the search language: values of a field that a text begins, or, where the field is null, the
     * fields that it begins and names of any field. The most frequent values come first.
     */
    complete: call(
      z.object({
        text: z.string().max(200),
        field: z.string().max(100).nullable().default(null),
        limit: z.int().min(1).max(100).default(12),
      }),
      z.array(Suggestion),
    ),
    /** How the text of a query is understood: its terms with the photos that each finds, and what is wrong with it. */
    explain: call(z.object({ filter: PhotoFilter.default({}) }), SearchExplanation),
  },
  /**
   * Searches that the person saved under names. Each change is one entry of the history, and comes as
   * `searches.changed`.
   */
  searches: {
    /** By name. */
    list: call(nothing, z.array(SavedSearch)),
    /** Throws `bad-params` where another search has this name. */
    save: call(SearchToSave, ChangeResult.extend({ search: SavedSearch })),
    /** Throws `bad-params` where another search has this name. */
    rename: call(SavedSearch.pick({ id: true, name: true }), ChangeResult),
    remove: call(SavedSearch.pick({ id: true }), ChangeResult),
  },
  keywords: keywordCalls,
  albums: albumCalls,
  map: {
    /** Photos of a query on a part of the map, gathered where they lie close together. */
    clusters: call(MapView, PhotoMap),
    /** What keeps tiles of the map's background from coming; changes come as `map-tiles.changed`. */
    tileState: call(nothing, TileState),
    /** Asks the tile server again, which is left alone for a while after it failed. */
    retryTiles: call(nothing, nothing),
    /** How many bytes of tiles are kept, so that they show without a network. */
    keptTiles: call(nothing, z.object({ bytes: z.int() })),
    deleteTiles: call(nothing, nothing),
  },
  similar: {
    /**
     * Photos by rising distance (see `FoundPhoto`), those compared with left out; of several photos the
     * nearest counts. Throws `photo-not-found`, `picture-not-found` or `not-analysed`.
     */
    find: call(
      z.object({
        to: Compared,
        by: z.enum(['content', 'colors']).default('content'),
        limit: z.int().min(1).max(1000).default(100),
        maxDistance: z.number().min(0).optional(),
        filter: PhotoFilter.default({}),
      }),
      z.object({ images: z.array(FoundPhoto) }),
    ),
    /**
     * Looks at a picture from outside, so that photos can be compared with it; it does not become a photo of the
     * library. Throws `file-unreadable` with the reason where it cannot be read.
     */
    addPicture: call(z.object({ name: z.string().max(500), bytes: PictureBytes }), OutsidePicture),
  },
  /**
   * Photos that show the same. They are looked for once somebody asks for groups, and again once photos changed and
   * somebody asks; `duplicates.changed` says that it is worth it, and how far a search is.
   */
  duplicates: {
    /** What is known of them; begins no search. */
    state: call(nothing, DuplicatesState),
    /** A page of what is found so far: equal files first, then by the bytes that could be freed. */
    groups: call(
      z.object({
        kind: DuplicateKind.optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(200).default(20),
      }),
      z.object({ total: z.int(), groups: z.array(DuplicateGroup) }),
    ),
    /** Looks through the library as it is now; returns when all of it is compared. */
    search: call(nothing, DuplicatesState),
    /** Says that photos are no duplicates of each other: they are never shown as such again. */
    dismiss: call(z.object({ ids: PhotoIds.min(2) }), ChangeResult),
    /** What one photo of a group would get from others of it. Throws `bad-params` where they are in no group. */
    proposeMerge: call(DuplicateChoice, MergeProposal),
    /**
     * Gives photos that are kept the tags, ratings and texts of others, which stay as they are: as proposed, but for
     * what the person chose. One entry of the history.
     */
    merge: call(
      z.object({ choices: z.array(DuplicateChoice).min(1).max(500), chosen: z.array(ChosenValue).default([]) }),
      ChangeResult,
    ),
    /**
     * Lists all files that would go to the system's trash. Throws `bad-params` where the photos are no duplicates, and
     * `not-supported-here` without a trash.
     */
    plan: call(z.object({ choices: z.array(DuplicateChoice).min(1).max(500) }), TrashPlan),
    /**
     * Moves what was listed to the trash, after the merge. The photos leave the library as removed ones do; undo puts
     * them and their files back.
     */
    trash: call(TrashOrder, TrashReport),
  },
  ...peopleCalls,
  ...exportCalls,
  /**
   * What people did in other programs taken over, and the whole library written for them. Both go on in the background;
   * their progress comes as `transfer.changed`. A shell hands out the ids of sources and targets.
   */
  transfer: {
    startImport: call(ImportOrder, z.object({ jobId: JobId })),
    startExport: call(LibraryExportOrder, z.object({ jobId: JobId })),
    /** Throws `job-not-found`. */
    status: call(z.object({ jobId: JobId }), TransferProgress),
    /** Stops reading, comparing or writing; what an import has begun to change it changes to the end. */
    cancel: call(z.object({ jobId: JobId }), nothing),
  },
  analysis: {
    status: call(nothing, AnalysisStatus),
    pause: call(nothing, nothing),
    resume: call(nothing, nothing),
    /** Stops the present batch; pending photos wait until the person resumes or adds photos. */
    cancel: call(nothing, nothing),
    retryFailed: call(nothing, nothing),
  },
  models: {
    list: call(nothing, z.array(ModelInfo)),
    /** Starts installing a set, or one model of it; progress comes as `models.changed`. */
    install: call(z.object({ set: ModelSet.default('standard'), id: z.string().optional() }), nothing),
    /** Installs what a folder holds that the shell registered as a source. Throws `bad-params` for an unknown one. */
    installFrom: call(z.object({ sourceId: SourceId }), InstalledFromFolder),
    /** Removes a model of the larger set; the next best one takes its place. Throws `model-not-found`. */
    remove: call(z.object({ id: z.string() }), nothing),
    cancelInstall: call(nothing, nothing),
    /** The text-image pair; its state is also sent as `pair.changed`. */
    pair: call(nothing, PairState),
    /** Starts installing a pair in place of the present one; photos are then described by it, and nothing is redone. */
    installPair: call(PairAddress, nothing),
    /** Stops installing a pair; what arrived of it goes, and a pair that is there stays. */
    cancelPair: call(nothing, nothing),
    /** Removes the pair, or what arrived of one. Sentences then find nothing. */
    removePair: call(nothing, nothing),
  },
  ...classifierCalls,
  /**
   * Where photos are analysed. No call returns the secret, or more of the key than its first letters; the state of the
   * service is also sent as `remote.changed`.
   */
  remote: {
    choice: call(nothing, EngineChoice),
    /**
     * Another engine takes over once the photos under way are done; throws `bad-params` naming what the service still
     * needs.
     */
    setChoice: call(EngineChoiceChange, EngineChoice),
    state: call(nothing, RemoteState),
    /** Tests the chosen service, also while photos are analysed on this machine. Uses no analysis of the plan. */
    test: call(nothing, RemoteTest),
    /** Stores them for the chosen address; they are never sent to another one. */
    setCredentials: call(RemoteCredentials, RemoteState),
    forgetCredentials: call(nothing, RemoteState),
    keeping: call(nothing, SecretKeeping),
    /** How many analysed photos are not in the service's index of similar photos; null without such an index. */
    outsideIndex: call(nothing, z.int().nullable()),
    /** Contacts the service again at once, without waiting for the next attempt. */
    retry: call(nothing, RemoteState),
  },
  /** Copies of the catalogue, made each day and before what changes much; changes come as `backups.changed`. */
  backups: {
    list: call(nothing, Backups),
    /** Makes one now, which takes seconds in a large library. */
    now: call(nothing, Backup),
    /** The backup takes the catalogue's place when the library is next opened; the present catalogue is kept aside. */
    restore: call(RestoreRequest, Backups),
    /** Takes a request to restore back. */
    keepPresent: call(nothing, Backups),
  },
  /**
   * Ratings, tags and texts that are written for other programs: beside photos, or into their files. The state also
   * comes as `metadata.changed`.
   */
  metadata: {
    status: call(nothing, MetadataWritingState),
    /** All that the person did until now is written as well, in the background. */
    setMode: call(z.object({ mode: MetadataWriting }), MetadataWritingState),
    /** Writes what waits now, what failed before included; returns when all of it was tried. */
    write: call(nothing, MetadataWritingState),
    failures: call(z.object({ limit: z.int().min(1).max(1000).default(100) }), z.array(MetadataFailure)),
    /** Fields that the person and another program both changed, the oldest first. */
    conflicts: call(z.object({ limit: z.int().min(1).max(1000).default(100) }), z.array(MetadataConflict)),
    /** `ours` is written in spite of the other value, `theirs` is taken over as if the person had given it. */
    resolve: call(
      MetadataConflict.pick({ photoId: true, field: true }).extend({ keep: z.enum(['ours', 'theirs']) }),
      nothing,
    ),
  },
  editing: editingContract,
  templates: templatesContract,
  /**
   * What is hidden from all windows. The library leaves it out of every answer, pictures and counts included; what is
   * hidden changes as `privacy.changed`.
   */
  privacy: {
    state: call(nothing, PrivacyState),
    /** Leaving it takes the passphrase where one is set. Throws `wrong-passphrase` or `too-many-tries`. */
    setClientMode: call(z.object({ isOn: z.boolean(), passphrase: Passphrase.optional() }), PrivacyState),
    /** Throws `bad-params` where no passphrase is set. */
    lock: call(nothing, PrivacyState),
    /** Throws `wrong-passphrase` or `too-many-tries`. */
    unlock: call(z.object({ passphrase: Passphrase }), PrivacyState),
    /** `next` null removes the passphrase; `present` is the one that is set. */
    setPassphrase: call(z.object({ next: Passphrase.nullable(), present: Passphrase.optional() }), PrivacyState),
  },
  settings: {
    get: call(nothing, Settings),
    set: call(SettingsChange, Settings),
  },
}
export type LibraryContract = typeof libraryContract
