import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { stackOf } from '../../../contract/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Log } from '../../host/log.ts'
import { absentAs } from '../../../base/files/file-errors.ts'

type RunningExport = { jobId: string; folder: string }
type State = Pick<Catalog['settings'], 'getState' | 'setState'>

const STATE_KEY = 'exports.running'

const prefixOf = (jobId: string) => `.lumafold-${jobId}-`
const SUFFIX = '.part'

/** The temporary path of a job's file. */
export const temporaryPath = ({ jobId, folder }: RunningExport): string =>
  path.join(folder, `${prefixOf(jobId)}${randomUUID()}${SUFFIX}`)

/**
 * The running exports, saved with the library: if the program is killed, its unfinished files are removed from their
 * folders when the library is opened again.
 */
export class RunningExports {
  readonly #state: State
  readonly #log: Log
  /** Those of this process. */
  readonly #own = new Set<string>()

  constructor(state: State, log: Log) {
    this.#state = state
    this.#log = log
  }

  noteStart(job: RunningExport): void {
    this.#own.add(job.jobId)
    this.#save([...this.#list(), job])
  }

  noteEnd(jobId: string): void {
    this.#save(this.#list().filter((job) => job.jobId !== jobId))
  }

  /** Removes unfinished files of exports that were running when the program was killed; never rejects. */
  async removeLeftovers(): Promise<void> {
    for (const job of this.#list().filter(({ jobId }) => !this.#own.has(jobId))) {
      try {
        await removeParts(job)
        this.noteEnd(job.jobId)
      } catch (error) {
        this.#log.warn('Unfinished files of an export could not be removed', { ...job, error: stackOf(error) })
      }
    }
  }

  #list(): RunningExport[] {
    return JSON.parse(this.#state.getState(STATE_KEY) ?? '[]') as RunningExport[]
  }

  #save(running: readonly RunningExport[]): void {
    this.#state.setState(STATE_KEY, running.length === 0 ? null : JSON.stringify(running))
  }
}

/** Removes unfinished files of a job after the program was killed. A missing folder contains none. */
export async function removeParts({ jobId, folder }: RunningExport): Promise<void> {
  const names = await readdir(folder).catch(absentAs<string[]>([]))
  const parts = names.filter((name) => name.startsWith(prefixOf(jobId)) && name.endsWith(SUFFIX))
  for (const name of parts) await rm(path.join(folder, name), { force: true })
}
