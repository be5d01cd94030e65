import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { openCatalog } from './catalog/open-catalog.ts'
import type { CoreParts, Factories } from './core-parts.ts'
import { createEventHub } from './events/event-hub.ts'
import { createTargets } from './export-targets.ts'
import type { CoreOptions, Log } from './host.ts'
import { createIngest } from './ingest/ingest.ts'
import { createMetadataPass } from './ingest/metadata-pass.ts'
import { openTagNames } from './languages/open-tag-names.ts'
import { openCustomClassifiers } from './classifiers/open-custom-classifiers.ts'
import { acquireLibraryLock } from './lock/library-lock.ts'
import { createExifToolReader } from './metadata/exiftool.ts'
import { readMetadata } from './metadata/read-metadata.ts'
import { createAnalysisQueue, type AnalysisQueue } from './queue/analysis-queue.ts'
import { createStatusPublisher, joinStatus } from './queue/status.ts'
import { openRemoteController } from './remote/open-remote-controller.ts'
import { createSimilarIndexes } from './similar/similar-indexes.ts'

/** Longest wait for photos under way when a library closes; they stay pending otherwise. */
const CLOSE_MS = 10_000

export type Assembled = { parts: CoreParts; start(): void; close(): Promise<void> }

/** Things that are open so far, closed in reverse order. */
type Closers = (() => void | Promise<void>)[]

/** One part that does not close well must not keep the others, above all the lock, from closing. */
async function closeAll(closers: Closers, log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      log.error('A part of the library did not close cleanly', {
        error: error instanceof Error ? error.stack : String(error),
      })
    }
  }
}

/**
 * Locks the library, opens its catalogue and engine, and wires the parts. What was opened is closed again when a later
 * part fails.
 */
export async function assembleParts(options: CoreOptions, makers: Factories): Promise<Assembled> {
  const closers: Closers = []
  try {
    return await wire(options, makers, closers)
  } catch (error) {
    await closeAll(closers, options.log)
    throw error
  }
}

async function wire(options: CoreOptions, makers: Factories, closers: Closers): Promise<Assembled> {
  const { log, libraryDir, modelsDir } = options
  await mkdir(libraryDir, { recursive: true })
  const lock = await acquireLibraryLock(libraryDir, options)
  closers.push(() => lock.release())
  const catalog = openCatalog(libraryDir, { names: openTagNames(options.resourcesDir) })
  closers.push(() => catalog.close())
  const hub = createEventHub()
  closers.push(() => hub.close())
  const local = await (options.createEngine?.() ?? makers.engine(options))
  const { desk: remote, engine } = await openRemoteController({
    options,
    catalog,
    hub,
    local,
    maker: makers.remote,
    pump: () => pump,
  }).catch(async (error: unknown) => {
    await local.close()
    throw error
  })
  closers.push(() => engine.close())
  catalog.analysis.setSteps(engine.steps())

  const exifTool = createExifToolReader()
  closers.push(() => exifTool.close())
  const metadata = createMetadataPass({
    catalog,
    read: (file) => readMetadata(file, exifTool),
    onRead: (ids) => hub.photosChanged(ids),
    onError: (error) =>
      log.error('Reading metadata failed', { error: error instanceof Error ? error.stack : String(error) }),
  })
  const status = () => joinStatus(ingest.progress(), pump.progress(), () => remote.state().message)
  const teller = createStatusPublisher(hub, status)
  closers.push(() => teller.close())
  const presentModel = () => engine.info().slots.find((each) => each.slot === 'embedding')?.modelId ?? null
  const similar = createSimilarIndexes({ analysis: catalog.analysis, presentModel })
  const learning = openCustomClassifiers({ catalog, hub, options, presentModel })
  const pump: AnalysisQueue = createAnalysisQueue({
    catalog,
    engine,
    log,
    index: (id, findings) => {
      similar.put(id, findings)
      learning.takeUp(id, findings)
    },
    recheck: (file) => ingest.recheck(file),
    changed: (ids) => hub.photosChanged(ids),
    onProgress: () => {
      teller.tell()
      const { isWorking, pending, isWaiting } = pump.progress()
      if (isWorking || (pending > 0 && !isWaiting)) return
      learning.rest()
      void remote
        .index()
        ?.tend()
        .catch((error: unknown) =>
          log.error('The index of similar photos could not be tended', {
            error: error instanceof Error ? error.stack : String(error),
          }),
        )
    },
  })
  const ingest = createIngest({
    catalog,
    hub,
    log,
    metadata,
    excluded: [path.resolve(libraryDir), path.resolve(modelsDir)],
    snapshotDir: path.join(libraryDir, 'watch'),
    isWatching: options.watch,
    onWork: () => pump.kick(),
    onProgress: () => teller.tell(),
  })
  closers.push(() => learning.close())
  closers.push(() => pump.close(CLOSE_MS))
  closers.push(() => ingest.close())
  const targets = createTargets(catalog.settings)
  const exports = makers.exports({ options, catalog, engine, hub, targets, suggestCroppings: makers.suggestCroppings })
  closers.push(() => exports.close())
  const models = makers.models({
    options,
    hub,
    /** Better models change what is pending. */
    onInstalled: () =>
      pump.whileQuiet(async () => {
        await engine.reload()
        const touched = catalog.analysis.setSteps(engine.steps())
        learning.reconsider()
        log.info('Models were taken up', { photosToAnalyseAgain: touched })
        if (touched > 0) hub.everythingChanged()
      }),
  })
  closers.push(() => models.close())
  const untilIdle = async () => {
    do {
      await ingest.idle()
      await pump.idle()
      await learning.idle()
    } while (ingest.progress().isScanning)
  }
  const start = () => {
    if (!options.watch) return
    ingest.start()
    pump.begin()
  }
  const parts: CoreParts = {
    options,
    catalog,
    engine,
    hub,
    ingest,
    pump,
    similar,
    learning,
    targets,
    exports,
    models,
    remote,
    status,
    suggestCroppings: makers.suggestCroppings,
    untilIdle,
  }
  return { parts, start, close: () => closeAll(closers, log) }
}
