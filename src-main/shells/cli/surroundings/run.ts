import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'

type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number; writableNeedDrain?: boolean }

/** The surroundings of a run of the command line: those of this process, or those of a test. */
export type Surroundings = {
  readonly stdout: Output
  readonly stderr: Output
  /** Environment variables; Commander reads those of options (`LUMAFOLD_DATABASE` and others) from this process. */
  readonly env: NodeJS.ProcessEnv
  /** The absolute path of the folder that names are relative to. */
  readonly cwd: string
  /** Emits `SIGINT` and `SIGTERM`. */
  readonly signals: Pick<EventEmitter, 'on' | 'once' | 'off'>
  /** Ends the run at once, whatever is in progress. */
  exit(code: number): void
}

export const thisProcess: Surroundings = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  get cwd() {
    return process.cwd() // throws if the folder is gone, which should only affect relative names
  },
  signals: process,
  exit: (code) => process.exit(code),
}

type Run = { surroundings: Surroundings; exitCode: number; isQuiet: boolean }
const runs = new AsyncLocalStorage<Run>()

/** Does the work of one run: code that it calls finds the surroundings by {@link around}. */
export function asRun<T>(surroundings: Surroundings, work: () => T): T {
  return runs.run({ surroundings, exitCode: 0, isQuiet: false }, work)
}

/** The surroundings of the caller's run. */
export const around = (): Surroundings => runs.getStore()?.surroundings ?? thisProcess

/** Sets the exit code without ending the run; of several, the highest counts. */
export function endWith(code: number): void {
  const run = runs.getStore()
  if (run === undefined) throw new Error('Only a run of the command line has an exit code.')
  run.exitCode = Math.max(run.exitCode, code)
}

/** From now on, this run shows no progress. */
export function beQuiet(): void {
  const run = runs.getStore()
  if (run !== undefined) run.isQuiet = true
}

/** Whether this run shows no progress. */
export const isQuiet = (): boolean => runs.getStore()?.isQuiet ?? false

/** The current exit code: 0 while all goes well. */
export const exitCode = (): number => runs.getStore()?.exitCode ?? 0

/** The same function for signal handlers, which would otherwise lose the run in which they were created. */
export const inThisRun = <T extends (...args: never[]) => unknown>(handler: T): T => AsyncLocalStorage.bind(handler)
