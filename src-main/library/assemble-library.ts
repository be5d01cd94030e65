import type { Text } from '../contract/sentences/text.ts'
import { pictureSignature } from '../analysis/preview/picture-signature.ts'
import { isDiskFull, messageOf, stackOf } from '../contract/errors.ts'
import { suggestCrop } from '../analysis/croppings/suggest-crops.ts'
import { ModelInstaller } from '../analysis/models/installer/model-installer.ts'
import { readPairOffers } from '../analysis/models/pair/read-pair-offers.ts'
import { readModelCatalog } from '../analysis/models/registry/catalog.ts'
import { foldersOf } from '../analysis/models/registry/registry.ts'
import { normalView } from '../contract/library/normal-view.ts'
import type { AnalysisEngine } from '../engines/analysis-engine.ts'
import type { RemoteEngineOptions } from '../engines/remote/remote-types.ts'
import { catalogPath } from './catalog/database/library-database.ts'
import { HealthWatch } from './safety/health/health-watch.ts'
import { LibraryBackups } from './safety/backup/library-backups.ts'
import { TagExplainer } from './photos/calls/explain-tag.ts'
import type { HostRouterDependencies } from './api/create-host-router.ts'
import type { LibraryRouterDependencies } from './api/create-library-router.ts'
import { PersonChanges } from './history/person-changes.ts'
import { closeWorkWith, createWork, publishStatus, startWork, stopWork, untilIdle } from './create-work.ts'
import type { DoctorDependencies } from './safety/doctor/examine-library.ts'
import { Tracks } from './editing/tracks.ts'
import type { EngineFactories } from './engine-factories.ts'
import type { ExportDependencies } from './export/export-dependencies.ts'
import { ExportJobs } from './export/export-jobs.ts'
import { createExportTargets } from './export/export-targets.ts'
import { undoExport } from './export/undo-export.ts'
import { RunningExports } from './export/files/running-exports.ts'
import { FileMoves } from './files/file-moves.ts'
import { FolderChanges } from './files/folder-changes.ts'
import { DuplicateGroups } from './duplicates/duplicate-groups.ts'
import { Duplicates } from './duplicates/duplicates.ts'
import { FilesInTrash } from './duplicates/files-in-trash.ts'
import { MergeDuplicates } from './duplicates/merge-duplicates.ts'
import { PictureComparer } from './duplicates/picture-comparer.ts'
import { TrashDuplicates } from './duplicates/trash-duplicates.ts'
import type { LibraryOptions } from './host/library-options.ts'
import type { Log } from './host/log.ts'
import { openMetadataWriter } from './metadata/write/open-metadata-writer.ts'
import { TileProvider } from './map-tiles/tile-provider.ts'
import { createPairSource } from './models/create-pair-source.ts'
import { ModelStore } from './models/model-store.ts'
import { watchModels } from './models/watch-models.ts'
import { PairStore } from './models/pair-store.ts'
import { closeLogged, openEngines, openStorage, type OnClose } from './open-storage.ts'
import { Pictures } from './pictures/pictures.ts'
import { LockFile } from './privacy/lock-file.ts'
import { PassphraseLock } from './privacy/passphrase-lock.ts'
import { Privacy } from './privacy/privacy.ts'
import { Publisher } from './publishing/publisher.ts'
import { RemovedItems } from './removed/removed-items.ts'
import { ChoiceLearner } from './stacks/choice-learner.ts'
import { StackFinder } from './stacks/stack-finder.ts'
import { PairArranger } from './pairs/pair-arranger.ts'
import { openRemoteController } from './remote/open-remote-controller.ts'
import { ComparedPictures } from './similar/compared-pictures.ts'
import type { StepUpdater } from './queue/step-updater.ts'
import { TransferJobs } from './transfer/transfer-jobs.ts'
import { Upkeep } from './upkeep/upkeep.ts'
import type { VerifyDependencies } from './safety/verify/verify-files.ts'
import { CardImports } from './card-import/card-imports.ts'
import { People } from './people/people.ts'
import { PeopleFinder } from './people/people-finder.ts'

