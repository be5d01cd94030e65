import { isDiskFull, messageOf, stackOf } from '../contract/errors.ts'
import { suggestCrop } from '../analysis/croppings/suggest-crops.ts'
import { ModelInstaller } from '../analysis/models/installer/installer.ts'
import { readModelCatalog } from '../analysis/models/registry/catalog.ts'
import { foldersOf } from '../analysis/models/registry/registry.ts'
import type { LibraryEvent } from '../contract/library/events.ts'
import type { TransferProgress } from '../contract/library/transfer.ts'
import type { AnalysisEngine } from '../engines/engine.ts'
import type { RemoteEngineOptions } from '../engines/remote/remote-types.ts'
import { catalogPath } from './catalog/database/library-database.ts'
import { HealthWatch } from './health/health-watch.ts'
import { LibraryBackups } from './backup/library-backups.ts'
import type { HostRouterDependencies } from './api/host-router.ts'
import type { LibraryRouterDependencies } from './api/library-router.ts'
import { PersonChanges } from './changes/person-changes.ts'
import { closeWorkWith, createWork, publishStatus, startWork, stopWork, untilIdle, type Work } from './create-work.ts'
import type { DoctorDependencies } from './doctor/doctor.ts'
import { FilesInTrash } from './duplicates/files-in-trash.ts'
import type { EngineFactories } from './engine-factories.ts'
import { openDuplicates } from './open-duplicates.ts'
import { ExportJobs } from './export/export-jobs.ts'
import { createExportTargets, type ExportTargets } from './export/export-targets.ts'
import { RunningExports } from './export/running-exports.ts'
import type { CoreOptions } from './host/core-options.ts'
import type { Log } from './host/log.ts'
import { openMetadataWriter } from './metadata-write/open-metadata-writer.ts'
import { TileProvider } from './map-tiles/tile-provider.ts'
import { createPairSource } from './models/create-pair-source.ts'
import { ModelStore } from './models/model-store.ts'
import { PairStore } from './models/pair-store.ts'
import { closeLogged, openEngines, openStorage, type Engines, type OnClose, type Storage } from './open-storage.ts'
import { Pictures } from './pictures/pictures.ts'
import { LockFile } from './privacy/lock-file.ts'
import { PassphraseLock } from './privacy/passphrase-lock.ts'
import { Privacy } from './privacy/privacy.ts'
import { RemovedItems } from './removed/removed-items.ts'
import { StackKeeper } from './stacks/stack-keeper.ts'
import { PairKeeper } from './pairs/pair-keeper.ts'
import { openRemoteController } from './remote/open-remote-controller.ts'
import { ComparedPictures } from './similar/compared-pictures.ts'
import type { StepKeeper } from './steps/step-keeper.ts'
import { TransferJobs } from './transfer/transfer-jobs.ts'
import { Upkeep } from './upkeep/upkeep.ts'
import type { VerifyDependencies } from './verify/verify-files.ts'

/** What the calls of an open library work with. */
export type Library = LibraryRouterDependencies &
  HostRouterDependencies &
  DoctorDependencies &
  VerifyDependencies & { pictures: Pictures; tiles: TileProvider; upkeep: Upkeep }

/**
 * `warning` is what endangers the library where it lies; `close` closes everything in reverse order, and logs what
 * did not close cleanly.
 */
export type Assembly = { library: Library; warning: string; start(): void; close(): Promise<void> }

/**
 * Locks the library, opens its catalogue and engine, and connects its parts. What is open is closed again when a later
 * part fails.
 */
