import type { Log } from '../host/log.ts'
import { analysisHandlers, type AnalysisHandlersDependencies } from './analysis.ts'
import { backupHandlers, type BackupHandlersDependencies } from './backups.ts'
import { classifierHandlers, type ClassifierHandlersDependencies } from './classifiers.ts'
import { cropHandlers, type CropHandlersDependencies } from './crops.ts'
import { implementLibrary } from './dispatch.ts'
import { duplicateHandlers, type DuplicateHandlersDependencies } from './duplicates.ts'
import { exportHandlers, type ExportHandlersDependencies } from './export.ts'
import { folderHandlers, type FolderHandlersDependencies } from './folders.ts'
import { historyHandlers, type HistoryHandlersDependencies } from './history.ts'
import { libraryHandlers, type LibraryHandlersDependencies } from './library.ts'
import { mapHandlers, type MapHandlersDependencies } from './map.ts'
import { metadataHandlers, type MetadataHandlersDependencies } from './metadata.ts'
import { prepareFilter, prepareIndex } from './prepare-index.ts'
import { prepareLikeness, type LikenessDependencies } from './prepare-likeness.ts'
import { modelHandlers, type ModelHandlersDependencies } from './models.ts'
import { photoHandlers, type PhotoHandlersDependencies } from './photos.ts'
import { privacyHandlers, type PrivacyHandlersDependencies } from './privacy.ts'
import { questionHandlers, type QuestionHandlersDependencies } from './questions.ts'
import { remoteHandlers, type RemoteHandlersDependencies } from './remote.ts'
import { removedHandlers, type RemovedHandlersDependencies } from './removed.ts'
import { searchHandlers, type SearchHandlersDependencies } from './search.ts'
import { savedSearchHandlers, type SavedSearchHandlersDependencies } from './searches.ts'
import { settingsHandlers, type SettingsHandlersDependencies } from './settings.ts'
import { similarHandlers, type SimilarHandlersDependencies } from './similar.ts'
import { stackHandlers, type StackHandlersDependencies } from './stacks.ts'
import { transferHandlers, type TransferHandlersDependencies } from './transfer.ts'

export type LibraryRouterDependencies = { log: Log } & LikenessDependencies &
  AnalysisHandlersDependencies &
  BackupHandlersDependencies &
  ClassifierHandlersDependencies &
  CropHandlersDependencies &
  DuplicateHandlersDependencies &
  ExportHandlersDependencies &
  FolderHandlersDependencies &
  HistoryHandlersDependencies &
  LibraryHandlersDependencies &
  MapHandlersDependencies &
  MetadataHandlersDependencies &
  ModelHandlersDependencies &
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
  TransferHandlersDependencies

/** The router of every call a window can make; a missing handler does not compile. */
export function createLibraryRouter(dependencies: LibraryRouterDependencies) {
  const { log } = dependencies
  const os = implementLibrary(log, async (input, call) => {
    await prepareIndex(dependencies, call, input)
    await prepareLikeness(dependencies, input)
    await prepareFilter(dependencies, input)
  })
  return os.router({
    library: libraryHandlers(os, dependencies),
    folders: folderHandlers(os, dependencies),
    photos: photoHandlers(os, dependencies),
    history: historyHandlers(os, dependencies),
    questions: questionHandlers(os, dependencies),
    removed: removedHandlers(os, dependencies),
    search: searchHandlers(os, dependencies),
    searches: savedSearchHandlers(os, dependencies),
    map: mapHandlers(os, dependencies),
    similar: similarHandlers(os, dependencies),
    duplicates: duplicateHandlers(os, dependencies),
    stacks: stackHandlers(os, dependencies),
    crops: cropHandlers(os, dependencies),
    export: exportHandlers(os, dependencies),
    transfer: transferHandlers(os, dependencies),
    analysis: analysisHandlers(os, dependencies),
    metadata: metadataHandlers(os, dependencies),
    models: modelHandlers(os, dependencies),
    classifiers: classifierHandlers(os, dependencies),
    remote: remoteHandlers(os, dependencies),
    backups: backupHandlers(os, dependencies),
    privacy: privacyHandlers(os, dependencies),
    settings: settingsHandlers(os, dependencies),
  })
}
