import { readFileSync } from 'node:fs'
import { MOUNT_TABLE } from '../places/mounts.ts'

const EVERY_MS = 5_000

/**
 * Notices mounts and unmounts, for which the folders themselves get no event. Linux lists mounts in a file of a few
 * kilobytes that is generated when it is read; no event reports its changes either.
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

  /** Does nothing if the system has no mount table, or if it is running already. */
  start(): void {
    if (this.#timer !== null) return
    this.#before = readTable()
    if (this.#before !== null) this.#timer = setInterval(() => this.#check(), this.#everyMs)
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #check(): void {
    const now = readTable()
    if (now === null || now === this.#before) return
    this.#before = now
    this.#onChange()
  }
}

/** It takes a tenth of a millisecond; null if there is none. */
function readTable(): string | null {
  try {
    return readFileSync(MOUNT_TABLE, 'utf8')
  } catch {
    return null // Only Linux has one.
  }
}
