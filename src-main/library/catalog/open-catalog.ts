import { languageOfTags } from '../../contract/library/settings.ts'
import { resolve, join } from 'node:path'
import { createWrites } from '../../base/sqlite/durably.ts'
import { shareFile } from '../../base/sqlite/open-database.ts'
import { guardCalls, withPlainErrors } from '../../base/sqlite/damage.ts'
import { noLog, type Log } from '../host/log.ts'
import { createAlbumStore } from '../albums/rows/album-store.ts'
import { createAnalysisStore } from '../queue/rows/analysis-store.ts'
import { loseThumbnails } from '../queue/rows/lose-thumbnails.ts'
import { retryAfterUpdate } from '../queue/rows/analyse-again.ts'
import type { Catalog } from './catalog.ts'
import { catalogLayout } from './catalog-layout.ts'
import { createCardImportStore } from '../card-import/rows/card-import-store.ts'
import { createChangeStore } from '../history/journal/change-store.ts'
import { checkCatalog } from '../safety/rows/check/check-catalog.ts'
import { createClassifierStore } from '../classifiers/rows/create-classifier-store.ts'
import { concealmentColumns } from '../search/columns/concealment.ts'
import { removedColumn } from '../search/columns/removed-column.ts'
import type { Context } from './context/context.ts'
import { createInFlight } from './context/in-flight.ts'
import { libraryDatabase } from './database/library-database.ts'
import { createDuplicateStore } from '../duplicates/rows/duplicate-store.ts'
import { createEditingStore } from '../editing/rows/editing-store.ts'
import { EditLog, EditJournal } from '../history/edits/edit-log.ts'
import { createExports } from '../export/rows/create-exports.ts'
import { createFeedbackStore } from '../keywords/rows/create-feedback-store.ts'
import { createOperationStore } from '../files/rows/operations/operation-store.ts'
import { createFileStore } from '../files/rows/file-store.ts'
import type { Filter } from '../search/filters/filter.ts'
import { folderColumn } from '../search/filters/folder.ts'
import { allFilters } from '../search/filters/filters.ts'
import type { Finding } from '../queue/rows/findings/finding.ts'
import { allFindings } from '../queue/rows/findings/findings.ts'
import { createFolderStore } from '../folders/rows/folder-store.ts'
import { healthCalls, type Health } from '../safety/rows/health/health.ts'
import { createFullText } from '../metadata/rows/full-text.ts'
import { renewFullText } from '../metadata/rows/renew-full-text.ts'
import { createFullTextMerging } from '../metadata/rows/full-text-merging.ts'
import { createMetadataWriteStore } from '../metadata/write/rows/metadata-write-store.ts'
import { createKeywordStore } from '../keywords/rows/keyword-store.ts'
import { createPairStore } from '../pairs/rows/pair-store.ts'
import { createPeopleStore } from '../people/rows/people-store.ts'
import { createPlaceStore } from '../places/rows/place-store.ts'
import { createPhotoStore } from '../photos/rows/photo-store.ts'
import { createQuestionStore } from '../files/rows/questions/question-store.ts'
import { repairCatalog } from '../safety/rows/repair/repair-catalog.ts'
import { recoverEdits } from '../safety/rows/recovery/recover-edits.ts'
import { createRemoteMemory, forgetOldAnswers } from '../remote/rows/create-remote-memory.ts'
import { createRemovedStore } from '../removed/rows/removed-store.ts'
import { createIndexLog, KeptIndex } from '../search/kept-index/kept-index.ts'
import { LiveIndex } from '../search/rows/live-index.ts'
import { columnsOfStacks } from '../search/rows/loaded-index.ts'
import { columnsOfOrders } from '../search/rows/orders.ts'
import { countByFolder, countByStatus } from '../search/rows/photo-counts.ts'
import { Search } from '../search/rows/search.ts'
import { createSavedSearchStore } from '../search/searches/saved-searches.ts'
import { createMetadataTemplateStore } from '../editing/rows/metadata-template-store.ts'
import { createSettingsStore } from '../settings/rows/settings-store.ts'
import { decisionKinds } from '../stacks/rows/stack-choices.ts'
import { createStackStore } from '../stacks/rows/stack-store.ts'
import { Steps } from '../queue/rows/steps/steps.ts'
import { readCatalogInfo } from '../safety/rows/catalog-info.ts'
import { renewTagWords } from './vocabulary/renew-tag-words.ts'
import { noTagNames, type TagNames } from './vocabulary/tag-names.ts'
import { createUpkeepStore } from '../upkeep/rows/upkeep-store.ts'
import { createVocabulary } from './vocabulary/vocabulary.ts'
import { createWorkStore } from '../photos/rows/work/photo-work.ts'
import type { Db } from '../../base/sqlite/connect.ts'
import type { DatabaseDescription } from '../../base/sqlite/database-description.ts'
import { createKeptMarks } from '../history/journal/journal.ts'
import { FaceVectors } from '../people/rows/face-vectors/face-vectors.ts'
import { type CheckOptions, openChecked } from '../safety/rows/health/open-checked.ts'
import { libraryIdOf, Thumbnails } from '../pictures/rows/thumbnails.ts'