export async function assembleLibrary(options: CoreOptions, factories: EngineFactories): Promise<Assembly> {
  await using opening = new AsyncDisposableStack()
  const onClose: OnClose = (close) => opening.defer(() => closeLogged(close, options.log))
  const storage = await openStorage(options, onClose)
  const { log, catalog, hub } = storage
  const backups = createBackups(storage, onClose)
  const health = createHealthWatch(storage, backups, onClose)
  const { local, engine } = await openEngines(options, factories, onClose)
  const work = createWork(storage, { local, engine }, onClose)
  const { queue, ingest, similar, sentences, classifiers, metadata } = work
  const { libraryDir, secrets, version = '0.0.0' } = options
  const createRemote = (remote: RemoteEngineOptions) => factories.createRemote(remote, options)
  const remote = await openRemoteController({ ...storage, ...work, secrets, local, engine, createRemote })
  if (catalog.health.problem() === null) setSteps(work.steps, engine, log)
  const status = publishStatus(storage, work, remote, onClose)
  closeWorkWith(onClose, work)
  const { models, pair } = createModels(storage, { local, engine }, work, onClose)
  const edited = createChanges(storage, backups, work, onClose)
  const written = createExports(storage, engine, edited, onClose)
  const privacy = openPrivacy(storage)
  const same = openDuplicates(storage, { changes: edited.changes, ingest, status }, onClose)
  const pictures = new Pictures({ catalog, engine, options, privacy, onOpened: () => work.person.note() })
  const metadataWriting = openMetadataWriter({ ...storage, metadata })
  onClose(() => metadataWriting.close())
  onClose(() => pictures.close())
  const tiles = new TileProvider({ catalog, hub, log, libraryDir, version })
  onClose(() => tiles.close())
  const compared = new ComparedPictures({ engine: local })
  const searched = { similar, sentences, compared }
  const working = { log, catalog, hub, engine, metadata, ingest, queue, ...searched, classifiers, remote, models, pair }
  const shown = { pictures, tiles, privacy, backups, health }
  const told = { ...same, libraryDir, secrets, version, status, untilIdle: () => untilIdle(work) }
  const open = opening.move()
  return {
    library: { ...working, ...told, ...edited, ...written, ...shown, metadataWriter: metadataWriting.writer },
    warning: storage.warning,
    start: () => start(storage, { work, health }, [backups, metadataWriting, ...startablesOf(same, edited, written)]),
    close: () => open.disposeAsync(),
  }
}

/** A folder of exports that does not answer holds nothing up. */
const startablesOf = (
  { duplicates, trashDuplicates }: ReturnType<typeof openDuplicates>,
  { removed, pairs, stacks, upkeep }: ReturnType<typeof createChanges>,
  { exports }: ReturnType<typeof createExports>,
): Startable[] => [
  duplicates,
  trashDuplicates,
  removed,
  pairs,
  stacks,
  upkeep,
  { start: () => void exports.removeLeftovers() },
]

/** On a full disk the library is shown, with what is known of its steps. */
function setSteps(steps: StepKeeper, engine: AnalysisEngine, log: Log): void {
  try {
    steps.set(engine.steps())
  } catch (error) {
    if (!isDiskFull(error)) throw error
    log.warn('The disk is full: how photos are analysed now could not be noted', { error: messageOf(error) })
  }
}

type Startable = { start(): void }

/** A damaged catalogue is shown, and nothing works on it. */
function start(storage: Storage, { work, health }: { work: Work; health: HealthWatch }, others: Startable[]): void {
  const { options, log, catalog, isUnchecked } = storage
  health.whenDamaged((problem) => void stopWork(work, problem, log))
  if (isUnchecked || catalog.health.condition() === 'checking') void health.check() // what its opening met
  if (!options.watch || catalog.health.problem() !== null) return
  startWork(work)
  for (const other of others) other.start()
}

function createHealthWatch(storage: Storage, backups: LibraryBackups, onClose: OnClose): HealthWatch {
  const { options, catalog, libraryFile, hub, log, warning } = storage
  const path = catalogPath(options.libraryDir)
  const health = new HealthWatch({ catalog, catalogPath: path, libraryFile, backups, hub, log, warning })
  onClose(() => health.close())
  return health
}

/** Closed after what changes the catalogue: the backup of a command holds all that it did. */
function createBackups({ options, catalog, hub, log, libraryFile }: Storage, onClose: OnClose): LibraryBackups {
  const backups = new LibraryBackups({ libraryDir: options.libraryDir, catalog, libraryFile, hub, log })
  onClose(() => (options.watch ? backups.close() : backups.closeCommand()))
  return backups
}

function openPrivacy({ options, catalog, hub, log }: Storage): Privacy {
  const lock = new PassphraseLock({ file: new LockFile(options.libraryDir, log), now: Date.now })
  return new Privacy({ catalog, hub, lock, hasWindows: options.hasWindows ?? false })
}

