import type { AnalysisRequest, AnalysisOutcome } from '../../analysis/photo/findings.ts'
import type { AnalysisEngine, StepState } from '../engine.ts'
import { computeEntry, forkNode, type ForkCompute } from '../../compute/host/compute-process.ts'
import { ComputePool, type PoolLimits } from '../../compute/host/compute-pool.ts'
import { sendWork } from '../../compute/host/send-work.ts'
import { describeSlots } from '../../analysis/models/registry/describe-slots.ts'
import { openModels, type RegistryFolders } from '../../analysis/models/registry/registry.ts'
import type { Models } from '../../analysis/models/runtime/slots.ts'
import { createStepRunner } from '../../analysis/pipeline/run-steps.ts'
import type { Step } from '../../analysis/step/step.ts'
import { createSteps } from '../../analysis/pipeline/steps.ts'

/** Where the engine says what its processes do; the core's log fits. */
export type EngineLog = {
  debug(message: string, details?: object): void
  warn(message: string, details?: object): void
}

export type LocalEngineOptions = RegistryFolders & {
  log: EngineLog
  /** How many compute processes; by default what suits the machine, 1 to 4. */
  processes?: number
  /** Starts a compute process in another way than `child_process.fork`. */
  fork?: ForkCompute
  /** Entry file of the compute process, where it is not beside this code. */
  entry?: string
  limits?: Partial<PoolLimits>
}

/** The engine on this machine: photos are analysed in compute processes, never in this one. */
export function createLocalEngine({
  resourcesDir,
  modelsDir,
  log,
  processes,
  fork,
  entry,
  limits,
}: LocalEngineOptions): AnalysisEngine {
  const folders = { resourcesDir, modelsDir }
  const onNoise = (text: string) => log.debug('A compute process wrote', { text: text.trimEnd() })
  const start = fork ?? ((file: string) => forkNode(file, onNoise))
  const pool = new ComputePool({
    start: folders,
    fork: () => start(entry ?? computeEntry()),
    onProblem: (message, details) => log.warn(message, details),
    processes,
    limits,
  })
  const work = sendWork(pool)
  const steps = createSteps(resourcesDir)
  let models = openModels(folders)
  return {
    concurrency: pool.concurrency,
    steps: () => fingerprintSteps(steps, models),
    info: () => describeSlots(folders),
    analyse: (request) => work.analyse(request),
    render: (request, signal) => work.render(request, signal),
    async reload() {
      await models.close()
      models = openModels(folders)
      pool.renew()
    },
    async close() {
      await pool.close()
      await models.close()
    },
  }
}

/** How each step is done now: its version and the models that would serve it. */
export function fingerprintSteps(list: readonly Step[], models: Pick<Models, 'idFor'>): StepState[] {
  return list.map(({ name, version, slots }) => ({
    name,
    fingerprint: [`${version}`, ...slots.map((slot) => `${slot}=${models.idFor(slot) ?? 'none'}`)].join(' '),
  }))
}

/** Analyses in this process, for tests and for measuring; whoever opened the models closes them. */
export function analyseInProcess(
  models: Models,
  resourcesDir: string,
): (request: AnalysisRequest) => Promise<AnalysisOutcome> {
  return createStepRunner({ models, steps: createSteps(resourcesDir) })
}