/** Options of a catalogue; a test may add a finding or a filter that the program does not have. */
export type CatalogOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Names of tags in other languages. */
  names: TagNames
  log: Log
  /** True after an unclean end: the catalogue is checked, and repaired if possible, before it is used. */
  isSuspect: boolean
  /** True if a backup is created before the layout changes. */
  isBackedUp: boolean
  /** The program's version; photos that another version marked as failed are tried again. */
  version: string | undefined
  findings: readonly Finding[]
  filters: readonly Filter[]
}

/** The result of `openCatalog` also answers searches at once, for tests and measurements. */
type OpenCatalog = Omit<Catalog, 'search'> & { search: Search }

/**
 * Opens the catalogue of a library folder, or creates it. Throws AppError `library-too-new` before touching anything,
 * and `library-damaged` if SQLite finds damage, then or later.
 */
export function openCatalog(
  folder: string,
  {
    now = Date.now,
    names = noTagNames,
    log = noLog,
    isSuspect = false,
    isBackedUp = false,
    version,
    findings = allFindings,
    filters = allFilters,
  }: Partial<CatalogOptions> = {},
): OpenCatalog {
  const library = { ...libraryDatabase(folder, catalogLayout(findings)), isCopied: isBackedUp }
  const options = { now, names, log, isSuspect, isBackedUp, version, findings, filters }
  const files = withPlainErrors(library.words, () => openFiles(folder, library, options))
  try {
    const assembled = withPlainErrors(library.words, () => assemble(files, folder, options))
    return guardCalls(library.words, assembled, files.health)
  } catch (error) {
    closeFiles(files)
    throw error
  }
}

function assemble(opened: CatalogFiles, folder: string, options: CatalogOptions): OpenCatalog {
  const { db, health, thumbnails, journal } = opened
  const { findings, log } = options
  const { context, liveIndex, search, settings, steps, edits } = createBase(opened, folder, options)
  const stored = createFolderStore({ ...context, countByFolder: () => countByFolder(liveIndex.current()) })
  const fullText = createFullText(db)
  const files = createFileStore({ ...context, steps, fullText, pairing: () => settings.get() })
  const changes = createChangeStore({ ...context, steps })
  search.followChangesBy((id) => changes.photosOf(id))
  const removed = createRemovedStore({ ...context, changes, folders: stored })
  const folders = { ...stored, addRoot: (path: string) => removed.bringBack(resolve(path)) ?? stored.addRoot(path) }
  const photos = createPhotoStore({ ...context, steps, findings })
  const replayed = health.refusal === null ? recoverEdits({ db, log, journal, edits, changes, files, folders }) : null
  return {
    folders,
    files,
    analysis: createAnalysisStore({
      ...context,
      steps,
      findings,
      countByStatus: () => countByStatus(liveIndex.current()),
    }),
    photos,
    questions: createQuestionStore({ ...context, photos }),
    ...groupCalls({ ...context, steps, fullText, files }),
    ...findCalls(search, liveIndex, context, () => settings.get().minConfidence),
    thumbnails: { get: (id) => thumbnails.get(id), cameraPicture: (id) => thumbnails.cameraPicture(id) },
    changes,
    removed,
    upkeep: createUpkeepStore({ ...context, thumbnails }),
    edits: { replayed: () => replayed, ...editCalls(edits) },
    classifiers: createClassifierStore(context),
    feedback: createFeedbackStore(context),
    remote: createRemoteMemory(context),
    metadataWrites: createMetadataWriteStore({ ...context, words: createFullText(db) }),
    settings,
    work: createWorkStore(context),
    health: healthCalls(health),
    ...wholeCalls(opened, context, { findings, steps }),
  }
}

const editCalls = (edits: EditLog): Omit<Catalog['edits'], 'replayed'> => ({
  problem: () => edits.retry(),
  wasGone: () => edits.wasGone,
  beginFile: (held, knownPhotos) => edits.beginFile(held, knownPhotos),
})

const wholeCalls = (
  opened: CatalogFiles,
  context: Context,
  { findings, steps }: { findings: readonly Finding[]; steps: Steps },
): Pick<Catalog, 'merging' | 'shareFile' | 'info' | 'check' | 'repair' | 'close'> => ({
  merging: createFullTextMerging(opened.db, opened.health),
  shareFile: () => shareFile(opened.db),
  info: () => readCatalogInfo(opened.db),
  check: () => checkCatalog({ ...opened, findings }),
  repair: () => repairCatalog({ ...context, thumbnails: opened.thumbnails, findings, steps }),
  close: () => closeFiles(opened),
})

