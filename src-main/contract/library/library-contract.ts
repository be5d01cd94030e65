import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { AnalysisStatus } from './analysis-status.ts'
import { call, nothing } from './call.ts'
import { Backup, Backups, RestoreRequest } from './backups.ts'
import { WallTime } from './date-change.ts'
import { editingContract, templatesContract } from './editing.ts'
import { TextField } from './text-fields.ts'
import { LibraryEvent } from './library-event.ts'
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
import {
  FocusArea,
  RotateTurn,
  Label,
  PhotoDetail,
  PhotoTile,
  PickFlag,
  Rating,
  SensitivityJudgement,
} from './photo.ts'
import { FileTags } from './file-tags.ts'
import { TagExplanation } from '../analysis/tag-reason.ts'
import { cardCalls, fileCalls } from './file-calls.ts'
import { Folder, WatchMode } from './folder.ts'
import { PhotoCrop } from './photo-crop.ts'
import { ChangedIds, ChangeId, ChangeResult, HistoryEntry, HistoryPictures } from './history.ts'
import { LibraryHealth } from './library-health.ts'
import { keywordCalls } from './keyword-calls.ts'
import { MAX_KEYWORD_NAME } from './keywords.ts'
import { FolderId, JobId, MAX_IDS, PhotoId, PhotoIds } from './ids.ts'
import { MapView, PhotoMap } from './map.ts'
import { TileState } from './map-tiles.ts'
import { MetadataConflict, MetadataFailure, MetadataWritingState } from './metadata-writing.ts'
import { EngineInfo, InstalledFromFolder, ModelInfo, ModelSet, PairChoice, PairState } from './models.ts'
import { classifierCalls } from './classifier-calls.ts'
import { peopleCalls } from './people-calls.ts'
import { MAX_TOGETHER, ThumbRequest } from './picture.ts'
import { ListRow } from './list-row.ts'
import { Passphrase, PrivacyState } from './privacy.ts'
import {
  ChoiceProgress,
  Days,
  NearnessCount,
  DayOrMonth,
  Facets,
  NamedCount,
  PhotoFilter,
  PhotoQuery,
  SectionPlaces,
  Stacks,
} from './query.ts'
import {
  EngineChoice,
  EngineChoiceChange,
  RemoteCredentials,
  RemoteState,
  RemoteTest,
  SecretKeeping,
} from './remote.ts'
import { FileQuestion } from './questions.ts'
import { ReadDescription } from './search/read-description.ts'
import { SearchExplanation, Suggestion } from './search/explanation.ts'
import { SavedSearch, SearchToSave } from './saved-search.ts'
import { RemovedItem } from './removed.ts'
import { MetadataWriting, Settings, SettingsChange } from './settings.ts'
import { Compared, FoundPhoto, MAX_PICTURE_BYTES, MAX_SIMILAR, OutsidePicture } from './similar.ts'
import { LearnedChoices, OtherFrames, StackReview, StackView } from './stacks.ts'
import { ImportOrder, LibraryExportOrder, SourceId, TransferProgress } from './transfer.ts'
import { FinishedChoice } from './finished-choice.ts'
import { AlbumId, AlbumMove, AlbumName, AlbumNode, BeforePhoto, PhotoAlbum } from './albums.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/**
 * Albums, which may contain each other, with saved searches among them as smart albums. Each change is one entry of the
 * history, and is announced as `albums.changed`.
 */
