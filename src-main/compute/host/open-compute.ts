import type { ComputeStart } from '../protocol.ts'
import { ComputeClient } from './compute-client.ts'
import { ComputePool } from './compute-pool.ts'
import { computeEntry, forkNode, type ComputeProcess, type ForkCompute } from './compute-process.ts'
import type { PoolOptions } from './pool-options.ts'

/** Log for what the processes do; the logs of the library and of the service both fit. */
export type ComputeLog = {
  debug(message: string, details?: object): void
  warn(message: string, details?: object): void
}

export type ComputeOptions = ComputeStart &
  Pick<PoolOptions, 'processes' | 'limits' | 'order'> & {
    log: ComputeLog
    /** Starts compute processes by other means than `child_process.fork`. */
    fork?: ForkCompute | undefined
    /** Entry file of the compute process, unless it is beside this code. */
    entry?: string | undefined
  }

/** How compute processes are started. Tests replace it to share processes; nothing else does. */
export const computeStarter: { fork(entry: string, onNoise: (text: string) => void): ComputeProcess } = {
  fork: forkNode,
}

/** Opens analysis in other processes, which start with the first request. */
export function openCompute({ resourcesDir, modelsDir, log, fork, entry, ...pool }: ComputeOptions): ComputeClient {
  const onNoise = (text: string) => log.debug('A compute process wrote', { text: text.trimEnd() })
  const start = fork ?? ((file: string) => computeStarter.fork(file, onNoise))
  const options = {
    ...pool,
    start: { resourcesDir, modelsDir },
    fork: () => start(entry ?? computeEntry()),
    onProblem: (message: string, details: object) => log.warn(message, details),
  }
  const onPortFault = (error: unknown) => log.warn('A custom classifier could not be used', { error })
  return new ComputeClient(new ComputePool(options), onPortFault)
}