/** The parts that the calls of an open library use. */
export type Library = LibraryRouterDependencies &
  HostRouterDependencies &
  DoctorDependencies &
  VerifyDependencies & { pictures: Pictures; tiles: TileProvider; upkeep: Upkeep }

/**
 * `warning` describes a danger to the library at its place; `close` closes everything in reverse order and logs errors.
 */
export type Assembly = { library: Library; warning: Text | null; start(): void; close(): Promise<void> }

/** Longer side of a card's thumbnails, in pixels. */
const CARD_THUMB_SIDE = 256

/**
 * Locks the library, opens its catalogue and engine, and connects its parts. What is open is closed again when a later
 * part fails.
 */
export async function assembleLibrary(options: LibraryOptions, factories: EngineFactories): Promise<Assembly> {
  const { libraryDir, modelsDir, resourcesDir, secrets, trash = null, version = '0.0.0' } = options
  await using opening = new AsyncDisposableStack()
  const onClose: OnClose = (close) => opening.defer(() => closeLogged(close, options.log))
  const closing = <Part extends { close(): void | Promise<void> }>(part: Part): Part => {
    onClose(() => part.close())
    return part
  }

  // What everything is built on
  const storage = await openStorage(options, onClose)
  const { log, catalog, hub, libraryFile, warning } = storage
  const backups = new LibraryBackups({ libraryDir, catalog, libraryFile, hub, log })
  // Closed after everything that changes the catalogue, so that the backup of a command contains all its changes.
  onClose(() => (options.watch ? backups.close() : backups.closeCommand()))
  const health = closing(
    new HealthWatch({ catalog, catalogPath: catalogPath(libraryDir), libraryFile, backups, hub, log, warning }),
  )
  const { local, engine } = await openEngines(options, factories, onClose)

  // What finds photos and analyses them
  const work = createWork(storage, { local, engine }, factories, onClose)
  const { classifiers, ingest, metadata, person, places, queue, sentences, similar, steps } = work
  const createRemote = (remoteOptions: RemoteEngineOptions) => factories.createRemote(remoteOptions, options)
  const remote = await openRemoteController({
    catalog,
    steps,
    hub,
    secrets,
    local,
    engine,
    createRemote,
    queue,
    log,
  })
  if (catalog.health.problem() === null) setSteps(steps, engine, log)
  const status = publishStatus(storage, work, remote, onClose)
  closeWorkWith(onClose, work)

  // Models that a person installs; better ones change which photos are pending
  const loadModels = () =>
    queue.whileIdle(async () => {
      await engine.reload()
      const touched = steps.set(engine.steps())
      classifiers.modelsChanged()
      log.info('New models are in use', { photosToAnalyseAgain: touched })
      if (touched > 0) hub.everythingChanged()
    })
  const pair = closing(
    new PairStore({
      source: createPairSource(modelsDir, local, readPairOffers(resourcesDir)),
      publish: (event) => hub.publish(event),
      onChanged: loadModels,
      log,
    }),
  )
  const models = closing(
    new ModelStore({
      installer: new ModelInstaller({ catalog: readModelCatalog(resourcesDir), ...foldersOf(options), log }),
      pair,
      publish: (event) => hub.publish(event),
      onInstalled: loadModels,
      log,
    }),
  )
  const refresh = async () => {
    await models.refresh()
    await pair.refresh()
  }
  if (options.watch) onClose(watchModels(modelsDir, { onChange: refresh, log }))

  // What a person does, and its undo
  const beforeRisky = (note: Text) => backups.beginBefore(note)
  const inTrash = new FilesInTrash({ catalog, ingest, trash })
  const changes: PersonChanges = closing(
    new PersonChanges({
      catalog,
      hub,
      onBegin: () => person.note(),
      onFoldersChanged: () => {
        ingest.matchRoots()
        queue.schedule()
      },
      onClassifierChanged: (id) => classifiers.follow(id),
      onClassifierSet: () => classifiers.followSettings(),
      onWritingChanged: () => hub.publish({ type: 'settings.changed', settings: catalog.settings.get() }),
      onPhotosChanged: () => places.schedule(),
      beforeRisky,
      putBack: (files) => inTrash.putBack(files),
      files: {
        move: (change, isForward) => fileMoves.reverse(change, isForward),
        moved: (change) => fileMoves.reversed(change),
      },
      undoExport: (change) => undoExport(catalog, change),
    }),
  )
  // Closed before the changes, which wait for it.
  const fileMoves: FileMoves = closing(new FileMoves({ catalog, changes, hub, log }))
  const folderChanges = new FolderChanges({ catalog, moves: fileMoves })
  const onGone = (ids: readonly number[]) => [similar, sentences, queue].forEach((each) => each.remove(ids))
  const removed = closing(new RemovedItems({ catalog, hub, log, onGone, beforeRisky, now: Date.now }))
  const privacy = new Privacy({
    catalog,
    hub,
    lock: new PassphraseLock({ file: new LockFile(libraryDir, log), now: Date.now }),
    hasWindows: options.hasWindows ?? false,
  })

  // Background tasks
  const warnOf = (what: string) => (error: unknown) => log.warn(what, { error: stackOf(error) })
  const pairs = closing(
    new PairArranger({
      catalog,
      hub,
      onGone,
      onWork: () => queue.schedule(),
      onError: warnOf('Pairs could not be arranged; it is tried again'),
    }),
  )
  const stacks = closing(
    new StackFinder({
      catalog,
      hub,
      onFound: () => queue.schedule(), // frames of stacks are measured before other photos
      onError: warnOf('Stacks could not be found; it is tried again'),
    }),
  )
  const choices = closing(
    new ChoiceLearner({
      catalog,
      hub,
      now: Date.now,
      onError: warnOf('Choices could not be learned from; it is tried again'),
    }),
  )
  const upkeep = closing(new Upkeep({ catalog, hub, log, onGone, now: Date.now }))

  // What is written into folders that a person chose, and what is imported
  const targets = createExportTargets(catalog.settings, libraryDir)
  const running = new RunningExports(catalog.settings, log)
  const cutting: Pick<ExportDependencies, 'cut' | 'readDisclosures' | 'readMetadata' | 'suggest' | 'resourcesDir'> = {
    cut: (request, signal) => engine.cut(request, signal),
    readDisclosures: (path) => metadata.readDisclosures(path),
    readMetadata: (id) => ingest.readMetadata(id),
    suggest: suggestCrop,
    resourcesDir,
  }
  const targetPath = (id: string) => targets.pathOf(id)
  const exports = closing(
    new ExportJobs({
      ...cutting,
      catalog,
      changes,
      targetPath,
      onJob: (job) => hub.publish({ type: 'exports.changed', job }),
      now: Date.now,
      log,
    }),
  )
  const publishing = closing(
    new Publisher({
      ...cutting,
      catalog,
      hub,
      targetPath,
      isHiding: () => privacy.isHiding(),
      now: Date.now,
      log,
    }),
  )
  const transfers = closing(
    new TransferJobs({
      catalog,
      changes,
      targets,
      running,
      log,
      onProgress: (progress) => hub.publish({ type: 'transfer.changed', progress }),
    }),
  )

  // Photos that show the same
  const comparer = new PictureComparer({ thumbnail: (id) => catalog.thumbnails.get(id), signature: pictureSignature })
  const isBusy = () => status().state === 'scanning' || status().state === 'analysing'
  const duplicates = closing(new Duplicates({ catalog, comparer, hub, log, isBusy }))
  const shownPhotos = () => catalog.search.run({ filter: normalView({}), sort: { by: 'addedAt', order: 'asc' } })
  const duplicateGroups = new DuplicateGroups({ catalog, duplicates, shownPhotos })
  const mergeDuplicates = new MergeDuplicates({ catalog, changes, groups: duplicateGroups })
  const trashDuplicates = closing(new TrashDuplicates({ catalog, changes, ingest, merge: mergeDuplicates, log, trash }))

  // What windows show
  const noteOpened = () => {
    person.note()
    // Pictures at 1:1 are cut in another process, which takes seconds to start.
    local.wake?.()
  }
  const pictures = closing(new Pictures({ catalog, engine, options, privacy, onOpened: noteOpened }))
  const cardImports = closing(
    new CardImports({
      catalog,
      changes,
      ingest,
      metadata,
      log,
      sourcePath: (id) => transfers.sources.pathOf(id),
      targetPath,
      render: (path, signal) =>
        engine.render({ path, turn: 1, format: 'jpeg', longSide: CARD_THUMB_SIDE, quality: 70 }, signal),
      onProgress: (progress) => hub.publish({ type: 'card-import.changed', progress }),
    }),
  )
  const metadataWriting = closing(openMetadataWriter({ catalog, hub, log, metadata }))

  // People on photos
  const onUngrouped = warnOf('Faces could not be grouped; it is tried again')
  const peopleFinder = closing(new PeopleFinder({ catalog, hub, onError: onUngrouped }))
  const onPeopleSwitched = async () => {
    if (steps.set(engine.steps()) > 0) hub.everythingChanged()
    queue.schedule()
  }
  catalog.people.vectors.whenLost(() => {
    log.warn('The file of face vectors was damaged and is created again')
    peopleFinder.forget().then(onPeopleSwitched, onUngrouped)
  })
  const people = new People({
    catalog,
    changes,
    hub,
    finder: peopleFinder,
    hasModel: () => local.info().tasks.some(({ task, modelId }) => task === 'face-identity' && modelId !== null),
    onSwitched: onPeopleSwitched,
    onWriting: () => metadataWriting.writer.schedule(),
  })

  const tiles = closing(new TileProvider({ catalog, hub, log, libraryDir, version }))

  const library: Library = {
    backups,
    cardImports,
    catalog,
    changes,
    choices,
    classifiers,
    compared: new ComparedPictures({ engine: local }),
    explainer: new TagExplainer({ catalog, engine: local, resourcesDir }),
    duplicateGroups,
    engine,
    exports,
    fileMoves,
    folderChanges,
    health,
    hub,
    ingest,
    libraryDir,
    log,
    mergeDuplicates,
    metadata,
    metadataWriter: metadataWriting.writer,
    models,
    pair,
    pairs,
    people,
    pictures,
    privacy,
    publishing,
    queue,
    remote,
    removed,
    running,
    secrets,
    similar,
    status,
    targets,
    tiles,
    tracks: new Tracks(),
    transfers,
    trashDuplicates,
    untilIdle: async () => {
      await untilIdle(work)
      await peopleFinder.idle()
    },
    upkeep,
    version,
  }

  /** A damaged catalogue is shown, but nothing works on it. */
  const start = () => {
    health.whenDamaged((problem) => void stopWork(work, problem, log))
    if (storage.isUnchecked || catalog.health.condition() === 'checking') void health.check() // what opening it met
    if (catalog.health.problem() !== null) return
    fileMoves.repair() // before any scan of the folders
    if (!options.watch) return
    startWork(work)
    backups.start()
    metadataWriting.start()
    duplicates.start()
    trashDuplicates.start()
    removed.start()
    pairs.start()
    stacks.start()
    choices.start()
    upkeep.start()
    fileMoves.start()
    peopleFinder.start()
    exports.start()
    publishing.start()
    void running.removeLeftovers() // a folder of exports that does not answer delays nothing
  }
  const open = opening.move()
  return { library, warning, start, close: () => open.disposeAsync() }
}

/** On a full disk the library is shown with the known state of its steps. */
function setSteps(steps: StepUpdater, engine: AnalysisEngine, log: Log): void {
  try {
    steps.set(engine.steps())
  } catch (error) {
    if (!isDiskFull(error)) throw error
    log.warn('The disk is full: how photos are analysed now could not be noted', { error: messageOf(error) })
  }
}
