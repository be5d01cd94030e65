import { join } from 'node:path'
import type { Catalog } from './catalog.ts'
import { type Db, openLibraryDb } from './database/connection.ts'
import { guardCalls } from './database/damage.ts'
import { keepStatements } from './database/keep-statements.ts'
import { migrations } from './migrations/migrations.ts'
import { analysisStore } from './analysis/analysis-store.ts'
import { changeStore } from './changes/change-store.ts'
import { checkCatalog } from './check/check-catalog.ts'
import { type Context, createWrite } from './context/context.ts'
import { fileStore } from './files/file-store.ts'
import { folderStore } from './folders/folder-store.ts'
import { createFullText } from './metadata/full-text.ts'
import { createInFlight } from './context/in-flight.ts'
import { loseThumbnails } from './analysis/lose-thumbnails.ts'
import { photoStore } from './photos/photo-store.ts'
import { remoteMemory } from './remote/remote-memory.ts'
import { feedbackStore } from './feedback/feedback-store.ts'
import { settingsStore } from './settings/settings-store.ts'
import { renewTagWords } from './vocabulary/renew-tag-words.ts'
import { createSteps } from './steps/steps.ts'
import { classifierStore } from './classifiers/classifier-store.ts'
import { libraryIdOf, openThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts'
import { createVocabulary } from './vocabulary/vocabulary.ts'
import { createIndexKeeper } from './search/photo-index.ts'
import { countByFolder, countByStatus, createSearch } from './search/search.ts'
import { noTagNames, type TagNames } from './vocabulary/tag-names.ts'

/**
 * Opens the catalogue of a library folder, made where it is new. Throws AppError `library-too-new` before touching
 * anything
 * and `library-damaged` where SQLite finds damage, then or later. `now` is milliseconds since 1970;
 * `names` says what tags are called in other languages.
 */
export function openCatalog(
  folder: string,
  { now = Date.now, names = noTagNames }: { now?: () => number; names?: TagNames } = {},
): Catalog {
  const path = join(folder, 'library.db')
  const db = keepStatements(openLibraryDb(path, migrations))
  let thumbnails: Thumbnails | null = null
  try {
    thumbnails = openThumbnails(join(folder, 'thumbnails.db'), libraryIdOf(db))
    return guardCalls(path, assemble(db, thumbnails, { now, names }))
  } catch (error) {
    thumbnails?.close()
    db.close()
    throw error
  }
}

function assemble(db: Db, thumbnails: Thumbnails, { now, names }: { now: () => number; names: TagNames }): Catalog {
  const keeper = createIndexKeeper(db)
  const vocabulary = createVocabulary(db, names.wordsOf)
  const write = createWrite(db, () => {
    vocabulary.forget()
    steps.forget()
  })
  const settings = settingsStore({ db, write })
  const language = () => settings.get().language ?? 'en'
  const context: Context = { db, now, changed: keeper, vocabulary, inFlight: createInFlight(), names, language, write }
  const steps = createSteps(context)
  if (thumbnails.isNew) loseThumbnails(context, steps)
  renewTagWords(context, names, { get: settings.getState, set: settings.setState })
  return {
    folders: folderStore({ ...context, countByFolder: () => countByFolder(keeper), thumbnails }),
    files: fileStore({ ...context, steps, fullText: createFullText(db) }),
    analysis: analysisStore({
      ...context,
      steps,
      putThumbnail: thumbnails.put,
      countByStatus: () => countByStatus(keeper),
    }),
    photos: photoStore({ ...context, steps }),
    search: createSearch(context, keeper, () => settings.get().minConfidence),
    thumbnails: { get: thumbnails.get },
    changes: changeStore(context),
    taggers: classifierStore(context),
    feedback: feedbackStore(context),
    remote: remoteMemory(context),
    settings,
    check: () => checkCatalog(db, thumbnails),
    close: () => {
      thumbnails.close()
      db.close()
    },
  }
}
