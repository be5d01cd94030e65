import { stat } from 'node:fs/promises'

/** A path counts as settled when it looks the same twice this far apart. */
const QUIET_MS = 400

async function describe(path: string): Promise<string> {
  const facts = await stat(path).catch(() => null)
  if (facts === null) return 'absent'
  return facts.isDirectory() ? 'folder' : `${facts.size} ${facts.mtimeMs}`
}

/**
 * Holds back paths that events named until nothing about them changes any more, so that a half-copied file is not read.
 * It holds a timer only while paths wait.
 */
export class Settler {
  readonly #onSettled: (paths: string[]) => void
  readonly #quietMs: number
  /** How each path looked at the last check; null before the first. */
  readonly #waiting = new Map<string, string | null>()
  #timer: NodeJS.Timeout | null = null
  #whenEmpty: PromiseWithResolvers<void> | null = null
  #isClosed = false

  constructor(onSettled: (paths: string[]) => void, quietMs = QUIET_MS) {
    this.#onSettled = onSettled
    this.#quietMs = quietMs
  }

  add(paths: Iterable<string>): void {
    for (const path of paths) if (!this.#waiting.has(path)) this.#waiting.set(path, null)
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

  #schedule(): void {
    if (!this.isEmpty && !this.#isClosed) this.#timer ??= setTimeout(() => void this.#check(), this.#quietMs)
  }

  async #check(): Promise<void> {
    const settled: string[] = []
    for (const [path, before] of new Map(this.#waiting)) {
      const now = await describe(path)
      if (now !== before) this.#waiting.set(path, now)
      else if (this.#waiting.delete(path)) settled.push(path)
    }
    this.#timer = null
    if (this.#isClosed) return
    if (settled.length > 0) this.#onSettled(settled)
    if (this.isEmpty) this.#wakeWaiting()
    this.#schedule()
  }

  #wakeWaiting(): void {
    this.#whenEmpty?.resolve()
    this.#whenEmpty = null
  }
}
