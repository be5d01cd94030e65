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
import { InstalledModels } from './installed-models.ts'
import { keepWarm } from './warm-up.ts'

export type AnalysisOptions = Pick<ComputeOptions, 'resourcesDir' | 'modelsDir' | 'processes' | 'fork' | 'limits'> &
  Pick<RequestsOptions, 'portsOf' | 'maxWaiting' | 'deadlineMs'> & {
    log: Pick<ServiceLog, 'debug' | 'info' | 'warn' | 'error'>
  }

/**
 * Processes stay for ten minutes without work, and one for good once the service is warm: starting one costs a request
 * about a second. Others come before any has two requests at once. Where none can be started, each request that fails
 * is one whose turn it was.
 */
export function serviceLimits(processes: number): Partial<PoolLimits> {
  const inFlight = 2
  return { inFlight, failTogether: processes * inFlight, idleMs: 600_000, growAt: 1, residentBytes: 900 * 1024 * 1024 }
}

/** The engine of the service: accounts take turns for the compute processes, which start with the first request. */
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

/** Answers for accounts; what an account has of classifiers and feedback comes from its ports. */
export class EngineAnalysis implements Analysis {
  /** Keeps a compute process ready from now on; resolves once it is, and never rejects. */
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
    // Each call is answered in its place, which is what the mapped type of the port says.
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
