import { mkdir } from 'node:fs/promises'
import { stackOf } from '../contract/errors.ts'
import type { AnalysisEngine } from '../engines/engine.ts'
import { createSwitchingEngine, type SwitchingEngine } from '../engines/switching/switching-engine.ts'
import { finishReplacing } from '../base/sqlite/replace-database.ts'
import { carryOutRestore } from './safety/backup/carry-out-restore.ts'
import { sweepRestore } from './safety/backup/restore-backup.ts'
import type { Catalog } from './catalog/catalog.ts'
import { catalogPath } from './catalog/database/library-database.ts'
import { warnOfNetwork } from './safety/doctor/examine-disk.ts'
import type { EngineFactories } from './engine-factories.ts'
import { EventHub } from './events/event-hub.ts'
import type { CoreOptions } from './host/core-options.ts'
import type { Log } from './host/log.ts'
import { LibraryFile } from './library-file/library-file.ts'
import { closeToOthers } from './safety/lock/close-to-others.ts'
import { acquireLibraryLock } from './safety/lock/library-lock.ts'
import { refuseFullDisk } from './safety/lock/refuse-full-disk.ts'
import { openKnownCatalogue, type OnClose } from './open-known-catalogue.ts'
import { OWNER_ONLY } from '../base/sqlite/owner-only.ts'

export type { OnClose } from './open-known-catalogue.ts'

/** What everything in the library stands on. */
export type Storage = {
  options: CoreOptions
  log: Log
  catalog: Catalog
  hub: EventHub
  libraryFile: LibraryFile
  /** The program was killed the last time, and the catalogue is so large that it is to be checked while it is open. */
  isUnchecked: boolean
  /** What endangers the library where it lies, as sentences; empty where nothing does. */
  warning: string
}

/** `engine` is what the library uses: `local`, or a remote one in its place. */
export type Engines = { local: AnalysisEngine; engine: SwitchingEngine }

/** One part that does not close well must not keep the others, above all the lock, from closing. */
export async function closeLogged(close: () => void | Promise<void>, log: Log): Promise<void> {
  try {
    await close()
  } catch (error) {
    log.error('A part of the library did not close cleanly', { error: stackOf(error) })
  }
}

/** Locks the library and opens its catalogue. */
export function openStorage(options: CoreOptions, onClose: OnClose): Promise<Storage> {
  return refuseFullDisk(options.libraryDir, () => openLocked(options, onClose))
}

async function openLocked(options: CoreOptions, onClose: OnClose): Promise<Storage> {
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
  if (warning !== '') log.warn(warning)
  return { options, log, catalog, hub, libraryFile, isUnchecked, warning }
}

export async function openEngines(
  options: CoreOptions,
  factories: EngineFactories,
  onClose: OnClose,
): Promise<Engines> {
  const local = await factories.createLocal(options)
  const engine = createSwitchingEngine(local)
  onClose(() => engine.close())
  return { local, engine }
}
