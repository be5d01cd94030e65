import { inEnglish } from '../contract/sentences/write-text.ts'
import type { Text } from '../contract/sentences/text.ts'
import { say, several } from '../contract/sentences/say.ts'
import { mkdir } from 'node:fs/promises'
import { AppError, stackOf } from '../contract/errors.ts'
import type { AnalysisEngine } from '../engines/analysis-engine.ts'
import { createSwitchingEngine, type SwitchingEngine } from '../engines/switching/switching-engine.ts'
import { finishReplacing } from '../base/sqlite/replace-database.ts'
import { carryOutRestore } from './safety/backup/carry-out-restore.ts'
import { sweepRestore } from './safety/backup/restore-backup.ts'
import type { Catalog } from './catalog/catalog.ts'
import { catalogPath } from './catalog/database/library-database.ts'
import { warnOfNetwork } from './safety/doctor/examine-disk.ts'
import type { EngineFactories } from './engine-factories.ts'
import { EventHub } from './events/event-hub.ts'
import type { LibraryOptions } from './host/library-options.ts'
import type { Log } from './host/log.ts'
import { LibraryFile, type LibraryContent } from './library-file/library-file.ts'
import { closeToOthers } from './safety/lock/close-to-others.ts'
import { acquireLibraryLock } from './safety/lock/library-lock.ts'
import { refuseFullDisk } from './safety/lock/refuse-full-disk.ts'
import { OWNER_ONLY } from '../base/sqlite/owner-only.ts'
import { statSync } from 'node:fs'
import { backUpBeforeMigration } from './safety/backup/back-up-before-migration.ts'
import { backupFolderOf } from './safety/backup/backup-folder-of.ts'
import { describeBackup } from './safety/backup/describe-backup.ts'
import type { Snapshot } from './safety/backup/manifest.ts'
import { refuseLostCatalogue } from './safety/backup/refuse-lost-catalogue.ts'
import { openCatalog } from './catalog/open-catalog.ts'
import { openTagNames } from './languages/open-tag-names.ts'

/** Registers what to close when the library closes, in reverse order. */
export type OnClose = (close: () => void | Promise<void>) => void

/** The base of everything in the library. */
export type Storage = {
  options: LibraryOptions
  log: Log
  catalog: Catalog
  hub: EventHub
  libraryFile: LibraryFile
  /** The program was killed the last time, and the catalogue is so large that it is checked while it is open. */
  isUnchecked: boolean
  /** What endangers the library at its place, as sentences; null if nothing does. */
  warning: Text | null
}

/** `engine` is what the library uses: `local`, or a remote one instead. */
export type Engines = { local: AnalysisEngine; engine: SwitchingEngine }

/** Locks the library and opens its catalogue. */
export function openStorage(options: LibraryOptions, onClose: OnClose): Promise<Storage> {
  return refuseFullDisk(options.libraryDir, () => openLocked(options, onClose))
}

async function openLocked(options: LibraryOptions, onClose: OnClose): Promise<Storage> {
  const { libraryDir, log } = options
  await mkdir(libraryDir, { recursive: true, mode: OWNER_ONLY.folder })
  const lock = acquireLibraryLock(libraryDir, options)
  onClose(() => lock.release())
  finishReplacing(catalogPath(libraryDir))
  await sweepRestore(libraryDir)
  const libraryFile = new LibraryFile(libraryDir, log)
  await carryOutRestore(libraryDir, libraryFile, log)
  await closeToOthers(libraryDir, log)
  const { catalog, isUnchecked } = await openKnownCatalogue(options, libraryFile, onClose)
  const hub = new EventHub()
  onClose(() => hub.close())
  const warning = await warnOfNetwork(libraryDir)
  if (warning !== null) log.warn(inEnglish(warning))
  return { options, log, catalog, hub, libraryFile, isUnchecked, warning }
}

/** Larger catalogues are checked while they are open, unless damage is already known. */
const CHECKED_FIRST_BYTES = 100_000_000

/**
 * Opens the catalogue, or creates it for a new library; a missing or empty one of an existing library is refused. After
 * an unclean end it is checked: before it is used or, if `isUnchecked` is returned, by the caller.
 */
async function openKnownCatalogue(
  { libraryDir, resourcesDir, log, watch, version, checkFirst = false }: LibraryOptions,
  libraryFile: LibraryFile,
  onClose: OnClose,
): Promise<{ catalog: Catalog; isUnchecked: boolean }> {
  const { content } = libraryFile
  const folder = backupFolderOf(libraryDir, content)
  const backups = await folder.list()
  refuseLostCatalogue({ libraryDir, content, backupFolder: folder.path, backups })
  const wasKilled = content?.isClosed === false
  const isSuspect =
    checkFirst || content?.isDamaged === true || (wasKilled && sizeOf(libraryDir) <= CHECKED_FIRST_BYTES)
  await backUpBeforeMigration(libraryDir, libraryFile, log)
  libraryFile.noteOpening()
  const names = openTagNames(resourcesDir)
  const how = { names, log, isSuspect, isBackedUp: true, version }
  const catalog = offerBackup(backups[0], () => openCatalog(libraryDir, how))
  onClose(() => closeKnown(catalog, libraryFile))
  libraryFile.noteUpgraded()
  if (catalog.health.condition() === 'sound') libraryFile.noteOpen(catalog.info())
  if (isSuspect) libraryFile.noteDamage(catalog.health.condition() !== 'sound')
  if (watch) onClose(() => catalog.search.keep())
  await prepareIndex(catalog, log)
  return { catalog, isUnchecked: wasKilled && !isSuspect }
}

/** Loads the index for the first questions; otherwise the first question would read all photos at once. */
async function prepareIndex(catalog: Catalog, log: LibraryOptions['log']): Promise<void> {
  if (catalog.health.condition() !== 'sound') return
  try {
    await catalog.search.load()
  } catch (error) {
    log.warn('The search index is read with the first question', { error: stackOf(error) })
  }
}

/** A catalogue that could not be read to its end counts as unclosed. */
function closeKnown(catalog: Catalog, libraryFile: LibraryFile): void {
  let info: LibraryContent | ReturnType<Catalog['info']> | null = null
  try {
    info = catalog.health.condition() === 'sound' ? catalog.info() : libraryFile.content
  } finally {
    catalog.close()
  }
  if (info !== null) libraryFile.noteClosed(info)
}

/** For an unreadable catalogue, names the backup to restore. */
function offerBackup<T>(newest: Snapshot | undefined, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'library-damaged' || newest === undefined) throw error
    const offer = say('opening.newestBackup', { backup: describeBackup(newest) })
    throw new AppError(error.code, several([error.text, offer]), { cause: error })
  }
}

const sizeOf = (libraryDir: string): number => statSync(catalogPath(libraryDir), { throwIfNoEntry: false })?.size ?? 0

export async function openEngines(
  options: LibraryOptions,
  factories: EngineFactories,
  onClose: OnClose,
): Promise<Engines> {
  const local = await factories.createLocal(options)
  const engine = createSwitchingEngine(local)
  onClose(() => engine.close())
  return { local, engine }
}

/** An error while closing one part must not keep the others, above all the lock, from closing. */
export async function closeLogged(close: () => void | Promise<void>, log: Log): Promise<void> {
  try {
    await close()
  } catch (error) {
    log.error('A part of the library did not close cleanly', { error: stackOf(error) })
  }
}
