import type { Text } from '../contract/sentences/text.ts'
import path from 'node:path'
import { pictureSignature } from '../analysis/preview/picture-signature.ts'
import { AppError, stackOf } from '../contract/errors.ts'
import type { AnalysisEngine } from '../engines/analysis-engine.ts'
import { normalView } from '../contract/library/normal-view.ts'
import type { Catalog } from './catalog/catalog.ts'
import { CustomClassifiers } from './classifiers/custom-classifiers.ts'
import { comparePictures } from './duplicates/compare-pictures.ts'
import { showTheSame } from './duplicates/judge-pictures.ts'
import type { EngineFactories } from './engine-factories.ts'
import type { Log } from './host/log.ts'
import { createEvidenceReaders } from './ingest/evidence-readers.ts'
import { Ingest } from './ingest/ingest.ts'
import { isUnchanged } from './ingest/reconcile/is-its-file.ts'
import { MetadataScan } from './ingest/metadata-scan.ts'
import { MetadataReader } from './metadata/host/metadata-reader.ts'
import { PlaceFinder } from './places/place-finder.ts'
import { closeLogged, type Engines, type OnClose, type Storage } from './open-storage.ts'
import { AnalysisQueue } from './queue/analysis-queue.ts'
import { PersonWatch } from './queue/person-watch.ts'
import { SecondTries } from './queue/second-tries.ts'
import { joinStatus, StatusPublisher } from './queue/status-publisher.ts'
import { ThumbnailRun } from './queue/thumbnail-run.ts'
import type { RemoteController } from './remote/remote-controller.ts'
import { SentenceIndex } from './similar/sentence-index.ts'
import { SimilarIndexes } from './similar/similar-indexes.ts'
import { StepUpdater } from './queue/step-updater.ts'

/** Maximum wait for photos in progress when a library closes; later ones stay pending. */
const CLOSE_MS = 10_000

/** Finds photos, analyses them, and handles the results. */
export type Work = {
  ingest: Ingest
  queue: AnalysisQueue
  thumbnails: ThumbnailRun
  person: PersonWatch
  similar: SimilarIndexes
  sentences: SentenceIndex
  classifiers: CustomClassifiers
  metadata: MetadataReader
  places: PlaceFinder
  steps: StepUpdater
}

/** Creates the background work on photos; nothing runs before it is started or called. */
export function createWork(
  storage: Storage,
  { local, engine }: Engines,
  { forkMetadata }: Pick<EngineFactories, 'forkMetadata'>,
  onClose: OnClose,
): Work {
  const { catalog, hub, log } = storage
  const metadata = new MetadataReader({ log, fork: forkMetadata })
  onClose(() => metadata.close())
  const presentModel = () => engine.info().tasks.find(({ task }) => task === 'embedding')?.modelId ?? null
  const similar = createSimilar(storage, presentModel, onClose)
  const sentences = new SentenceIndex({ analysis: catalog.analysis, engine: local.textImage, log })
  catalog.search.describeBy(sentences)
  const classifiers = createClassifiers(storage, presentModel)
  const places = new PlaceFinder({ catalog, hub, log, resourcesDir: storage.options.resourcesDir })
  const ingest = createIngest(storage, local, metadata, places)
  const queue = new AnalysisQueue({
    catalog,
    engine,
    log,
    index(id, findings) {
      ingest.noteAnalysed(id)
      similar.put(id, findings)
      sentences.put(id, findings)
      classifiers.classify(id, findings)
    },
    ingest,
    isUnchanged,
    hub,
  })
  const thumbnails = new ThumbnailRun({ catalog, engine: local, queue, isUnchanged, hub, log })
  queue.on('decided', () => thumbnails.restart())
  queue.on('moved', () => thumbnails.schedule())
  const person = createPersonWatch(queue, local, onClose)
  const schedule = () => {
    thumbnails.schedule()
    queue.schedule()
  }
  const steps = createSteps(storage, schedule)
  ingest.on('work', schedule)
  ingest.on('back', () => {
    thumbnails.restart()
    queue.tryAgain()
  })
  ingest.on('reunited', (gone) => [similar, sentences, queue].forEach((each) => each.remove(gone)))
  return { ingest, queue, thumbnails, person, similar, sentences, classifiers, metadata, places, steps }
}

function createSteps({ catalog, hub, log }: Storage, onDone: () => void): StepUpdater {
  const onError = (error: unknown) =>
    log.error('What is pending could not be noted; it is tried again', { error: stackOf(error) })
  return new StepUpdater({ catalog, hub, onDone, onError })
}

/** Leaves one core to an active person, and idle steps to the time when nobody is active. */
function createPersonWatch(queue: AnalysisQueue, local: Engines['local'], onClose: OnClose) {
  const person = new PersonWatch((isAtWork) => {
    local.setPersonAtWork?.(isAtWork)
    queue.setPersonAtWork(isAtWork)
  })
  onClose(() => person.close())
  queue.on('moved', () => person.note())
  return person
}

function createSimilar({ catalog, options, log }: Storage, presentModel: () => string | null, onClose: OnClose) {
  const folder = path.join(options.libraryDir, 'similar')
  const similar = new SimilarIndexes({ analysis: catalog.analysis, presentModel, folder, log })
  onClose(() => similar.close())
  catalog.search.compareBy(similar)
  return similar
}

