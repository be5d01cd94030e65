import type { Log } from '../host/log.ts'
import { albumHandlers, type AlbumHandlersDependencies } from '../albums/calls/albums.ts'
import { analysisHandlers, type AnalysisHandlersDependencies } from '../queue/calls/analysis.ts'
import { backupHandlers, type BackupHandlersDependencies } from '../safety/calls/backups.ts'
import { cardHandlers, type CardHandlersDependencies } from '../card-import/calls/cards.ts'
import { classifierHandlers, type ClassifierHandlersDependencies } from '../classifiers/calls/classifiers.ts'
import { cropHandlers, type CropHandlersDependencies } from '../crops/calls/crops.ts'
import { implementLibrary } from './dispatch/dispatch.ts'
import { duplicateHandlers, type DuplicateHandlersDependencies } from '../duplicates/calls/duplicates.ts'
import { editingHandlers, type EditingHandlersDependencies } from '../editing/calls/editing.ts'
import {
  exportJobHandlers,
  type ExportJobHandlersDependencies,
  exportPresetHandlers,
  publishingHandlers,
} from '../export/calls/exports.ts'
import { fileHandlers, type FileHandlersDependencies } from '../files/calls/files.ts'
import { folderHandlers, type FolderHandlersDependencies } from '../folders/calls/folders.ts'
import { historyHandlers, type HistoryHandlersDependencies } from '../history/calls/history.ts'
import { keywordHandlers, type KeywordHandlersDependencies } from '../keywords/calls/keywords.ts'
import { libraryHandlers, type LibraryHandlersDependencies } from './library-handlers.ts'
import { mapHandlers, type MapHandlersDependencies } from '../places/calls/map.ts'
import { metadataHandlers, type MetadataHandlersDependencies } from '../metadata/calls/metadata.ts'
import { modelHandlers, type ModelHandlersDependencies } from '../models/calls/models.ts'
import { peopleHandlers, type PeopleHandlersDependencies } from '../people/calls/people.ts'
import { photoHandlers, type PhotoHandlersDependencies } from '../photos/calls/photos.ts'
import { privacyHandlers, type PrivacyHandlersDependencies } from '../privacy/calls/privacy.ts'
import { questionHandlers, type QuestionHandlersDependencies } from '../files/calls/questions.ts'
import { remoteHandlers, type RemoteHandlersDependencies } from '../remote/calls/remote.ts'
import { removedHandlers, type RemovedHandlersDependencies } from '../removed/calls/removed.ts'
import { searchHandlers, type SearchHandlersDependencies } from '../search/calls/search.ts'
import { savedSearchHandlers, type SavedSearchHandlersDependencies } from '../search/calls/searches.ts'
import { settingsHandlers, type SettingsHandlersDependencies } from '../settings/calls/settings.ts'
import { similarHandlers, type SimilarHandlersDependencies } from '../similar/calls/similar.ts'
import { stackHandlers, type StackHandlersDependencies } from '../stacks/calls/stacks.ts'
import { templateHandlers, type TemplateHandlersDependencies } from '../editing/calls/templates.ts'
import { transferHandlers, type TransferHandlersDependencies } from '../transfer/calls/transfer.ts'

export type LibraryRouterDependencies = { log: Log } & AlbumHandlersDependencies &
  AnalysisHandlersDependencies &
  BackupHandlersDependencies &
  CardHandlersDependencies &
  ClassifierHandlersDependencies &
  CropHandlersDependencies &
  DuplicateHandlersDependencies &
  EditingHandlersDependencies &
  FileHandlersDependencies &
  ExportJobHandlersDependencies &
  FolderHandlersDependencies &
  HistoryHandlersDependencies &
  KeywordHandlersDependencies &
  LibraryHandlersDependencies &
  MapHandlersDependencies &
  MetadataHandlersDependencies &
  ModelHandlersDependencies &
  PeopleHandlersDependencies &
  PhotoHandlersDependencies &
  PrivacyHandlersDependencies &
  QuestionHandlersDependencies &
  RemoteHandlersDependencies &
  RemovedHandlersDependencies &
  SearchHandlersDependencies &
  SavedSearchHandlersDependencies &
  SettingsHandlersDependencies &
  SimilarHandlersDependencies &
  StackHandlersDependencies &
  TemplateHandlersDependencies &
  TransferHandlersDependencies

/** The router of every call a window can make; a missing handler does not compile. */
export function createLibraryRouter(dependencies: LibraryRouterDependencies) {
  const { log, catalog } = dependencies
  const os = implementLibrary(log)
  // All calls of these areas look photos up in the index, or count by it.
  const withIndex = os.use(async ({ next }) => {
    await catalog.search.load()
    return next()
  })
  const withCounts = os.use(async ({ next }) => {
    await catalog.search.load({ counts: true })
    return next()
  })
  return os.router({
    library: libraryHandlers(os, dependencies),
    folders: folderHandlers(withIndex, dependencies),
    photos: photoHandlers(os, dependencies),
    files: fileHandlers(os, dependencies),
    cards: cardHandlers(os, dependencies),
    history: historyHandlers(os, dependencies),
    questions: questionHandlers(os, dependencies),
    removed: removedHandlers(os, dependencies),
    search: searchHandlers(os, dependencies),
    searches: savedSearchHandlers(os, dependencies),
    keywords: keywordHandlers(withCounts, dependencies),
    albums: albumHandlers(os, dependencies),
    similar: similarHandlers(os, dependencies),
    duplicates: duplicateHandlers(withIndex, dependencies),
    stacks: stackHandlers(os, dependencies),
    people: peopleHandlers(withIndex, dependencies),
    map: mapHandlers(os, dependencies),
    crops: cropHandlers(os, dependencies),
    exports: exportJobHandlers(os, dependencies),
    exportPresets: exportPresetHandlers(os, dependencies),
    publishing: publishingHandlers(os, dependencies),
    transfer: transferHandlers(os, dependencies),
    analysis: analysisHandlers(withIndex, dependencies),
    editing: editingHandlers(os, dependencies),
    metadata: metadataHandlers(os, dependencies),
    templates: templateHandlers(os, dependencies),
    models: modelHandlers(os, dependencies),
    classifiers: classifierHandlers(withIndex, dependencies),
    remote: remoteHandlers(os, dependencies),
    backups: backupHandlers(os, dependencies),
    privacy: privacyHandlers(withIndex, dependencies),
    settings: settingsHandlers(os, dependencies),
  })
}
