import { mkdir } from 'node:fs/promises'
import { stackOf } from '../contract/errors.ts'
import type { AnalysisEngine } from '../engines/engine.ts'
import { createSwitchingEngine, type SwitchingEngine } from '../engines/switching/switching-engine.ts'
import type { Catalog } from './catalog/catalog.ts'
import { openCatalog } from './catalog/open-catalog.ts'
import type { EngineFactories } from './engine-factories.ts'
import { EventHub } from './events/event-hub.ts'
import type { CoreOptions } from './host/core-options.ts'
import type { Log } from './host/log.ts'
import { openTagNames } from './languages/open-tag-names.ts'
import { acquireLibraryLock } from './lock/library-lock.ts'

/** Says what to close when the library closes, in reverse order. */
export type OnClose = (close: () => void | Promise<void>) => void

/** What everything in the library stands on. */
export type Storage = { options: CoreOptions; log: Log; catalog: Catalog; hub: EventHub }

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
  const { libraryDir, resourcesDir, log } = options
  await mkdir(libraryDir, { recursive: true })
  const lock = acquireLibraryLock(libraryDir, options)
  onClose(() => lock.release())
  const catalog = openCatalog(libraryDir, { names: openTagNames(resourcesDir) })
  onClose(() => catalog.close())
  const hub = new EventHub()
  onClose(() => hub.close())
  return { options, log, catalog, hub }
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
