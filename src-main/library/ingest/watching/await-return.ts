import { existsSync, watch, type FSWatcher } from 'node:fs'
import path from 'node:path'
import { GrowingPause } from '../../../base/background/back-off.ts'

export type AwaitReturnOptions = {
  /** Whether the folder is back; must not reject. */
  isBack(): Promise<boolean>
  /** Called once. */
  onReturn(): void
  /** Maximum pause between two checks without an event, in milliseconds. */
  longestPauseMs?: number
}

/** On macOS and Windows only checking shows that a drive is connected; Linux has a mount table. */
const MAX_PAUSE_MS = process.platform === 'linux' ? 60_000 : 5_000

/**
 * Waits for a folder that is not there or may not be read. It checks when something happens to the folder or to the
 * nearest existing one above it, on request, and after growing pauses.
 */
export class AwaitReturn {
  readonly #folder: string
  readonly #options: AwaitReturnOptions
  readonly #pause: GrowingPause
  #watcher: FSWatcher | null = null
  #timer: NodeJS.Timeout | null = null
  #isChecking = false
  #isDue = false
  #isClosed = false

  constructor(folder: string, options: AwaitReturnOptions) {
    this.#folder = folder
    this.#options = options
    this.#pause = new GrowingPause({ longestMs: options.longestPauseMs ?? MAX_PAUSE_MS })
    this.#listen()
    this.#wait()
  }

  /** Checks now; a check in progress is followed by another one. */
  check(): void {
    this.#isDue = true
    if (!this.#isClosed && !this.#isChecking) void this.#check()
  }

  close(): void {
    this.#isClosed = true
    this.#watcher?.close()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  async #check(): Promise<void> {
    this.#isChecking = true
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false
      const isBack = await this.#options.isBack()
      if (this.#isClosed) return
      if (isBack) {
        this.close()
        return this.#options.onReturn()
      }
      this.#listen()
    }
    this.#isChecking = false
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.check()
      this.#wait()
    }, this.#pause.take())
  }

  /** Watches the nearest existing folder above, for changes of the one below it. */
  #listen(): void {
    this.#watcher?.close()
    let below = this.#folder
    let parent = path.dirname(below)
    while (!existsSync(parent) && parent !== path.dirname(parent)) [below, parent] = [parent, path.dirname(parent)]
    try {
      this.#watcher = watch(parent, { persistent: false })
    } catch {
      return // It may not be read either, or no watches are left: the pauses remain.
    }
    this.#watcher.on('change', (_type, name) => {
      if (name === null || name === path.basename(below)) this.check()
    })
    this.#watcher.on('error', () => this.check())
  }
}
