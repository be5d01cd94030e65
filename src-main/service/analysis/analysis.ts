import { availableParallelism } from 'node:os'
import type { OperationCall } from '../../analysis/operations/calls.ts'
import { createCategorizers, type BuiltInCategorizer } from '../../analysis/operations/categorizers.ts'
import { listCategorizers } from '../../analysis/operations/category-operation.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import { openVocabulary } from '../../analysis/vocabulary/vocabulary.ts'
import { openCompute, type ComputeOptions } from '../../compute/host/open-compute.ts'
import type { PoolLimits } from '../../compute/host/pool-options.ts'
import type { CategorizerRecord } from '../../contract/analysis/operations/categories.ts'
import type { Account, Analysis, HeldPicture } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { AnalysisRequests, type RequestsOptions } from './analysis-requests.ts'
import { FairOrder } from './fair-order.ts'
import { installedFor, installedModels, type RegistryFolders } from '../../analysis/models/registry/registry.ts'
import { PeriodicTask } from '../timers/periodic-task.ts'
import { join } from 'node:path'
import type { ComputeClient } from '../../compute/host/compute-client.ts'

export type AnalysisOptions = Pick<ComputeOptions, 'resourcesDir' | 'modelsDir' | 'processes' | 'fork' | 'limits'> &
  Pick<RequestsOptions, 'portsOf' | 'maxWaiting' | 'deadlineMs'> & {
    log: Pick<ServiceLog, 'debug' | 'info' | 'warn' | 'error'>
  }

/**
 * Processes end after ten idle minutes, except for one that stays once the service is warm, because starting one costs
 * a request about a second. New processes are started before any gets a second request. If none can be started, only
 * the request whose turn it was fails.
 */
export function serviceLimits(processes: number): Partial<PoolLimits> {
  const inFlight = 2
  return { inFlight, failTogether: processes * inFlight, idleMs: 600_000, growAt: 1, residentBytes: 900 * 1024 * 1024 }
}

/** The engine of the service: accounts take turns in the compute processes, which start with the first request. */
export function openAnalysis(options: AnalysisOptions): EngineAnalysis {
  const { processes = availableParallelism(), limits, ...rest } = options
  const order = new FairOrder()
  const compute = openCompute({ ...rest, order, processes, limits: { ...serviceLimits(processes), ...limits } })
  const requests = new AnalysisRequests({ ...options, compute, order })
  const folders = { resourcesDir: options.resourcesDir, modelsDir: options.modelsDir }
  const installed = new InstalledModels({ folders, onChange: () => compute.renew(), log: options.log })
  let warming: Promise<void> | undefined
  const warmUp = () => (warming ??= keepWarm(compute, options.resourcesDir, options.log))
  return new EngineAnalysis(options, { requests, installed, warmUp })
}

type EngineParts = { requests: AnalysisRequests; installed: InstalledModels; warmUp: () => Promise<void> }

/** Answers for accounts; their classifiers and feedback come from their ports. */
export class EngineAnalysis implements Analysis {
  /** From now on keeps a compute process ready; resolves once it is, and never rejects. */
  readonly warmUp: () => Promise<void>
  readonly #resourcesDir: string
  readonly #portsOf: (owner: string) => OwnerPorts
  readonly #requests: AnalysisRequests
  readonly #installed: InstalledModels
  #builtIn: readonly BuiltInCategorizer[] | undefined

  constructor(
    { resourcesDir, portsOf }: Pick<AnalysisOptions, 'resourcesDir' | 'portsOf'>,
    { requests, installed, warmUp }: EngineParts,
  ) {
    this.#resourcesDir = resourcesDir
    this.#portsOf = portsOf
    this.#requests = requests
    this.#installed = installed
    this.warmUp = warmUp
  }

  run(
    { id: owner }: Account,
    { path, pictureId }: HeldPicture,
    calls: readonly OperationCall[],
    signal?: AbortSignal,
  ): Promise<never> {
    // Each call is answered at its position, which the mapped type of the port expresses.
    return this.#requests.run({ path, pictureId, owner, calls }, signal) as Promise<never>
  }

  async categorizers({ id }: Account): Promise<CategorizerRecord[]> {
    this.#builtIn ??= createCategorizers({ vocabulary: openVocabulary(this.#resourcesDir) })
    return listCategorizers({ builtIn: this.#builtIn, custom: this.#portsOf(id).categorizers })
  }

  async hasTagger({ id }: Account, taggerId: string): Promise<boolean> {
    return ((await this.#portsOf(id).taggers?.modelOf(taggerId)) ?? null) !== null
  }

  contentModels(): string[] {
    return this.#installed.contentModels()
  }

  state(): ReturnType<Analysis['state']> {
    return this.#requests.state()
  }

  async close(): Promise<void> {
    await this.#installed.close()
    await this.#requests.close()
  }
}

type InstalledModelsOptions = {
  folders: RegistryFolders
  /** Called after models were installed or removed, because running processes have the old ones open. */
  onChange: () => void
  log: Pick<ServiceLog, 'info' | 'error'>
}

const POLL_MS = 10_000

/** The installed models, checked every ten seconds and on request. */
class InstalledModels {
  readonly #options: InstalledModelsOptions
  readonly #looking: PeriodicTask
  #known: string

  constructor(options: InstalledModelsOptions) {
    this.#options = options
    this.#known = installedModels(options.folders).join(', ')
    this.#looking = new PeriodicTask({
      work: async () => this.refresh(),
      intervalMs: POLL_MS,
      log: options.log,
      failureMessage: 'the models could not be looked up; it is tried again in ten seconds',
    })
  }

  /** Ids of the models that describe content, best first. */
  contentModels(): string[] {
    this.refresh()
    return installedFor('embedding', this.#options.folders)
  }

  /** Reports what was installed or removed since the last time. */
  refresh(): void {
    const { folders, onChange, log } = this.#options
    const present = installedModels(folders).join(', ')
    if (present === this.#known) return
    log.info('other models are installed now; pictures are analysed with them from here on', { models: present })
    this.#known = present
    onChange()
  }

  close(): Promise<void> {
    return this.#looking.close()
  }
}

/**
 * Keeps one process that has analysed a small picture of the program itself, so that it runs and has its models open
 * when a request comes, even after a quiet night. Resolves when the first process is ready.
 */
function keepWarm(
  compute: Pick<ComputeClient, 'keepWarm'>,
  resourcesDir: string,
  log: Pick<ServiceLog, 'warn'>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = {
    path: join(resourcesDir, 'service', 'warm-up.png'),
    pictureId: 'warm-up',
    owner: 'warm-up',
    calls: [
      { operation: 'tags', given: {} },
      { operation: 'categories', categorizerId: 'nsfw_beta', given: {} },
    ],
  } as const
  compute.keepWarm({ ...request, calls: [...request.calls] }, (answers) => {
    for (const answer of answers)
      if (!answer.ok) log.warn('the first analysis of a picture failed', { code: answer.code, reason: answer.message })
    resolve()
  })
  return promise
}