function createClassifiers({ options, catalog, hub, log }: Storage, presentModel: () => string | null) {
  return new CustomClassifiers({
    catalog,
    presentModel,
    log,
    resourcesDir: options.resourcesDir,
    now: Date.now,
    photosWithTag: (name) =>
      catalog.search.run({ filter: normalView({ tags: [name] }), sort: { by: 'addedAt', order: 'asc' } }),
    onSuggestionsChanged: () => hub.publish({ type: 'suggestions.changed' }),
    onJournalled: () => hub.publish({ type: 'history.changed' }),
    publish: (classifiers) => hub.publish({ type: 'classifiers.changed', classifiers }),
  })
}

function createIngest(
  { options, catalog, hub, log }: Storage,
  engine: AnalysisEngine,
  reader: MetadataReader,
  places: PlaceFinder,
): Ingest {
  return new Ingest({
    catalog,
    hub,
    log,
    metadata: new MetadataScan({ catalog, hub, log, places, reader, isUnchanged }),
    readers: createEvidenceReaders(engine, reader, areAlike),
    excluded: [path.resolve(options.libraryDir), path.resolve(options.modelsDir)],
    allowed: options.allowedFolders ?? (() => Promise.resolve([])),
    snapshotDir: path.join(options.libraryDir, 'watch'),
    isWatching: options.watch,
  })
}

/** Rejects if one of the two thumbnails is not a picture. */
const areAlike = async (a: Uint8Array, b: Uint8Array): Promise<boolean> =>
  showTheSame(comparePictures(await pictureSignature(a), await pictureSignature(b)))

/** Reports progress to windows, and runs what waits for an idle library. Returns the status reporter. */
export function publishStatus({ catalog, hub, log }: Storage, work: Work, remote: RemoteController, onClose: OnClose) {
  const { ingest, queue, classifiers, similar } = work
  const status = () => joinStatus(ingest.progress(), queue.progress(), () => remote.state().message)
  const publisher = new StatusPublisher(hub, status)
  onClose(() => publisher.close())
  ingest.on('progress', () => publisher.schedule())
  queue.on('progress', () => publisher.schedule())
  queue.on('idle', () => classifiers.retrainOutdated())
  queue.on('idle', () => maintainRemoteIndex(remote, log))
  queue.on('idle', () => keepSimilar(similar, log))
  queue.on('idle', () => keepIndex(catalog, log))
  const tries = createSecondTries({ catalog, log }, queue)
  queue.on('idle', () => tries.noteIdle())
  onClose(() => tries.close())
  return status
}

function createSecondTries({ catalog, log }: Pick<Storage, 'catalog' | 'log'>, queue: AnalysisQueue): SecondTries {
  const retry = () => {
    if (!queue.isRunning) return
    catalog.analysis.retryStarved()
    queue.schedule()
  }
  const onError = (error: unknown) => log.error('Failed photos could not be tried again', { error: stackOf(error) })
  return new SecondTries({ count: () => catalog.analysis.countStarved(), retry, onError })
}

function keepSimilar(similar: SimilarIndexes, log: Log): void {
  similar.keep().catch((error: unknown) => log.error('Similar photos were not kept', { error: stackOf(error) }))
}

function keepIndex(catalog: Catalog, log: Log): void {
  catalog.search.keep().catch((error: unknown) => log.warn('The search index was not kept', { error: stackOf(error) }))
}

function maintainRemoteIndex(remote: RemoteController, log: Log): void {
  remote
    .index()
    ?.maintain()
    .catch((error: unknown) =>
      log.error('The index of similar photos could not be maintained', { error: stackOf(error) }),
    )
}

/** Closes in reverse: first what finds work, then what does it. */
export function closeWorkWith(onClose: OnClose, { classifiers, queue, thumbnails, ingest, places, steps }: Work): void {
  onClose(() => places.close())
  onClose(() => classifiers.close())
  onClose(() => queue.close(CLOSE_MS))
  onClose(() => thumbnails.close(CLOSE_MS))
  onClose(() => ingest.close())
  onClose(() => steps.close())
}

export function startWork({ ingest, queue, thumbnails, classifiers, places, steps }: Work): void {
  steps.start()
  classifiers.start()
  places.schedule()
  ingest.start()
  thumbnails.start()
  queue.start()
}

/** Nothing can be written any more: finding work ends, and running work halts and reports why. */
export async function stopWork({ ingest, queue, thumbnails, steps }: Work, problem: Text, log: Log): Promise<void> {
  queue.halt(new AppError('library-damaged', problem))
  await closeLogged(() => steps.close(), log)
  await closeLogged(() => thumbnails.close(0), log)
  await closeLogged(() => ingest.close(), log)
}

/** Resolves when nothing is pending and no scan is running, or when the library closes. */
export async function untilIdle({ ingest, queue, thumbnails, classifiers, places, steps }: Work): Promise<void> {
  do {
    await ingest.idle()
    await steps.idle()
    await queue.idle()
    await thumbnails.idle()
    await classifiers.idle()
    await places.idle()
  } while (!ingest.isClosed && (ingest.isBusy || ingest.progress().isScanning))
}
