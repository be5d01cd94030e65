import { join } from 'node:path'
import type { Db } from '../../sqlite/connect.ts'
import { guardCalls } from '../../sqlite/damage.ts'
import { keepStatements } from '../../sqlite/keep-statements.ts'
import { openDatabase } from '../../sqlite/open-database.ts'
import { createAnalysisStore } from './analysis/analysis-store.ts'
import { loseThumbnails } from './analysis/lose-thumbnails.ts'
import type { Catalog } from './catalog.ts'
import { createChangeStore } from './changes/change-store.ts'
import { checkCatalog } from './check/check-catalog.ts'
import { createClassifierStore } from './classifiers/classifier-store.ts'
import { type Context, createWrites } from './context/context.ts'
import { createInFlight } from './context/in-flight.ts'
import { libraryDatabase } from './database/library-database.ts'
import { createFeedbackStore } from './feedback/feedback-store.ts'
import { createFileStore } from './files/file-store.ts'
import type { Filter, FilterContext } from './filters/filter.ts'
import { createAllFilters } from './filters/filters.ts'
import type { Finding } from './findings/finding.ts'
import { allFindings } from './findings/findings.ts'
import { createFolderStore } from './folders/folder-store.ts'
import { createFullText } from './metadata/full-text.ts'
import { orderMigrations } from './migrations/order-migrations.ts'
import { migrations } from './migrations/migrations.ts'
import { createPhotoStore } from './photos/photo-store.ts'
import { createRemoteMemory } from './remote/remote-memory.ts'
import { IndexKeeper } from './search/index-keeper.ts'
import { columnsOfOrders } from './search/orders.ts'
import { countByFolder, countByStatus } from './search/photo-counts.ts'
import { Search } from './search/search.ts'
import { createSettingsStore } from './settings/settings-store.ts'
import { Steps } from './steps/steps.ts'
import { libraryIdOf, openThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts'
import { renewTagWords } from './vocabulary/renew-tag-words.ts'
import { noTagNames, type TagNames } from './vocabulary/tag-names.ts'
import { createVocabulary } from './vocabulary/vocabulary.ts'

/** What a catalogue is opened with; a test may try a finding or a filter that the program does not have. */
export type CatalogOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** What tags are called in other languages. */
  names: TagNames
  findings: readonly Finding[]
  createFilters(context: FilterContext): readonly Filter[]
}

/**
 * Opens the catalogue of a library folder, made where it is new. Throws AppError `library-too-new` before touching
 * anything and `library-damaged` where SQLite finds damage, then or later.
 */
export function openCatalog(
  folder: string,
  {
    now = Date.now,
    names = noTagNames,
    findings = allFindings,
    createFilters = createAllFilters,
  }: Partial<CatalogOptions> = {},
): Catalog {
  const layout = orderMigrations([...migrations, ...findings.flatMap((finding) => finding.migrations ?? [])])
  const library = libraryDatabase(folder, layout)
  const db = keepStatements(openDatabase(library))
  let thumbnails: Thumbnails | null = null
  try {
    thumbnails = openThumbnails(join(folder, 'thumbnails.db'), libraryIdOf(db))
    return guardCalls(library.words, assemble(db, thumbnails, { now, names, findings, createFilters }))
  } catch (error) {
    thumbnails?.close()
    db.close()
    throw error
  }
}

function assemble(db: Db, thumbnails: Thumbnails, options: CatalogOptions): Catalog {
  const { context, keeper, search, settings, steps } = createBase(db, thumbnails, options)
  const { findings } = options
  return {
    folders: createFolderStore({ ...context, countByFolder: () => countByFolder(keeper.current()) }),
    files: createFileStore({ ...context, steps, fullText: createFullText(db) }),
    analysis: createAnalysisStore({
      ...context,
      steps,
      findings,
      countByStatus: () => countByStatus(keeper.current()),
    }),
    photos: createPhotoStore({ ...context, steps, findings }),
    search: {
      run: (query) => search.run(query),
      facets: (filter) => search.facets(filter),
      suggest: (text, limit) => search.suggest(text, limit),
      follow: () => keeper.follow(),
    },
    thumbnails: { get: thumbnails.get },
    changes: createChangeStore(context),
    classifiers: createClassifierStore(context),
    feedback: createFeedbackStore(context),
    remote: createRemoteMemory(context),
    settings,
    check: () => checkCatalog(db, thumbnails, findings),
    close: () => {
      thumbnails.close()
      db.close()
    },
  }
}

/** What every store works with. */
function createBase(db: Db, thumbnails: Thumbnails, options: CatalogOptions) {
  const { now, names, findings } = options
  const vocabulary = createVocabulary(db, names.wordsOf)
  const writes = createWrites(db, () => {
    vocabulary.forget()
    steps.forget()
  })
  const settings = createSettingsStore({ db, ...writes })
  const language = () => settings.get().language ?? 'en'
  const filters = options.createFilters({ db, vocabulary, names })
  const keeper = new IndexKeeper(db, [...columnsOfOrders, ...filters.flatMap((filter) => filter.columns ?? [])])
  const inFlight = createInFlight()
  const context: Context = { db, now, changed: keeper, vocabulary, inFlight, names, language, thumbnails, ...writes }
  const steps = new Steps(context, [...new Set(findings.map((finding) => finding.step))])
  if (thumbnails.isNew) loseThumbnails(context, steps)
  renewTagWords({ vocabulary, names, ...writes, state: { get: settings.getState, set: settings.setState } })
  const search = new Search({ context, filters, keeper, minConfidence: () => settings.get().minConfidence })
  return { context, keeper, search, settings, steps }
}
