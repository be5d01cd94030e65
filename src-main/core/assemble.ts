import { isDiskFull, messageOf, stackOf } from '../contract/errors.ts'
import type { CutRequest } from '../analysis/cutting/cut-request.ts'
import { suggestCrop } from '../analysis/croppings/suggest-crops.ts'
import { ModelInstaller } from '../analysis/models/installer/installer.ts'
import { readModelCatalog } from '../analysis/models/registry/catalog.ts'
import { foldersOf } from '../analysis/models/registry/registry.ts'
import type { LibraryEvent } from '../contract/library/events.ts'
import type { TransferProgress } from '../contract/library/transfer.ts'
import type { AnalysisEngine } from '../engines/engine.ts'
import type { RemoteEngineOptions } from '../engines/remote/remote-types.ts'
import { catalogPath } from './catalog/database/library-database.ts'
import { HealthWatch } from './safety/health/health-watch.ts'
import { LibraryBackups } from './safety/backup/library-backups.ts'
import { TagExplainer } from './api/explain-tag.ts'
import type { HostRouterDependencies } from './api/host-router.ts'
import type { LibraryRouterDependencies } from './api/library-router.ts'
import { PersonChanges } from './changes/person-changes.ts'
import { closeWorkWith, createWork, publishStatus, startWork, stopWork, untilIdle, type Work } from './create-work.ts'
import type { DoctorDependencies } from './safety/doctor/doctor.ts'
import { Tracks } from './editing/tracks.ts'
import { openFiles } from './open-files.ts'
import type { EngineFactories } from './engine-factories.ts'
import { openDuplicates } from './open-duplicates.ts'
import { ExportJobs } from './export/export-jobs.ts'
import { createExportTargets, type ExportTargets } from './export/export-targets.ts'
import { undoExport } from './export/undo-export.ts'
import { RunningExports } from './export/files/running-exports.ts'
import type { FileMoves } from './files/file-moves.ts'
import type { CoreOptions } from './host/core-options.ts'
import type { Log } from './host/log.ts'
import type { MetadataReader } from './metadata/host/metadata-reader.ts'
import { openMetadataWriter } from './metadata/write/open-metadata-writer.ts'
import { TileProvider } from './map-tiles/tile-provider.ts'
import { createPairSource } from './models/create-pair-source.ts'
import { ModelStore } from './models/model-store.ts'
import { watchModels } from './models/watch-models.ts'
import { PairStore } from './models/pair-store.ts'
import { closeLogged, openEngines, openStorage, type Engines, type OnClose, type Storage } from './open-storage.ts'
import { Pictures, type PicturesDependencies } from './pictures/pictures.ts'
import { LockFile } from './privacy/lock-file.ts'
import { PassphraseLock } from './privacy/passphrase-lock.ts'
import { Privacy } from './privacy/privacy.ts'
import { PublishKeeper } from './publishing/publish-keeper.ts'
import { RemovedItems } from './removed/removed-items.ts'
import { StackKeeper } from './stacks/stack-keeper.ts'
import { PairKeeper } from './pairs/pair-keeper.ts'
import { openRemoteController } from './remote/open-remote-controller.ts'
import { ComparedPictures } from './similar/compared-pictures.ts'
import type { StepKeeper } from './steps/step-keeper.ts'
import { TransferJobs } from './transfer/transfer-jobs.ts'
import { Upkeep } from './upkeep/upkeep.ts'
import type { VerifyDependencies } from './safety/verify/verify-files.ts'
import { CardImports } from './card-import/card-imports.ts'
import type { MetadataWriter } from './metadata/write/metadata-writer.ts'
import { People } from './people/people.ts'
import { PeopleKeeper } from './people/people-keeper.ts'

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
  const work = createWork(storage, { local, engine }, factories, onClose)
  const { queue, ingest, similar, classifiers, metadata } = work,
    { libraryDir, secrets, version = '0.0.0' } = options
  const createRemote = (remote: RemoteEngineOptions) => factories.createRemote(remote, options)
  const remote = await openRemoteController({ ...storage, ...work, secrets, local, engine, createRemote })
  if (catalog.health.problem() === null) setSteps(work.steps, engine, log)
  const status = publishStatus(storage, work, remote, onClose)
  closeWorkWith(onClose, work)
  const { models, pair } = createModels(storage, { local, engine }, work, onClose)
  const edited = createChanges(storage, backups, work, onClose)
  const privacy = openPrivacy(storage)
  const written = createExports(storage, { engine, metadata }, { ...edited, privacy }, onClose)
  const same = openDuplicates(storage, { changes: edited.changes, ingest, status }, onClose)
  const pictures = openPictures({ catalog, engine, options, privacy, onOpened: () => work.person.note() }, onClose)
  const cardImports = openCards(storage, { ...work, ...edited, ...written, engine }, onClose)
  const metadataWriting = openMetadataWriter({ ...storage, metadata })
  onClose(() => metadataWriting.close())
  const who = openPeople(storage, { local, engine }, work, { ...edited, written: metadataWriting.writer }, onClose)
  const tiles = createTiles(storage, { libraryDir, version }, onClose)
  const searched = {
    similar,
    compared: new ComparedPictures({ engine: local }),
    explainer: new TagExplainer({ catalog, engine: local, resourcesDir: options.resourcesDir }),
  }
  const working = { log, catalog, hub, engine, metadata, ingest, queue, ...searched, classifiers, remote, models, pair }
  const shown = { people: who.people, cardImports, pictures, tiles, privacy, backups, health }
  const told = { ...same, libraryDir, secrets, version, status, untilIdle: () => untilIdle(work).then(who.idle) }
  const others = startablesOf(same, edited, written, who)
  const open = opening.move()
  return {
    library: { ...working, ...told, ...edited, ...written, ...shown, metadataWriter: metadataWriting.writer },
    warning: storage.warning,
    start: () => start(storage, { work, health, ...edited }, [backups, metadataWriting, ...others]),
    close: () => open.disposeAsync(),
  }
}

