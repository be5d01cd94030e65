import { mkdir } from 'node:fs/promises'
import { stackOf } from '../contract/errors.ts'
import type { AnalysisEngine } from '../engines/engine.ts'
import { createSwitchingEngine, type SwitchingEngine } from '../engines/switching/switching-engine.ts'
import { finishReplacing } from '../sqlite/replace-database.ts'
import { carryOutRestore } from './backup/carry-out-restore.ts'
import { backupFolderOf } from './backup/backup-folder-of.ts'
import { refuseLostCatalogue } from './backup/refuse-lost-catalogue.ts'
import type { Catalog } from './catalog/catalog.ts'
import { catalogPath } from './catalog/database/library-database.ts'
import { openCatalog } from './catalog/open-catalog.ts'
import type { EngineFactories } from './engine-factories.ts'
import { EventHub } from './events/event-hub.ts'
import type { CoreOptions } from './host/core-options.ts'
import type { Log } from './host/log.ts'
import { openTagNames } from './languages/open-tag-names.ts'
import { LibraryFile } from './library-file/library-file.ts'
import { acquireLibraryLock } from './lock/library-lock.ts'

/** Says what to close when the library closes, in reverse order. */
export type OnClose = (close: () => void | Promise<void>) => void

/** What everything in the library stands on. */
export type Storage = { options: CoreOptions; log: Log; catalog: Catalog; hub: EventHub; libraryFile: LibraryFile }

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
export async function openStorage(options: CoreOptions, onClose: OnClose): Promise<Storage> {
  const { libraryDir, log } = options
  await mkdir(libraryDir, { recursive: true })
  const lock = acquireLibraryLock(libraryDir, options)
  onClose(() => lock.release())
  finishReplacing(catalogPath(libraryDir))
  const libraryFile = new LibraryFile(libraryDir, log)
  await carryOutRestore(libraryDir, libraryFile, log)
  const catalog = await openKnownCatalogue(options, libraryFile, onClose)
  const hub = new EventHub()
  onClose(() => hub.close())
  return { options, log, catalog, hub, libraryFile }
}

/** Opens the catalogue, made where the library is new; one that is gone or empty is refused. */
async function openKnownCatalogue(
  { libraryDir, resourcesDir, log }: CoreOptions,
  libraryFile: LibraryFile,
  onClose: OnClose,
): Promise<Catalog> {
  const { content } = libraryFile
  const folder = backupFolderOf(libraryDir, content)
  refuseLostCatalogue({ libraryDir, content, backupFolder: folder.path, backups: await folder.list() })
  libraryFile.noteOpening()
  const catalog = openCatalog(libraryDir, { names: openTagNames(resourcesDir), log })
  onClose(() => {
    const facts = catalog.facts()
    catalog.close()
    libraryFile.noteClosed(facts)
  })
  libraryFile.noteOpen(catalog.facts())
  return catalog
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