/** What a person does, what they removed, and which files they want as one photo. */
function createChanges(
  { catalog, hub, log, options }: Storage,
  backups: LibraryBackups,
  { ingest, queue, person, similar, sentences, classifiers }: Work,
  onClose: OnClose,
) {
  const onFoldersChanged = () => {
    ingest.matchRoots()
    queue.schedule()
  }
  const beforeRisky = (note: string) => backups.beginBefore(note)
  const onClassifierChanged = (id: string) => classifiers.follow(id)
  const onWritingChanged = () => hub.publish({ type: 'settings.changed', settings: catalog.settings.get() })
  const inTrash = new FilesInTrash({ catalog, ingest, trash: options.trash ?? null })
  const changes = new PersonChanges({
    catalog,
    hub,
    onBegin: () => person.note(),
    onFoldersChanged,
    onClassifierChanged,
    onWritingChanged,
    beforeRisky,
    putBack: (files) => inTrash.putBack(files),
  })
  onClose(() => changes.close())
  const onGone = (ids: readonly number[]) => {
    similar.remove(ids)
    sentences.remove(ids)
    queue.remove(ids)
  }
  const removed = new RemovedItems({ catalog, hub, log, onGone, beforeRisky, now: Date.now })
  onClose(() => removed.close())
  const onError = (error: unknown) => log.warn('Pairs are arranged at the next start', { error: stackOf(error) })
  const pairs = new PairKeeper({ catalog, hub, onGone, onWork: () => queue.schedule(), onError })
  onClose(() => pairs.close())
  const stacks = createStacks({ catalog, hub, log }, onClose)
  const upkeep = new Upkeep({ catalog, hub, log, onGone, now: Date.now })
  onClose(() => upkeep.close())
  return { changes, removed, pairs, stacks, upkeep }
}

function createStacks({ catalog, hub, log }: Pick<Storage, 'catalog' | 'hub' | 'log'>, onClose: OnClose): StackKeeper {
  const onError = (error: unknown) => log.warn('Stacks are found when photos change', { error: stackOf(error) })
  const stacks = new StackKeeper({ catalog, hub, onError })
  onClose(() => stacks.close())
  return stacks
}

/** What is written into folders that a person chose, and what is imported. */
function createExports(
  { catalog, hub, log }: Storage,
  engine: AnalysisEngine,
  { changes }: { changes: PersonChanges },
  onClose: OnClose,
): { targets: ExportTargets; running: RunningExports; exports: ExportJobs; transfers: TransferJobs } {
  const targets = createExportTargets(catalog.settings)
  const running = new RunningExports(catalog.settings, log)
  const exports = new ExportJobs({
    catalog,
    running,
    targetPath: (id) => targets.pathOf(id),
    cut: (request, signal) => engine.cut(request, signal),
    suggest: suggestCrop,
    onProgress: (progress) => hub.publish({ type: 'export.changed', progress }),
    log,
  })
  onClose(() => exports.close())
  const onProgress = (progress: TransferProgress) => hub.publish({ type: 'transfer.changed', progress })
  const transfers = new TransferJobs({ catalog, changes, targets, running, log, onProgress })
  onClose(() => transfers.close())
  return { targets, running, exports, transfers }
}

function createModels(storage: Storage, { local, engine }: Engines, work: Work, onClose: OnClose) {
  const { options, hub, log } = storage
  const load = () => work.queue.whileIdle(() => loadModels(storage, engine, work))
  const publish = (event: LibraryEvent) => hub.publish(event)
  const { modelsDir } = options
  const pair = new PairStore({ source: createPairSource(modelsDir, local), publish, onChanged: load, log })
  onClose(() => pair.close())
  const models = new ModelStore({
    installer: new ModelInstaller({ catalog: readModelCatalog(options.resourcesDir), ...foldersOf(options), log }),
    pair,
    publish,
    onInstalled: load,
    log,
  })
  onClose(() => models.close())
  return { models, pair }
}

/** Better models change what is pending. */
async function loadModels({ hub, log }: Storage, engine: AnalysisEngine, { classifiers, steps }: Work): Promise<void> {
  await engine.reload()
  const touched = steps.set(engine.steps())
  classifiers.modelsChanged()
  log.info('New models are in use', { photosToAnalyseAgain: touched })
  if (touched > 0) hub.everythingChanged()
}