function openPictures(dependencies: PicturesDependencies, onClose: OnClose): Pictures {
  const pictures = new Pictures(dependencies)
  onClose(() => pictures.close())
  return pictures
}

function createTiles(
  { catalog, hub, log }: Storage,
  about: { libraryDir: string; version: string },
  onClose: OnClose,
): TileProvider {
  const tiles = new TileProvider({ catalog, hub, log, ...about })
  onClose(() => tiles.close())
  return tiles
}

/** A folder of exports that does not answer holds nothing up. */
const startablesOf = (
  { duplicates, trashDuplicates }: ReturnType<typeof openDuplicates>,
  { removed, pairs, stacks, upkeep, fileMoves }: ReturnType<typeof createChanges>,
  { exports, publishing, running }: ReturnType<typeof createExports>,
  who: Startable,
): Startable[] => [
  duplicates,
  trashDuplicates,
  removed,
  pairs,
  stacks,
  upkeep,
  fileMoves,
  who,
  exports,
  publishing,
  { start: () => void running.removeLeftovers() },
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
function start(
  storage: Storage,
  { work, health, fileMoves }: { work: Work; health: HealthWatch; fileMoves: FileMoves },
  others: Startable[],
): void {
  const { options, log, catalog, isUnchecked } = storage
  health.whenDamaged((problem) => void stopWork(work, problem, log))
  if (isUnchecked || catalog.health.condition() === 'checking') void health.check() // what its opening met
  if (catalog.health.problem() !== null) return
  fileMoves.repair() // before anything looks through the folders
  if (!options.watch) return
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
  { ingest, queue, person, places, similar, sentences, classifiers }: Work,
  onClose: OnClose,
) {
  const onFoldersChanged = () => {
    ingest.matchRoots()
    queue.schedule()
  }
  const beforeRisky = (note: string) => backups.beginBefore(note)
  const onClassifierChanged = (id: string) => classifiers.follow(id)
  const onClassifierSet = () => classifiers.followSettings()
  const files = openFiles({ options, catalog, hub, log }, { ingest, changes: () => changes })
  const changes: PersonChanges = new PersonChanges({
    catalog,
    hub,
    onBegin: () => person.note(),
    onFoldersChanged,
    onClassifierChanged,
    onClassifierSet,
    onWritingChanged: () => hub.publish({ type: 'settings.changed', settings: catalog.settings.get() }),
    onPhotosChanged: () => places.schedule(),
    beforeRisky,
    ...files.forUndo,
    undoExport: (change) => undoExport(catalog, change),
  })
  onClose(() => changes.close())
  onClose(() => files.fileMoves.close()) // before the changes, which wait for it
  const onGone = (ids: readonly number[]) => [similar, sentences, queue].forEach((each) => each.remove(ids))
  const removed = new RemovedItems({ catalog, hub, log, onGone, beforeRisky, now: Date.now })
  onClose(() => removed.close())
  const onError = (error: unknown) =>
    log.warn('Pairs could not be arranged; it is tried again', { error: stackOf(error) })
  const pairs = new PairKeeper({ catalog, hub, onGone, onWork: () => queue.schedule(), onError })
  onClose(() => pairs.close())
  const stacks = createStacks({ catalog, hub, log }, onClose)
  const upkeep = new Upkeep({ catalog, hub, log, onGone, now: Date.now })
  onClose(() => upkeep.close())
  return { ...files, changes, removed, pairs, stacks, upkeep, tracks: new Tracks() }
}

function createStacks({ catalog, hub, log }: Pick<Storage, 'catalog' | 'hub' | 'log'>, onClose: OnClose): StackKeeper {
  const onError = (error: unknown) =>
    log.warn('Stacks could not be found; it is tried again', { error: stackOf(error) })
  const stacks = new StackKeeper({ catalog, hub, onError })
  onClose(() => stacks.close())
  return stacks
}

/** What is written into folders that a person chose, and what is imported. */
function createExports(
  { options, catalog, hub, log }: Storage,
  { engine, metadata }: { engine: AnalysisEngine; metadata: Pick<MetadataReader, 'readDisclosures'> },
  { changes, privacy }: { changes: PersonChanges; privacy: Privacy },
  onClose: OnClose,
): Written {
  const targets = createExportTargets(catalog.settings, options.libraryDir)
  const running = new RunningExports(catalog.settings, log)
  const shared = {
    catalog,
    targetPath: (id: string) => targets.pathOf(id),
    cut: (request: CutRequest, signal: AbortSignal) => engine.cut(request, signal),
    readDisclosures: (path: string) => metadata.readDisclosures(path),
    suggest: suggestCrop,
    resourcesDir: options.resourcesDir,
    now: Date.now,
    log,
  }
  const exports = new ExportJobs({ ...shared, changes, onJob: (job) => hub.publish({ type: 'exports.changed', job }) })
  onClose(() => exports.close())
  const publishing = new PublishKeeper({
    ...shared,
    isHiding: () => privacy.isHiding(),
    onChanged: (folder) => hub.publish({ type: 'publishing.changed', folder }),
  })
  onClose(() => publishing.close())
  followChanges(hub, publishing, onClose)
  const onProgress = (progress: TransferProgress) => hub.publish({ type: 'transfer.changed', progress })
  const transfers = new TransferJobs({ catalog, changes, targets, running, log, onProgress })
  onClose(() => transfers.close())
  return { targets, running, exports, publishing, transfers }
}

/** Until the library closes. */
function followChanges(hub: Storage['hub'], publishing: PublishKeeper, onClose: OnClose): void {
  const stop = new AbortController()
  const events = hub.listen({ signal: stop.signal })
  const following = (async () => {
    for await (const event of events) publishing.note(event)
  })()
  onClose(async () => {
    stop.abort()
    await following
  })
}

type Written = {
  targets: ExportTargets
  running: RunningExports
  exports: ExportJobs
  publishing: PublishKeeper
  transfers: TransferJobs
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
  const lookAgain = async () => {
    await models.lookAgain()
    await pair.lookAgain()
  }
  if (options.watch) onClose(watchModels(modelsDir, { onChange: lookAgain, log }))
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

type Beside = Pick<Work, 'ingest' | 'metadata'> & {
  changes: PersonChanges
  engine: AnalysisEngine
  targets: ExportTargets
  transfers: TransferJobs
}

/** Longer side of a small picture of what is on a card, in pixels. */
const THUMB_SIDE = 256

/** What imports from cards. */
function openCards({ catalog, hub, log }: Storage, beside: Beside, onClose: OnClose): CardImports {
  const { changes, engine, ingest, metadata, targets, transfers } = beside
  const cards = new CardImports({
    catalog,
    changes,
    ingest,
    metadata,
    log,
    sourcePath: (id) => transfers.sources.pathOf(id),
    targetPath: (id) => targets.pathOf(id),
    render: (path, signal) =>
      engine.render({ path, turn: 1, format: 'jpeg', longSide: THUMB_SIDE, quality: 70 }, signal),
    onProgress: (progress) => hub.publish({ type: 'card-import.changed', progress }),
  })
  onClose(() => cards.close())
  return cards
}

/** `idle` resolves when no face waits to be grouped. */
type OpenPeople = { people: People; start(): void; idle(): Promise<void> }

/** Who is on photos, and what groups faces in the background. */
function openPeople(
  { catalog, hub, log }: Storage,
  { local, engine }: Engines,
  { queue, steps }: Pick<Work, 'queue' | 'steps'>,
  { changes, written }: { changes: PersonChanges; written: Pick<MetadataWriter, 'schedule'> },
  onClose: OnClose,
): OpenPeople {
  const onError = (error: unknown) =>
    log.warn('Faces could not be grouped; it is tried again', { error: stackOf(error) })
  const keeper = new PeopleKeeper({ catalog, hub, onError })
  onClose(() => keeper.close())
  const onSwitched = async () => {
    if (steps.set(engine.steps()) > 0) hub.everythingChanged()
    queue.schedule()
  }
  catalog.people.vectors.whenLost(() => {
    log.warn('The file of face vectors was damaged and is made anew')
    keeper.forget().then(onSwitched, onError)
  })
  const hasModel = () => local.info().tasks.some(({ task, modelId }) => task === 'face-identity' && modelId !== null)
  const people = new People({
    catalog,
    changes,
    hub,
    keeper,
    hasModel,
    onSwitched,
    onWriting: () => written.schedule(),
  })
  return { people, start: () => keeper.start(), idle: () => keeper.idle() }
}