const groupCalls = (
  context: Parameters<typeof createPairStore>[0] & Parameters<typeof createOperationStore>[0],
): Pick<Catalog, 'pairs' | 'stacks' | 'operations' | 'cards'> => ({
  cards: createCardImportStore(context),
  operations: createOperationStore(context),
  pairs: createPairStore(context),
  stacks: createStackStore(context, createKeptMarks(context.db, decisionKinds)),
})

const findCalls = (
  search: Search,
  liveIndex: LiveIndex,
  context: Context,
  minConfidence: () => number,
): Pick<
  OpenCatalog,
  | 'editing'
  | 'search'
  | 'searches'
  | 'templates'
  | 'places'
  | 'people'
  | 'duplicates'
  | 'keywords'
  | 'exports'
  | 'albums'
> => ({
  keywords: createKeywordStore({ ...context, liveIndex, minConfidence }),
  people: createPeopleStore(context),
  exports: createExports(context),
  albums: createAlbumStore(context),
  places: createPlaceStore(context),
  duplicates: createDuplicateStore(context),
  search,
  searches: createSavedSearchStore(context),
  editing: createEditingStore(context),
  templates: createMetadataTemplateStore(context),
})

/** What is stored of a photo beside the catalogue is deleted with it: its thumbnail, and vectors of its faces. */
const besideCatalog = ({ thumbnails, faceVectors }: CatalogFiles): Context['thumbnails'] => ({
  put: (id, bytes) => thumbnails.put(id, bytes),
  putCameraPictures: (pictures) => thumbnails.putCameraPictures(pictures),
  remove: (ids) => {
    thumbnails.remove(ids)
    faceVectors.remove(ids)
  },
  removeAll: () => {
    thumbnails.removeAll()
    faceVectors.removeAll()
  },
})

/** Shared parts of all stores. */
function createBase(files: CatalogFiles, folder: string, options: CatalogOptions) {
  const { db, health, thumbnails, faceVectors, journal } = files
  const { now, names, findings, filters, log, version } = options
  const vocabulary = createVocabulary(db, names.wordsOf)
  const edits = new EditLog(db, journal, { now, log })
  const forget = () => {
    vocabulary.forget()
    steps.forget()
  }
  const writes = createWrites(db, forget, () => edits.flush())
  const settings = createSettingsStore({ db, ...writes })
  const language = () => languageOfTags(settings.get())
  const peopleWords = () => settings.get().peopleWords === 'show'
  const sensitiveFrom = () => settings.get().sensitiveFrom
  const columns = filters.flatMap((filter) => filter.columns ?? [])
  const ofAll = [folderColumn, removedColumn, ...concealmentColumns, ...columnsOfStacks]
  const all = [...columnsOfOrders, ...ofAll, ...columns]
  const kept = health.refusal === null ? new KeptIndex(folder, createIndexLog(db), all) : null
  const texts = filters.flatMap((filter) => filter.texts ?? [])
  const liveIndex = new LiveIndex({ db, columns: all, lost: health, kept, texts })
  const inFlight = createInFlight()
  const about = {
    db,
    now,
    vocabulary,
    inFlight,
    names,
    language,
    peopleWords,
    sensitiveFrom,
    faceVectors,
    edits,
    health,
  }
  const context: Context = { ...about, thumbnails: besideCatalog(files), changed: liveIndex, ...writes }
  const steps = new Steps(context, [...new Set(findings.map((finding) => finding.step))])
  if (health.refusal === null) {
    const state = { get: settings.getState, set: settings.setState }
    if (thumbnails.isNew) loseThumbnails(context, steps)
    thumbnails.whenLost(() => loseThumbnails(context, steps))
    if (version !== undefined) retryAfterUpdate({ ...context, steps, state }, version)
    forgetOldAnswers(context)
    renewFullText({ db, ...writes, state })
    renewTagWords({ vocabulary, names, ...writes, state })
  }
  const search = new Search({ context, filters, liveIndex, settings: settings.get })
  return { context, liveIndex, search, settings, steps, edits }
}

/** The files of a catalogue. */
type CatalogFiles = {
  db: Db
  health: Health
  thumbnails: Thumbnails
  faceVectors: FaceVectors
  journal: EditJournal
}

/** Opens or creates the files of a library's folder; the errors are those of `openDatabase`. */
function openFiles(folder: string, library: DatabaseDescription, check: CheckOptions): CatalogFiles {
  const { db, health } = openChecked(library, check)
  try {
    const libraryId = libraryIdOf(db)
    const journal = new EditJournal(folder, libraryId)
    const thumbnails = new Thumbnails(join(folder, 'thumbnails.db'), libraryId)
    return { db, health, journal, thumbnails, faceVectors: new FaceVectors(join(folder, 'faces.db'), libraryId) }
  } catch (error) {
    db.close()
    throw error
  }
}

function closeFiles({ db, thumbnails, faceVectors, journal }: CatalogFiles): void {
  faceVectors.close()
  thumbnails.close()
  journal.close()
  db.close()
}
