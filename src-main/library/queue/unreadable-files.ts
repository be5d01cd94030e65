import type { Text } from '../../contract/sentences/text.ts'
import type { PendingPhoto } from './rows/take-pending.ts'
import { pauseAfter } from '../../base/background/back-off.ts'

type Photo = Pick<PendingPhoto, 'id' | 'rootId'>
type Root = { failures: number; untilMs: number; reason: Text }
type File = { rootId: number; failures: number; untilMs: number; areOthersRead: boolean }

const PAUSES = { firstMs: 2000, longestMs: 300_000 }
/** A file that fails this often while others of its folder are read is itself the reason. */
const MAX_FAILURES = 3

/**
 * Files that could not be read because of their disk or network share. Photos of the same watched folder pause
 * together, so that a hanging share does not delay photos elsewhere; pauses double from two seconds to five minutes.
 */
export class UnreadableFiles {
  readonly #retry: () => void
  readonly #roots = new Map<number, Root>()
  readonly #files = new Map<number, File>()
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  /** `retry` is called at the end of each pause. */
  constructor(retry: () => void) {
    this.#retry = retry
  }

  /** Why photos wait, as a sentence for the person; null while all can be read. */
  get problem(): Text | null {
    return [...this.#roots.values()].at(-1)?.reason ?? null
  }

  /** Watched folders that are paused now. */
  pausedRoots(): Set<number> {
    return new Set(pausedKeys(this.#roots))
  }

  /** Photos that are paused now, even if others of their folder are not. */
  pausedIds(): number[] {
    return pausedKeys(this.#files)
  }

  /** The photo's file could not be read. Returns whether it is worth trying again. */
  note({ id, rootId }: Photo, reason: Text): 'again' | 'hopeless' {
    const file = this.#files.get(id) ?? { rootId, failures: 0, untilMs: 0, areOthersRead: false }
    file.failures += 1
    if (file.failures >= MAX_FAILURES && file.areOthersRead) {
      this.#files.delete(id)
      return 'hopeless'
    }
    this.#files.set(id, { ...file, untilMs: performance.now() + pauseAfter(file.failures, PAUSES) })
    this.#pauseRoot(rootId, reason)
    this.#startTimer()
    return 'again'
  }

  /** The photo's file was read, so its folder is readable. */
  noteRead({ id, rootId }: Photo): void {
    this.#roots.delete(rootId)
    this.#files.delete(id)
    for (const file of this.#files.values()) if (file.rootId === rootId) file.areOthersRead = true
  }

  /** A person asks for a try at once, or nothing is left to try. */
  clear(): void {
    this.#roots.clear()
    this.#files.clear()
    this.#stopTimer()
  }

  close(): void {
    this.#isClosed = true
    this.clear()
  }

  /** Photos that failed concurrently count as one. */
  #pauseRoot(rootId: number, reason: Text): void {
    const root = this.#roots.get(rootId) ?? { failures: 0, untilMs: 0 }
    if (root.untilMs > performance.now()) return
    const failures = root.failures + 1
    this.#roots.set(rootId, { failures, untilMs: performance.now() + pauseAfter(failures, PAUSES), reason })
  }

  #startTimer(): void {
    this.#stopTimer()
    const ends = [...this.#roots.values(), ...this.#files.values()].map(({ untilMs }) => untilMs)
    const nextMs = Math.min(...ends.filter((untilMs) => untilMs > performance.now()))
    if (this.#isClosed || nextMs === Infinity) return
    this.#timer = setTimeout(() => {
      this.#startTimer()
      this.#retry()
    }, nextMs - performance.now())
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

const pausedKeys = (pauses: ReadonlyMap<number, { untilMs: number }>): number[] =>
  [...pauses].filter(([, { untilMs }]) => untilMs > performance.now()).map(([key]) => key)
