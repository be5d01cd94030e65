import type { CutFile, CutRequest } from '../../analysis/cutting/cut-request.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../../analysis/photo/findings.ts'
import { describeTasks } from '../../analysis/models/registry/describe-tasks.ts'
import { openModels, type RegistryFolders } from '../../analysis/models/registry/registry.ts'
import type { Models } from '../../analysis/models/runtime/tasks.ts'
import { createSteps } from '../../analysis/pipeline/create-steps.ts'
import type { Step } from '../../analysis/step/step.ts'
import { type ComputePool, openCompute, type ComputeOptions } from '../../compute/host/compute-pool.ts'
import { optionalTasks, type EngineInfo, type ModelTask } from '../../contract/library/models.ts'
import type { AnalysisEngine, StepState, TextImageEngine } from '../analysis-engine.ts'

export type LocalEngineOptions = Pick<
  ComputeOptions,
  'resourcesDir' | 'modelsDir' | 'log' | 'processes' | 'fork' | 'entry' | 'limits'
>

/** Creates the engine on this machine. It analyses photos in compute processes, never in this one. */
export function createLocalEngine(options: LocalEngineOptions): AnalysisEngine {
  return new LocalEngine(options)
}

class LocalEngine implements AnalysisEngine {
  readonly #folders: RegistryFolders
  readonly #compute: ComputePool
  readonly #steps: readonly Step[]
  #models: Models

  constructor(options: LocalEngineOptions) {
    const { resourcesDir, modelsDir } = options
    this.#folders = { resourcesDir, modelsDir }
    this.#compute = openCompute(options)
    this.#steps = createSteps(resourcesDir)
    this.#models = openModels(this.#folders)
  }

  readonly textImage: TextImageEngine = {
    pairId: () => this.#models.idFor('text-image'),
    describe: (text) => this.#compute.describe({ text }),
    tryPair: async (dir) => void (await this.#compute.describe({ tryPairIn: dir })),
  }

  get concurrency(): number {
    return this.#compute.concurrency
  }

  steps(): StepState[] {
    return fingerprintSteps(this.#steps, this.#models)
  }

  info(): EngineInfo {
    return describeTasks(this.#folders)
  }

  analyse(request: AnalysisRequest): Promise<AnalysisOutcome> {
    return this.#compute.analyse(request)
  }

  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture> {
    return this.#compute.render(request, signal)
  }

  cut(request: CutRequest, signal?: AbortSignal): Promise<CutFile[]> {
    return this.#compute.cut(request, signal)
  }

  setPersonAtWork(isAtWork: boolean): void {
    this.#compute.setPersonAtWork(isAtWork)
  }

  wake(): void {
    this.#compute.wake()
  }

  async reload(): Promise<void> {
    await this.#models.close()
    this.#models = openModels(this.#folders)
    this.#compute.renew()
  }

  async close(): Promise<void> {
    await this.#compute.close()
    await this.#models.close()
  }
}

/**
 * The present fingerprint of each step: its version and the models that serve it. An optional task without a model does
 * not change the fingerprint. A step whose tasks all lack models is left out.
 */
export function fingerprintSteps(list: readonly Step[], models: Pick<Models, 'idFor'>): StepState[] {
  const isServed = (task: ModelTask) => !optionalTasks.has(task) || models.idFor(task) !== null
  const done = list.filter(({ tasks }) => tasks.length === 0 || tasks.some(isServed))
  return done.map(({ name, version, tasks, when }) => ({
    name,
    ...(when && { when }),
    fingerprint: [
      `${version}`,
      ...tasks.filter(isServed).map((task) => `${task}=${models.idFor(task) ?? 'none'}`),
    ].join(' '),
  }))
}
