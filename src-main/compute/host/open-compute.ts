import type { ComputeStart } from '../protocol.ts'
import { ComputeClient } from './compute-client.ts'
import { ComputePool } from './compute-pool.ts'
import { computeEntry, forkNode, type ComputeProcess, type ForkCompute } from './compute-process.ts'
import type { PoolOptions } from './pool-options.ts'

/** Where it is said what the processes do; the log of the library and that of the service fit. */
export type ComputeLog = {
  debug(message: string, details?: object): void
  warn(message: string, details?: object): void
}

export type ComputeOptions = ComputeStart &
  Pick<PoolOptions, 'processes' | 'limits' | 'order'> & {
    log: ComputeLog
    /** Starts a compute process in another way than `child_process.fork`. */
    fork?: ForkCompute | undefined
    /** Entry file of the compute process, where it is not beside this code. */
    entry?: string | undefined
  }

/** How compute processes are started. The one place where tests put in processes that they share. */
export const computeStarter: { fork(entry: string, onNoise: (text: string) => void): ComputeProcess } = {
  fork: forkNode,
}

/** Analysis in other processes, which start with the first request. */
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
