import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import type { Indexes } from '../indexes/named/indexes.ts'
import { openIndexes, type OpenOptions } from '../indexes/named/open-indexes.ts'
import { openAnalysis, type AnalysisOptions, type EngineAnalysis } from './analysis/analysis.ts'
import { KEPT_MS } from './batches/batch-limits.ts'
import { BatchRunner } from './batches/batch-runner.ts'
import { BatchService } from './batches/batch-service.ts'
import { runPicture } from './batches/run-picture.ts'
import { moveIndex } from './contents/move-index.ts'
import { ClassifierService } from './classifiers/classifier-service.ts'
import { FaceService } from './faces/face-service.ts'
import { StoredCallbacks } from './fetching/stored-callbacks.ts'
import { createPictureFetcher } from './fetching/create-picture-fetcher.ts'
import type { OpenDependencies } from './http/route-dependencies.ts'
import { repeat } from './jobs/repeat.ts'
import type { Analysis, Callbacks } from './ports/ports.ts'
import { openServiceData, type DataOptions, type ServiceData } from './open-service-data.ts'
import { trainingJobs } from './trained-states/training-jobs.ts'

const HOUR_MS = 3_600_000

export type DependenciesOptions = DataOptions & {
  /** Folder of installed model files. */
  modelsDir: string
  /** Also allows pictures and callbacks at addresses of this machine and its network. */
  allowPrivateUrls?: boolean | undefined
  /** Opens an engine in place of the one that comes with the program; the caller closes it. */
  openEngine?: ((portsOf: PortsOf) => Omit<Analysis, 'close'>) | undefined
}

/**
 * Opens everything that routes use, on a data folder that this process then owns. If something fails later, whatever
 * was opened is closed again.
 */
export async function openDependencies(options: DependenciesOptions): Promise<OpenDependencies> {
  await using opening = new AsyncDisposableStack()
  const { resourcesDir, log, now = Date.now } = options
  const data = await openServiceData(options)
  opening.defer(() => data.close())
  const { store, accounts, usage, uploads, jobs } = data
  const accountOf = (id: string) => accounts.findById(id)
  const classifiers = new ClassifierService({ store: store.classifiers, resourcesDir, now })
  const analysis = openEngine(options, (owner) => classifiers.portsOf(owner))
  opening.defer(() => analysis.close())
  const network = await openNetwork(options, data, opening)
  const prepare: Prepare = (name, all, watch) => moveIndex(name, all, watch, { accountOf, uploads, analysis })
  const indexes = await openServiceIndexes(options, data, { callbacks: network.callbacks, prepare }, opening)
  opening.defer(() => jobs.close()) // before what its jobs use
  const faces = await FaceService.open({ jobs, store, callbacks: network.callbacks, now, log })
  await repeat(jobs, 'face-sweep', HOUR_MS, () => faces.sweep())
  const deletions = await data.followDeletions(async (accountId) => {
    await classifiers.removeOwner(accountId)
    await store.batches.removeAccount(accountId)
    await indexes.removeOwner(accountId)
    await faces.removeOwner(accountId)
    await network.callbacks.removeOwner(accountId)
  })
  opening.defer(() => deletions.close())
  const batches = new BatchService(store.batches, now)
  const dependencies = { accounts, usage, uploads, ...network, analysis, indexes, classifiers, batches, faces, log }
  await store.batches.releaseAll()
  await repeat(jobs, 'batch-sweep', HOUR_MS, () => store.batches.removeEndedBefore(now() - KEPT_MS))
  const runner = openRunner(dependencies, data, now)
  opening.defer(() => runner.close())
  opening.defer(() => data.hurry())
  const open = opening.move()
  return { ...dependencies, warmUp: () => analysis.warmUp(), close: () => open.disposeAsync() }
}

type Prepare = NonNullable<OpenOptions['prepare']>

/** Opens the indexes, and starts to move trained states from their former place. */
async function openServiceIndexes(
  { dataDir, log, now }: DependenciesOptions,
  { indexPlace, jobs }: ServiceData,
  { callbacks, prepare }: { callbacks: Callbacks; prepare: Prepare },
  opening: AsyncDisposableStack,
): Promise<Indexes> {
  const indexes = await openIndexes({
    folder: join(dataDir, 'indexes'),
    store: indexPlace?.store,
    states: indexPlace?.states,
    queue: trainingJobs(jobs, log),
    now,
    log,
    call: ({ url, ticketId, owner }) => callbacks.send(url, ticketId, owner),
    prepare,
  })
  opening.defer(() => indexes.close())
  const takeover = indexPlace?.follow(indexes)
  opening.defer(() => takeover?.close())
  return indexes
}

type PortsOf = AnalysisOptions['portsOf']
type Engine = Analysis & Pick<EngineAnalysis, 'warmUp'>

function openEngine({ openEngine: open, resourcesDir, modelsDir, log }: DependenciesOptions, portsOf: PortsOf): Engine {
  if (open === undefined) return openAnalysis({ resourcesDir, modelsDir, portsOf, log })
  const nothing = async () => {}
  return { ...open(portsOf), warmUp: nothing, close: nothing }
}

/** Processes batches in the background, one picture per compute process at a time. */
function openRunner(
  { analysis, callbacks, fetcher, uploads, log }: Omit<OpenDependencies, 'warmUp' | 'close'> & Network,
  { store: { batches }, usage, accounts }: ServiceData,
  now: () => number,
): BatchRunner {
  const accountOf = (id: string) => accounts.findById(id)
  const parts = { batches, accountOf, usage, uploads, fetcher, analysis, log, now }
  return new BatchRunner({
    batches,
    run: (claimed, signal) => runPicture(claimed, parts, signal),
    analysis,
    callbacks,
    log,
    atOnce: availableParallelism(),
    now,
  })
}

type Network = Pick<OpenDependencies, 'fetcher'> & { callbacks: Callbacks }

/** Opens what fetches pictures from addresses and makes callbacks. */
async function openNetwork(
  { allowPrivateUrls: allowPrivate = false, log }: DependenciesOptions,
  { uploads, jobs, accounts }: ServiceData,
  opening: AsyncDisposableStack,
): Promise<Network> {
  const isThere = async (accountId: string) => (await accounts.findById(accountId)) !== undefined
  const callbacks = await StoredCallbacks.open({ jobs, isThere, allowPrivate, log })
  opening.defer(() => callbacks.close())
  const fetcher = createPictureFetcher({ hold: (body, limits) => uploads.hold(body, limits), allowPrivate })
  opening.defer(() => fetcher.close())
  return { callbacks, fetcher }
}
