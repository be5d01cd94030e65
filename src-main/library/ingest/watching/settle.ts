import { stat } from 'node:fs/promises'
import { isAbsent } from '../../../base/files/file-errors.ts'

/** A path is settled when two checks this far apart find the same. */
const QUIET_MS = 400
/** A path that changes again soon after it settled must stay the same for longer, but at most for this many checks. */
const MAX_CHECKS = 25
const SOON_MS = 10_000
const CHECKS_AT_ONCE = 16
/** With more paths than this, a full scan costs less than storing them. */
const MAX_PATHS = 50_000

/** The last state of a path, how often it was found the same, and how often it must be to count as settled. */
type Waiting = { state: string | null; same: number; wanted: number }
type Settled = { at: number; wanted: number }

async function describe(path: string): Promise<string> {
  try {
    const stats = await stat(path)
    return stats.isDirectory() ? 'folder' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
  } catch (error) {
    return isAbsent(error) ? 'absent' : 'unreadable'
  }
}

export type SettlerOptions = {
  onSettled(paths: string[]): void
  /** More paths arrived together than are worth storing; they are dropped. */
  onTooMany(): void
  quietMs?: number
  mostPaths?: number
}

/**
 * Holds back paths of events until they no longer change, so that a half-copied file is not read. A copy over a slow
 * line pauses: if it continues after it had settled, it must then be still for twice as long. It holds a timer only
 * while paths wait.
 */
export class Settler {
  readonly #options: SettlerOptions
  readonly #waiting = new Map<string, Waiting>()
  readonly #settled = new Map<string, Settled>()
  #timer: NodeJS.Timeout | null = null
  #whenEmpty: PromiseWithResolvers<void> | null = null
  #isClosed = false

  constructor(options: SettlerOptions) {
    this.#options = options
  }

  add(paths: Iterable<string>): void {
    for (const path of paths)
      if (!this.#waiting.has(path)) this.#waiting.set(path, { state: null, same: 0, wanted: this.#checksWanted(path) })
    if (this.#waiting.size > (this.#options.mostPaths ?? MAX_PATHS)) {
      this.#waiting.clear()
      this.#options.onTooMany()
      this.#wakeWaiting()
    }
    this.#schedule()
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** Resolves when no path waits. */
  async idle(): Promise<void> {
    if (this.isEmpty || this.#isClosed) return
    this.#whenEmpty ??= Promise.withResolvers<void>()
    await this.#whenEmpty.promise
  }

  close(): void {
    this.#isClosed = true
    this.#wakeWaiting()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #checksWanted(path: string): number {
    const before = this.#settled.get(path)
    return before === undefined || performance.now() - before.at > SOON_MS ? 1 : Math.min(MAX_CHECKS, before.wanted * 2)
  }

  #schedule(): void {
    if (this.isEmpty || this.#isClosed) return
    this.#timer ??= setTimeout(() => void this.#check(), this.#options.quietMs ?? QUIET_MS)
  }

  async #check(): Promise<void> {
    const settled: string[] = []
    const paths = [...this.#waiting.keys()]
    for (let at = 0; at < paths.length && !this.#isClosed; at += CHECKS_AT_ONCE)
      settled.push(...(await this.#checkSome(paths.slice(at, at + CHECKS_AT_ONCE))))
    this.#timer = null
    this.#forgetOld()
    if (this.#isClosed) return
    if (settled.length > 0) this.#options.onSettled(settled)
    if (this.isEmpty) this.#wakeWaiting()
    this.#schedule()
  }

  async #checkSome(paths: readonly string[]): Promise<string[]> {
    const states = await Promise.all(paths.map(describe))
    return paths.filter((path, place) => this.#note(path, states[place]!) && this.#waiting.delete(path))
  }

  /** True if a path has stayed the same long enough. */
  #note(path: string, state: string): boolean {
    const waiting = this.#waiting.get(path)
    if (waiting === undefined) return false
    waiting.same = waiting.state === state ? waiting.same + 1 : 0
    waiting.state = state
    if (waiting.same < waiting.wanted) return false
    this.#settled.set(path, { at: performance.now(), wanted: waiting.wanted })
    return true
  }

  #forgetOld(): void {
    const oldest = performance.now() - SOON_MS
    for (const [path, { at }] of this.#settled) if (at < oldest) this.#settled.delete(path)
  }

  #wakeWaiting(): void {
    this.#whenEmpty?.resolve()
    this.#whenEmpty = null
  }
}
