import { say } from '../../contract/sentences/say.ts'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { PlacedFilm } from '../../contract/library/film.ts'
import { linksAboutTiles } from '../../contract/library/map-tiles.ts'
import { extensionOf, filmType, videoExtensions } from '../../base/formats/extensions.ts'
import type { LibraryBackups } from '../safety/backup/library-backups.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { LocateFiles } from '../history/locate-files.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import { refuseInLibrary } from '../export/target-errors.ts'
import { exportLibrary } from '../transfer/export/export-library.ts'
import type { ExportJobs } from '../export/export-jobs.ts'
import type { ExportTargets } from '../export/export-targets.ts'
import type { RunningExports } from '../export/files/running-exports.ts'
import { withPath } from '../host/explain-system-error.ts'
import type { Log } from '../host/log.ts'
import { importLibrary } from '../transfer/import/import-library.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { listedPath } from '../ingest/places/listed-name.ts'
import type { ModelStore } from '../models/model-store.ts'
import type { Privacy } from '../privacy/privacy.ts'
import type { AnalysisQueue } from '../queue/analysis-queue.ts'
import type { TransferJobs } from '../transfer/transfer-jobs.ts'
import { implementHost } from './dispatch/dispatch.ts'
import { folderOf } from '../folders/calls/folders.ts'

export type HostRouterDependencies = {
  log: Log
  libraryDir: string
  backups: Pick<LibraryBackups, 'setFolder'>
  catalog: Pick<
    Catalog,
    'albums' | 'duplicates' | 'files' | 'folders' | 'keywords' | 'photos' | 'questions' | 'settings' | 'work'
  >
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
  exports: Pick<ExportJobs, 'get'>
  ingest: Pick<Ingest, 'addRoot' | 'idle' | 'recheck' | 'relocateRoot' | 'rescan'>
  models: Pick<ModelStore, 'installFrom'>
  privacy: Pick<Privacy, 'requireShown'>
  queue: Pick<AnalysisQueue, 'restart'>
  targets: Pick<ExportTargets, 'register'>
  running: Pick<RunningExports, 'noteStart' | 'noteEnd'>
  transfers: Pick<TransferJobs, 'sources'>
  /** Resolves when nothing is pending and no scan is in progress. */
  untilIdle(): Promise<void>
}

/** The router of what a shell may ask: every call that takes or gives a path. */
export function createHostRouter(dependencies: HostRouterDependencies) {
  const { log, libraryDir, catalog, backups, changes, ingest, models, queue, targets, transfers, untilIdle } =
    dependencies
  const os = implementHost(log)
  const located = new LocateFiles({ catalog, changes, ingest })
  return os.router({
    addFolder: os.addFolder.handler(async ({ input }) => {
      const root = await ingest.addRoot(input.path)
      queue.restart()
      return folderOf({ catalog }, root.id)
    }),
    locateFolder: os.locateFolder.handler(async ({ input }) => {
      const root = await located.folder(input.id, input.path)
      queue.restart()
      return folderOf({ catalog }, root.id)
    }),
    findFolder: os.findFolder.handler(({ input }) => catalog.folders.findByPath(path.resolve(input.path))),
    setPhotoFile: os.setPhotoFile.handler(async ({ input }) => {
      const result = await located.photo(input.id, input.path)
      queue.restart()
      return result
    }),
    registerTarget: os.registerTarget.handler(({ input }) => targets.register(input.path)),
    setBackupFolder: os.setBackupFolder.handler(({ input }) => backups.setFolder(input.path)),
    ...locatingCalls(os, dependencies),
    findPhoto: os.findPhoto.handler(({ input }) => findPhoto(dependencies, path.resolve(input.path))),
    installModelsFrom: os.installModelsFrom.handler(({ input }) => models.installFrom(input.path)),
    registerSource: os.registerSource.handler(({ input }) => transfers.sources.register(input.path)),
    importLibrary: os.importLibrary.handler(({ input }) =>
      withPath(input.path, () => importLibrary(dependencies, input)),
    ),
    exportLibrary: os.exportLibrary.handler(({ input }) => {
      refuseInLibrary(input.path, libraryDir)
      return withPath(input.path, () => exportLibrary(dependencies, input))
    }),
    isTileLink: os.isTileLink.handler(({ input }) =>
      linksAboutTiles(catalog.settings.get().mapTiles).includes(input.address),
    ),
    waitUntilIdle: os.waitUntilIdle.handler(() => untilIdle()),
  })
}

/** Watched folders are stored by their real path; a person may use a link, or write names in another case. */
const findPhoto = async ({ catalog }: Pick<HostRouterDependencies, 'catalog'>, full: string): Promise<number | null> =>
  catalog.files.findByPath(full) ?? catalog.files.findByPath(await realFile(full))

/** A window asks for them through its shell, which drags them to other programs. */
function filesOfShown(
  { catalog, privacy }: Pick<HostRouterDependencies, 'catalog' | 'privacy'>,
  ids: readonly number[],
): string[] {
  privacy.requireShown(ids)
  return catalog.duplicates.files(ids).map((file) => file.path)
}

/** A window asks for it through its shell, which shows the file in the file manager. */
function pathOfShown(
  { catalog, privacy }: Pick<HostRouterDependencies, 'catalog' | 'privacy'>,
  photoId: number,
): string {
  privacy.requireShown([photoId])
  return catalog.files.pathOf(photoId)
}

/** Paths that windows show in the file manager, or play. */
function locatingCalls(os: ReturnType<typeof implementHost>, dependencies: HostRouterDependencies) {
  return {
    locateExport: os.locateExport.handler(({ input }) => dependencies.exports.get(input.jobId).target),
    locateFiles: os.locateFiles.handler(({ input }) => filesOfShown(dependencies, input.ids)),
    locateFilm: os.locateFilm.handler(({ input }) => filmOfShown(dependencies, input.id)),
    locatePhoto: os.locatePhoto.handler(({ input }) => pathOfShown(dependencies, input.id)),
  }
}

/**
 * The film that a page plays: a film, or the film of a live photo, which is inside the photo's file or beside it. The
 * file's own type decides, and its name only if the file was not read yet.
 */
function filmOfShown(dependencies: Pick<HostRouterDependencies, 'catalog' | 'privacy'>, photoId: number): PlacedFilm {
  const path = pathOfShown(dependencies, photoId)
  const { format, media, name, otherFiles, status } = dependencies.catalog.photos.detail(photoId)
  if (status === 'missing') throw new AppError('file-missing', say('folders.absent', { path: name }))
  if (media === 'video') return { path, type: filmType(format || extensionOf(name)) }
  const within = dependencies.catalog.files.filmWithin(photoId)
  if (within !== null) return { ...within, type: filmType('mp4') }
  const beside = otherFiles.find((file) => videoExtensions.has(extensionOf(file)))
  if (beside === undefined) throw new AppError('bad-params', say('errors.noFilm', { name }))
  return { path: beside, type: filmType(extensionOf(beside)) }
}

/** The path with links resolved and names as listed; for a missing file, the path unchanged. */
const realFile = (full: string): Promise<string> => realpath(full).then(listedPath, () => full)
