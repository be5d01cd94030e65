import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'

type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number; writableNeedDrain?: boolean }

/** What a run of the command line finds around it: that of this process, or what a test puts there. */
export type Surroundings = {
  readonly stdout: Output
  readonly stderr: Output
  /** Variables; those of options (`LUMAFOLD_DATABASE` and others) Commander reads from this process's. */
  readonly env: NodeJS.ProcessEnv
  /** The absolute path of the folder that names are relative to. */
  readonly cwd: string
  /** Emits `SIGINT` and `SIGTERM`. */
  readonly signals: Pick<EventEmitter, 'on' | 'once' | 'off'>
  /** Ends the run at once, whatever is under way. */
  exit(code: number): void
}

export const thisProcess: Surroundings = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  get cwd() {
    return process.cwd() // throws where the folder is gone, which only relative names are to notice
  },
  signals: process,
  exit: (code) => process.exit(code),
}

type Run = { surroundings: Surroundings; exitCode: number }
const runs = new AsyncLocalStorage<Run>()

/** Does the work of one run: what it calls finds the surroundings by {@link around}. */
export function asRun<T>(surroundings: Surroundings, work: () => T): T {
  return runs.run({ surroundings, exitCode: 0 }, work)
}

/** The surroundings of the run that the caller is part of. */
export const around = (): Surroundings => runs.getStore()?.surroundings ?? thisProcess

/** The run goes on and ends with this exit code; of several, the highest counts. */
export function endWith(code: number): void {
  const run = runs.getStore()
  if (run === undefined) throw new Error('Only a run of the command line has an exit code.')
  run.exitCode = Math.max(run.exitCode, code)
}

/** The exit code so far: 0 while all goes well. */
export const exitCode = (): number => runs.getStore()?.exitCode ?? 0

/** The same function for handlers of signals, which would not know the run that they were made in. */
export const inThisRun = <T extends (...args: never[]) => unknown>(handler: T): T => AsyncLocalStorage.bind(handler)
