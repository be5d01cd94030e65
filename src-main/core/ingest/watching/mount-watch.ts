import { readFile } from 'node:fs/promises'
import { MOUNT_TABLE } from '../places/mounts.ts'

const EVERY_MS = 5_000

/**
 * Notices that something was mounted or unmounted: the folders themselves get no event then. Linux lists what is
 * mounted in a file, a few kilobytes that are made when they are read; no event tells of its changes either.
 */
export class MountWatch {
  readonly #onChange: () => void
  readonly #everyMs: number
  #timer: NodeJS.Timeout | null = null
  #before: string | null = null

  constructor(onChange: () => void, everyMs = EVERY_MS) {
    this.#onChange = onChange
    this.#everyMs = everyMs
  }

  /** Does nothing where the system has no mount table, or where it runs already. */
  start(): void {
    if (process.platform !== 'linux') return
    this.#timer ??= setInterval(() => void this.#look(), this.#everyMs)
    void this.#look()
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    const now = await readFile(MOUNT_TABLE, 'utf8').catch(() => null)
    const isChanged = this.#before !== null && now !== null && now !== this.#before
    this.#before = now ?? this.#before
    if (isChanged && this.#timer !== null) this.#onChange()
  }
}