const albumCalls = {
  /** The tree in its order, each album followed by its content. */
  list: call(nothing, z.array(AlbumNode)),
  /** Makes an album after the existing ones. Throws `bad-params` if a sibling has this name. */
  create: call(
    z.object({ name: AlbumName, parentId: AlbumId.nullable().default(null) }),
    ChangeResult.extend({ id: AlbumId }),
  ),
  rename: call(z.object({ id: AlbumId, name: AlbumName }), ChangeResult),
  /** Removes an album with those within it. Photos stay in the library; undo restores everything. */
  remove: call(z.object({ id: AlbumId }), ChangeResult),
  /** Throws `bad-params` if an album would contain itself, or a sibling there has this name. */
  move: call(AlbumMove, ChangeResult),
  /** Adds photos to an album in the given order; photos that are already in it keep their places. */
  add: call(z.object({ id: AlbumId, ids: ChangedIds, before: BeforePhoto }), ChangeResult),
  takeOut: call(z.object({ id: AlbumId, ids: ChangedIds }), ChangeResult),
  /** Moves photos of an album to another place in its order. */
  reorder: call(z.object({ id: AlbumId, ids: ChangedIds, before: BeforePhoto }), ChangeResult),
  /** Gives the photos of a finished choice albums, labels and stars, as one change; throws `bad-params` before any. */
  finishChoice: call(FinishedChoice, ChangeResult),
  /** The albums of some photos. */
  of: call(z.object({ ids: PhotoIds }), z.array(PhotoAlbum)),
}

const TagName = z.string().trim().min(1).max(MAX_KEYWORD_NAME)
const PictureBytes = z
  .instanceof(Blob)
  .refine(
    ({ size }) => size <= MAX_PICTURE_BYTES,
    issueWith(say('inputs.pictureSize', { size: MAX_PICTURE_BYTES / 2 ** 20 })),
  )
const PhotoText = z.string().trim().max(10_000)

