import type { Text } from '../../contract/sentences/text.ts'
import { stackOf } from '../../contract/errors.ts'
import type { PendingPhoto } from './rows/take-pending.ts'
import type { Log } from '../host/log.ts'
import { UnreadableFiles } from './unreadable-files.ts'
import type { Delayed } from './process-photo.ts'
import { describeStorageFault } from './storage-fault.ts'

/** Problems that delay the analysis and are not a photo's fault, and the retries. */
export class QueueProblems {
  readonly #log: Log
  readonly #retries: Retries
  readonly #files: UnreadableFiles

  /** `retry` is called when a pause ends. */
  constructor(log: Log, retry: () => void) {
    this.#log = log
    this.#retries = new Retries(retry)
    this.#files = new UnreadableFiles(retry)
  }

  /** Why photos wait, as a sentence for the person; null while all is well. */
  get problem(): Text | null {
    return this.#retries.problem ?? this.#files.problem
  }

  /** True while no photo at all is worth a try. */
  get isPausing(): boolean {
    return this.#retries.isPausing
  }

  /** True if a single photo must show whether work is possible again. */
  get isTrying(): boolean {
    return this.#retries.problem !== null
  }

  /** Photos that are paused now. */
  pausedIds(): number[] {
    return this.#files.pausedIds()
  }

  /** Watched folders whose photos are paused now. */
  pausedRoots(): ReadonlySet<number> {
    return this.#files.pausedRoots()
  }

  /** A photo was delayed. It is `hopeless` if its file repeatedly cannot be read while its neighbours can. */
  note(photo: PendingPhoto, { by, reason, error }: Delayed): 'again' | 'hopeless' {
    const { path } = photo
    if (by === 'file') {
      this.#log.warn('A file cannot be read now; its photo stays pending', { path, reason })
      return this.#files.note(photo, reason)
    }
    const details = error === undefined ? { path, reason } : { path, error: stackOf(error) }
    this.#log.warn('Nothing can be analysed or saved; photos stay pending', details)
    this.#retries.noteFailure(reason)
    return 'again'
  }

  /** The library could not be read or written, regardless of the photo. */
  noteStorageFault(error: unknown): void {
    this.#log.warn('Nothing can be saved; photos stay pending', { error: stackOf(error) })
    this.#retries.noteFailure(describeStorageFault(error))
  }

  /** A photo was read and its outcome saved. */
  noteSuccess(photo: PendingPhoto): void {
    this.#retries.noteSuccess()
    this.#files.noteRead(photo)
  }

  /** A person asks for a try at once. */
  endPauses(): void {
    this.#retries.endPause()
    this.#files.clear()
  }

  /** Photos left the library. */
  forgetFiles(): void {
    this.#files.clear()
  }

  /** Nothing is left to do. */
  clear(): void {
    this.#retries.noteSuccess()
    this.#files.clear()
  }

  close(): void {
    this.#retries.close()
    this.#files.close()
  }
}

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

/**
 * A problem for the whole queue, such as saving on a full disk or starting a process: it waits, and tries again after
 * pauses that double from a second to a minute. Photos in progress at the same time fail together, and count as one.
 */
class Retries {
  readonly #retry: () => void
  #timer: NodeJS.Timeout | null = null
  #pauseMs = FIRST_PAUSE_MS
  #problem: Text | null = null
  #isClosed = false

  /** `retry` is called at the end of each pause. */
  constructor(retry: () => void) {
    this.#retry = retry
  }

  /** Why nothing can be done, as a sentence for the person; null while all is well. */
  get problem(): Text | null {
    return this.#problem
  }

  get isPausing(): boolean {
    return this.#timer !== null
  }

  noteFailure(problem: Text): void {
    if (this.#isClosed) return
    this.#problem = problem
    if (this.#timer !== null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#retry()
    }, this.#pauseMs)
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2)
  }

  noteSuccess(): void {
    this.endPause()
    this.#problem = null
    this.#pauseMs = FIRST_PAUSE_MS
  }

  /** A person asks for a try at once. */
  endPause(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  close(): void {
    this.#isClosed = true
    this.endPause()
  }
}