/** Every call that a window can make on a library, named `area.verb`. Calls take ids, never paths. */
export const libraryContract = {
  library: {
    info: call(nothing, z.object({ version: z.string(), photoCount: z.int(), engine: EngineInfo })),
    /** Whether the catalogue is sound; changes are announced as `health.changed`. */
    health: call(nothing, LibraryHealth),
    /** A stream that continues until it is aborted; it starts with the current analysis status. */
    events: oc.output(eventIterator(LibraryEvent)),
  },
  folders: {
    list: call(nothing, z.array(Folder)),
    /**
     * Stops watching a folder and removes its photos from the library; files stay as they are. Everything known about
     * them is kept for 30 days: undo, or adding the folder again, restores it.
     */
    remove: call(z.object({ id: FolderId }), ChangeResult),
    rescan: call(z.object({ id: FolderId.optional() }), nothing),
    /** Chooses how a watched folder is watched, from now on. */
    setWatching: call(z.object({ id: FolderId, watching: WatchMode }), nothing),
  },
  photos: {
    /**
     * A page of tiles in the order of the query, and the total number in the list. With `stacks`, one photo represents
     * each stack that is not open.
     */
    list: call(
      PhotoQuery.extend({
        stacks: Stacks.optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
      // If stacks are folded, `photos` also counts the frames that the list does not show.
      z.object({ total: z.int(), photos: z.int().optional(), tiles: z.array(PhotoTile) }),
    ),
    /** All ids of a list in its order, for selecting ranges. */
    ids: call(PhotoQuery.extend({ stacks: Stacks.optional() }), z.array(PhotoId)),
    tiles: call(z.object({ ids: PhotoIds }), z.array(PhotoTile)),
    /** Values for the columns of a list, in the order of the ids; unknown ids are left out. */
    listRows: call(z.object({ ids: PhotoIds }), z.array(ListRow)),
    /**
     * Thumbnails as `data:` addresses, in the order of the request: enough for a whole screen in one answer. Null if a
     * photo has none or only a provisional one.
     */
    thumbs: call(z.array(ThumbRequest).min(1).max(MAX_TOGETHER), z.array(z.string().nullable())),
    get: call(z.object({ id: PhotoId }), PhotoDetail),
    /** All metadata in the files of a photo and their sidecars, named as in ExifTool if it is installed. */
    fileTags: call(z.object({ id: PhotoId }), z.array(FileTags)),
    /** Where the camera focused, on the photo as it is shown, the most important area first; empty if unknown. */
    focus: call(z.object({ id: PhotoId }), z.array(FocusArea)),
    /**
     * Why a photo has or lacks a tag, once for each thing that the word names in the language of the tags, in English
     * or in any other. This machine analyses the photo again, and nothing is stored. Throws `bad-params` with the
     * nearest word for an unknown one, `file-missing` and `file-unreadable` if the photo cannot be analysed.
     */
    explainTag: call(z.object({ id: PhotoId, word: TagName }), z.array(TagExplanation)),
    /**
     * Like every change by a person, this is one entry in the history for all photos, and is on the disk when it
     * returns.
     */
    rate: call(z.object({ ids: ChangedIds, rating: Rating }), ChangeResult),
    setLabel: call(z.object({ ids: ChangedIds, label: Label }), ChangeResult),
    /** Sets when photos were taken, whatever their files say; null restores the files' dates. */
    setTakenAt: call(z.object({ ids: ChangedIds, takenAt: WallTime.nullable() }), ChangeResult),
    /**
     * Rotates photos, whatever their files say; the files stay as they are. Throws `bad-params` if the orientation of a
     * file is not read yet.
     */
    rotate: call(z.object({ ids: ChangedIds, turn: RotateTurn }), ChangeResult),
    /**
     * Shows a part of a photo, whatever its file says; the file stays unchanged. `crop` is given on the upright photo;
     * null shows all of it, and `as-file` the crop of its file or sidecar. Throws `bad-params` for a crop beyond the
     * photo.
     */
    crop: call(z.object({ id: PhotoId, crop: z.union([PhotoCrop.nullable(), z.literal('as-file')]) }), ChangeResult),
    setPick: call(z.object({ ids: ChangedIds, pick: PickFlag }), ChangeResult),
    /** Marks photos as fine or sensitive, whatever the analysis found; null restores the verdict of the analysis. */
    setSensitivity: call(z.object({ ids: ChangedIds, judgement: SensitivityJudgement.nullable() }), ChangeResult),
    /** Marks photos as private: they are hidden while the library is locked, and in client mode. */
    setPrivate: call(z.object({ ids: ChangedIds, isPrivate: z.boolean() }), ChangeResult),
    /** Sets a text, which overrides the one in the file; `;` separates several creators. */
    setText: call(z.object({ ids: ChangedIds, field: TextField, text: PhotoText }), ChangeResult),
    addTag: call(z.object({ ids: ChangedIds, name: TagName }), ChangeResult),
    /** Removes a tag from any source; an engine's tag does not return when the photo is analysed again. */
    removeTag: call(z.object({ ids: ChangedIds, name: TagName }), ChangeResult),
    /**
     * Removes photos whose file is gone from the library; as with a folder, everything known about them is kept for 30
     * days.
     */
    removeMissing: call(z.object({ ids: ChangedIds }), ChangeResult),
    /**
     * Assigns the file of another photo to a photo whose file is gone. The older photo gets the file, and the other one
     * leaves the library. Throws `bad-params` if the older photo has its file.
     */
    locate: call(z.object({ id: PhotoId, fileOf: PhotoId }), ChangeResult),
    /** Analyses again, including photos that failed. */
    reanalyse: call(z.object({ ids: PhotoIds, failedOnly: z.boolean().default(false) }), nothing),
  },
  files: fileCalls,
  cards: cardCalls,
  /** A person's changes, kept for 90 days. Each change is announced as `history.changed`. */
  history: {
    /** Newest first; `before` is the last id of the previous page. */
    list: call(
      z.object({ limit: z.int().min(1).max(1000).default(100), before: ChangeId.optional() }),
      z.array(HistoryEntry),
    ),
    /**
     * Reverts a change, by default the newest that is not undone. Photos that were changed again since then are left as
     * they are.
     */
    undo: call(z.object({ id: ChangeId.optional() }), ChangeResult),
    /** Repeats an undone change, by default the last one, if nothing else was done since. */
    redo: call(z.object({ id: ChangeId.optional() }), ChangeResult),
    /** Undoes every change after this one: one entry, which one undo takes back. Throws `change-not-found`. */
    goBack: call(z.object({ id: ChangeId }), ChangeResult),
    /** What changes were about, in pictures. */
    pictures: call(z.object({ ids: z.array(ChangeId).min(1).max(200) }), z.array(HistoryPictures)),
  },
  /**
   * Files that only a person can assign to a photo. Changes of the list are announced as `questions.changed`, and with
   * `history.changed`.
   */
  questions: {
    /** Photos whose file is in question, oldest question first, and their total number. */
    list: call(
      z.object({ limit: z.int().min(1).max(1000).default(100) }),
      z.object({ total: z.int(), questions: z.array(FileQuestion) }),
    ),
    /**
     * Assigns the candidate's file to the photo, and the candidate leaves the library; null: none of the candidates is
     * right.
     */
    answer: call(z.object({ photoId: PhotoId, candidateId: PhotoId.nullable() }), ChangeResult),
  },
  /** What a person removed in the last 30 days. Each change is announced as `history.changed`. */
  removed: {
    /** Newest first. */
    list: call(nothing, z.array(RemovedItem)),
    /**
     * Restores an item with everything known about it. Throws `folder-overlaps` if a folder was added that contains it
     * or lies in it.
     */
    restore: call(z.object({ changeId: ChangeId }), ChangeResult),
    /** Permanently deletes what is known about one item, or about all; the files of photos stay as they are. */
    purge: call(z.object({ changeId: ChangeId.optional() }), nothing),
  },
  /**
   * Photos that belong together: bursts, exposure brackets, and those that a person stacked. The library finds stacks
   * by itself; a person's decision about a photo is kept and takes precedence.
   */
  stacks: {
    /**
     * All photos of the stacks that contain these, by time, and those that are in none. With a folded `list`: these
     * photos and those behind them in it; frames of open stacks count separately.
     */
    frames: call(
      z.object({ ids: PhotoIds, list: z.object({ filter: PhotoFilter, stacks: Stacks }).optional() }),
      z.array(PhotoId),
    ),
    /** Makes one stack of photos, whichever stacks they were in. */
    join: call(z.object({ ids: z.array(PhotoId).min(2).max(MAX_IDS) }), ChangeResult),
    /** Takes photos out of their stacks. */
    takeOut: call(z.object({ ids: PhotoIds }), ChangeResult),
    /** Splits a stack: a photo and those taken after it become a separate stack. */
    split: call(z.object({ id: PhotoId }), ChangeResult),
    /** Dissolves the stacks of these photos. */
    unstack: call(z.object({ ids: PhotoIds }), ChangeResult),
    /** Lets the library decide again which photos these belong with. */
    release: call(z.object({ ids: PhotoIds }), ChangeResult),
    /** Puts a photo on top of its stack, so that it represents the stack. */
    putOnTop: call(z.object({ id: PhotoId }), ChangeResult),
    /** The frames of some stacks, by their numbers, and which frame is suggested. Unknown stacks are left out. */
    look: call(z.object({ stacks: z.array(z.int()).max(1000) }), z.array(StackView)),
    /**
     * Puts the suggested frames of these photos' stacks on top, as one change; frames that a person chose stay. Throws
     * `bad-params` if nothing is suggested.
     */
    acceptSuggested: call(z.object({ ids: PhotoIds }), ChangeResult),
    /** What is left to decide in the stacks that contain these photos; changes nothing. */
    review: call(z.object({ ids: ChangedIds }), StackReview),
    /**
     * Decides one burst for each of these frames, all as one change: the frame is picked and put on top. The others are
     * rejected unless they have a flag, or only folded behind it. Frames of brackets, panoramas and focus stacks, and
     * those that left the library or are hidden, are left out; throws `bad-params` if nothing remains. `answered` are
     * those frames that the person chose in the review and did not leave to the suggestion; `reviewed` are those that
     * were shown there: others, which came later, are not rejected.
     */
    takeBest: call(
      z.object({
        ids: ChangedIds,
        rest: OtherFrames,
        answered: z.array(PhotoId).default([]),
        reviewed: ChangedIds.optional(),
      }),
      ChangeResult,
    ),
    /** What was learned from the person's choices within bursts, brought up to date first. */
    learned: call(z.object({}), LearnedChoices),
  },
  search: {
    facets: call(z.object({ filter: PhotoFilter.default({}) }), Facets),
    /**
     * The days of a query with their numbers of photos, in the order of the time taken. Photos without a date come last
     * in both orders. A window asks after every change, and few changes concern the days, which are long: those that it
     * already has, by their `known` key, are not sent again.
     */
    days: call(
      z.object({
        filter: PhotoFilter.default({}),
        order: z.enum(['asc', 'desc']).default('desc'),
        stacks: Stacks.optional(),
        known: z.string().optional(),
      }),
      Days,
    ),
    /**
     * How near the photos of a query are to its colour, nearest first, in the order of the best match. Empty if that
     * order is not by a colour alone.
     */
    nearness: call(z.object({ filter: PhotoFilter.default({}), stacks: Stacks.optional() }), z.array(NearnessCount)),
    /** How many photos of a query are picked, rejected and neither. */
    progress: call(z.object({ filter: PhotoFilter.default({}), stacks: Stacks.optional() }), ChoiceProgress),
    /**
     * The first photo of a list after one of its photos that is neither picked nor rejected; after the last one, the
     * search continues at the beginning. If the photo is not in the list, it begins at the index `from`. A folded stack
     * is skipped if one of its photos is picked or all are rejected. Null if none is left.
     */
    nextOpen: call(
      PhotoQuery.extend({ stacks: Stacks.optional(), after: PhotoId.nullable(), from: z.int().min(0) }),
      z.object({ id: PhotoId, index: z.int() }).nullable(),
    ),
    /** Where the photos of a query were taken on some days or in some months, in the person's language. */
    places: call(
      z.object({ filter: PhotoFilter.default({}), sections: z.array(DayOrMonth).max(200) }),
      z.array(SectionPlaces),
    ),
    /**
     * Tags of which any level begins with a text, in English or the person's language, most frequent first. A tag is
     * also found by a synonym, which is then named.
     */
    suggest: call(
      z.object({ text: z.string().max(200), limit: z.int().min(1).max(100).default(12) }),
      z.array(NamedCount.extend({ synonym: z.string().optional() })),
    ),
    /**
     * Completions for the search language: values of a field that begin with a text. If the field is null: fields that
     * begin with it, and names from any field. The most frequent values come first.
     */
    complete: call(
      z.object({
        text: z.string().max(200),
        field: z.string().max(100).nullable().default(null),
        limit: z.int().min(1).max(100).default(12),
      }),
      z.array(Suggestion),
    ),
    /** How the text of a query is understood: its terms with the number of photos that each finds, and any problems. */
    explain: call(z.object({ filter: PhotoFilter.default({}) }), SearchExplanation),
    /**
     * What plain words mean as a description of photos, such as "Anna on the beach last summer, no dog", in the
     * language of tags. Null if nothing of them is understood, or they are the search language already.
     */
    read: call(z.object({ text: z.string().max(1000) }), ReadDescription.nullable()),
  },
  /**
   * Searches that a person saved under names. Each change is one entry of the history, and is announced as
   * `searches.changed`.
   */
  searches: {
    /** By name. */
    list: call(nothing, z.array(SavedSearch)),
    /** Throws `bad-params` if another search has this name. */
    save: call(SearchToSave, ChangeResult.extend({ search: SavedSearch })),
    /** Throws `bad-params` if another search has this name. */
    rename: call(SavedSearch.pick({ id: true, name: true }), ChangeResult),
    remove: call(SavedSearch.pick({ id: true }), ChangeResult),
  },
  keywords: keywordCalls,
  albums: albumCalls,
  map: {
    /** Photos of a query in a part of the map, clustered if they are close together. */
    clusters: call(MapView, PhotoMap),
    /** Why tiles of the map's background are missing; changes are announced as `map-tiles.changed`. */
    tileState: call(nothing, TileState),
    /** Asks the tile server again; after a failure it is otherwise left alone for a while. */
    retryTiles: call(nothing, nothing),
    /** Bytes of the tiles that are kept for use without a network. */
    keptTiles: call(nothing, z.object({ bytes: z.int() })),
    deleteTiles: call(nothing, nothing),
  },
  similar: {
    /**
     * Photos by rising distance (see `FoundPhoto`), without the compared ones; if several photos are compared, the
     * nearest counts. Throws `photo-not-found`, `picture-not-found` or `not-analysed`.
     */
    find: call(
      z.object({
        to: Compared,
        by: z.enum(['content', 'colors']).default('content'),
        limit: z.int().min(1).max(MAX_SIMILAR).default(100),
        maxDistance: z.number().min(0).optional(),
        filter: PhotoFilter.default({}),
      }),
      z.object({ images: z.array(FoundPhoto) }),
    ),
    /**
     * Analyses a picture from outside, so that photos can be compared with it; it does not become a photo of the
     * library. Throws `file-unreadable` with the reason if it cannot be read.
     */
    addPicture: call(z.object({ name: z.string().max(500), bytes: PictureBytes }), OutsidePicture),
  },
  /**
   * Photos that show the same. A search runs when somebody first asks for groups, and again when somebody asks after
   * photos changed. `duplicates.changed` announces that asking is worthwhile, and the progress of a search.
   */
  duplicates: {
    /** What is known about duplicates; starts no search. */
    state: call(nothing, DuplicatesState),
    /** A page of the groups found so far: equal files first, then by the bytes that could be freed. */
    groups: call(
      z.object({
        kind: DuplicateKind.optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(200).default(20),
      }),
      z.object({ total: z.int(), groups: z.array(DuplicateGroup) }),
    ),
    /** Searches the library in its current state; returns when everything is compared. */
    search: call(nothing, DuplicatesState),
    /** Marks photos as not being duplicates of each other: they are never shown as such again. */
    dismiss: call(z.object({ ids: PhotoIds.min(2) }), ChangeResult),
    /** What one photo of a group would get from others of it. Throws `bad-params` if they are in no group. */
    proposeMerge: call(DuplicateChoice, MergeProposal),
    /**
     * Gives the kept photos the tags, ratings and texts of others, which stay as they are: as proposed, except for what
     * the person chose. One entry of the history.
     */
    merge: call(
      z.object({ choices: z.array(DuplicateChoice).min(1).max(500), chosen: z.array(ChosenValue).default([]) }),
      ChangeResult,
    ),
    /**
     * Lists all files that would go to the system's trash. Throws `bad-params` if the photos are not duplicates, and
     * `not-supported-here` without a trash.
     */
    plan: call(z.object({ choices: z.array(DuplicateChoice).min(1).max(500) }), TrashPlan),
    /**
     * Moves the listed files to the trash after the merge. The photos leave the library as removed ones do; undo
     * restores them and their files.
     */
    trash: call(TrashOrder, TrashReport),
  },
  ...peopleCalls,
  ...exportCalls,
  /**
   * Imports from other programs, and exports of the whole library for them. Both run in the background; their progress
   * is announced as `transfer.changed`. A shell hands out the ids of sources and targets.
   */
  transfer: {
    startImport: call(ImportOrder, z.object({ jobId: JobId })),
    startExport: call(LibraryExportOrder, z.object({ jobId: JobId })),
    /** Throws `job-not-found`. */
    status: call(z.object({ jobId: JobId }), TransferProgress),
    /** Stops reading, comparing or writing; once an import has begun to change photos, it finishes. */
    cancel: call(z.object({ jobId: JobId }), nothing),
  },
  analysis: {
    status: call(nothing, AnalysisStatus),
    pause: call(nothing, nothing),
    resume: call(nothing, nothing),
    /** Stops the current batch; pending photos wait until the person resumes or adds photos. */
    cancel: call(nothing, nothing),
    retryFailed: call(nothing, nothing),
  },
  models: {
    list: call(nothing, z.array(ModelInfo)),
    /** Starts installing a set, or one model of it; progress is announced as `models.changed`. */
    install: call(z.object({ set: ModelSet.default('standard'), id: z.string().optional() }), nothing),
    /**
     * Installs the models in a folder that the shell registered as a source. Throws `bad-params` for an unknown one.
     */
    installFrom: call(z.object({ sourceId: SourceId }), InstalledFromFolder),
    /** Removes a model of the larger set; the next best one replaces it. Throws `model-not-found`. */
    remove: call(z.object({ id: z.string() }), nothing),
    cancelInstall: call(nothing, nothing),
    /** The text-image pair; its state is also announced as `pair.changed`. */
    pair: call(nothing, PairState),
    /**
     * Starts installing a pair in place of the current one. Photos are then described by the new pair; nothing else is
     * repeated.
     */
    installPair: call(PairChoice, nothing),
    /** Stops installing a pair; its partial download is deleted, and an installed pair stays. */
    cancelPair: call(nothing, nothing),
    /** Removes the pair, or its partial download. Sentences then find nothing. */
    removePair: call(nothing, nothing),
  },
  ...classifierCalls,
  /**
   * Where photos are analysed. No call returns the secret, or more of the key than its first letters; the state of the
   * service is also announced as `remote.changed`.
   */
  remote: {
    choice: call(nothing, EngineChoice),
    /**
     * Another engine takes over once the photos in progress are done. Throws `bad-params` naming what the service still
     * needs.
     */
    setChoice: call(EngineChoiceChange, EngineChoice),
    state: call(nothing, RemoteState),
    /** Tests the chosen service, even while photos are analysed on this machine. Uses no analysis of the plan. */
    test: call(nothing, RemoteTest),
    /** Stores credentials for the chosen address; they are never sent to another one. */
    setCredentials: call(RemoteCredentials, RemoteState),
    forgetCredentials: call(nothing, RemoteState),
    keeping: call(nothing, SecretKeeping),
    /** How many analysed photos are not in the service's index of similar photos; null without such an index. */
    outsideIndex: call(nothing, z.int().nullable()),
    /** Contacts the service at once, without waiting for the next attempt. */
    retry: call(nothing, RemoteState),
  },
  /**
   * Copies of the catalogue, made daily and before changes that alter much; changes are announced as `backups.changed`.
   */
  backups: {
    list: call(nothing, Backups),
    /** Makes a backup now, which takes seconds in a large library. */
    now: call(nothing, Backup),
    /** The backup replaces the catalogue when the library is next opened; the current catalogue is set aside. */
    restore: call(RestoreRequest, Backups),
    /** Withdraws a request to restore. */
    keepPresent: call(nothing, Backups),
  },
  /**
   * Ratings, tags and texts that are written for other programs: beside photos or into their files. The state is also
   * announced as `metadata.changed`.
   */
  metadata: {
    status: call(nothing, MetadataWritingState),
    /** Everything that the person did before is written as well, in the background. */
    setMode: call(z.object({ mode: MetadataWriting }), MetadataWritingState),
    /** Writes everything that waits, including earlier failures; returns when all of it was tried. */
    write: call(nothing, MetadataWritingState),
    failures: call(z.object({ limit: z.int().min(1).max(1000).default(100) }), z.array(MetadataFailure)),
    /** Fields that both the person and another program changed, oldest first. */
    conflicts: call(z.object({ limit: z.int().min(1).max(1000).default(100) }), z.array(MetadataConflict)),
    /** `ours` is written in spite of the other value; `theirs` is adopted as if the person had given it. */
    resolve: call(
      MetadataConflict.pick({ photoId: true, field: true }).extend({ keep: z.enum(['ours', 'theirs']) }),
      nothing,
    ),
  },
  editing: editingContract,
  templates: templatesContract,
  /**
   * What is hidden from all windows. The library leaves it out of every answer, including pictures and counts; changes
   * are announced as `privacy.changed`.
   */
  privacy: {
    state: call(nothing, PrivacyState),
    /** If a passphrase is set, leaving client mode requires it. Throws `wrong-passphrase` or `too-many-tries`. */
    setClientMode: call(z.object({ isOn: z.boolean(), passphrase: Passphrase.optional() }), PrivacyState),
    /** Throws `bad-params` if no passphrase is set. */
    lock: call(nothing, PrivacyState),
    /** Throws `wrong-passphrase` or `too-many-tries`. */
    unlock: call(z.object({ passphrase: Passphrase }), PrivacyState),
    /** A `next` of null removes the passphrase; `present` is the current one. */
    setPassphrase: call(z.object({ next: Passphrase.nullable(), present: Passphrase.optional() }), PrivacyState),
  },
  settings: {
    get: call(nothing, Settings),
    set: call(SettingsChange, Settings),
  },
}
export type LibraryContract = typeof libraryContract
