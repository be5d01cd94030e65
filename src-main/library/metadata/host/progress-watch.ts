import type { TextValue } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { slownessNow } from '../../../compute/host/slowness-now.ts'
import type { BatchProgress } from '../worker/protocol.ts'

/** Limits of a metadata process. */
export type ReadingLimits = {
  /** Milliseconds between two checks of a working process. All times below are counted in such ticks. */
  tickMs: number
  /** Ticks until a started process must be ready. */
  startTicks: number
  /**
   * Ticks without a sign of life after which a process hangs, on a machine of usual speed. Waiting for a disk does not
   * prevent signs of life; other programs that use the processor do.
   */
  silentTicks: number
  /** Signs of life, one a tick, without a finished file, after which a disk counts as gone. */
  waitTicks: number
  /** Milliseconds of processor time without a finished file, on a machine of usual speed; a slower one has more. */
  cpuMs: number
  /** A file that is read again alone gets this many times as much, in case the machine was merely busy. */
  aloneFactor: number
  /** Bytes of memory. */
  residentBytes: number
}

export const DEFAULT_READING_LIMITS: ReadingLimits = {
  tickMs: 250,
  startTicks: 120,
  silentTicks: 40,
  waitTicks: 240,
  cpuMs: 2_000,
  aloneFactor: 3,
  residentBytes: 512 * 1024 * 1024,
}

/** Why a batch is given up; `waits` says nothing about a file. */
export type Trouble = { kind: 'hangs' | 'too-large' | 'waits' | 'not-started'; how: TextValue }

/**
 * Decides from a process's signs of life whether it works, waits for a disk, or hangs. Time is counted in ticks of the
 * library, so that a sleeping machine or a busy library causes no blame, and processor time by the machine's present
 * speed.
 */
export class ProgressWatch {
  readonly #limits: ReadingLimits
  readonly #factor: number
  readonly #slowness: () => number
  #isReady: boolean
  #silentTicks = 0
  #waitTicks = 0

  /** `isReady` if the process was started before; `slowness` is that of `slownessNow`. */
  constructor(
    limits: ReadingLimits,
    { isReady, isAlone, slowness = slownessNow }: { isReady: boolean; isAlone: boolean; slowness?: () => number },
  ) {
    this.#limits = limits
    this.#slowness = slowness
    this.#isReady = isReady
    this.#factor = isAlone ? limits.aloneFactor : 1
  }

  noteReady(): void {
    this.#isReady = true
    this.#silentTicks = 0
  }

  /** A tick passed: null while all is well. */
  tick(): Trouble | null {
    this.#silentTicks += 1
    const { startTicks, silentTicks } = this.#limits
    if (!this.#isReady) return this.#silentTicks > startTicks ? this.#late('not-started', startTicks) : null
    const isLate = this.#exceeds(this.#silentTicks, silentTicks)
    return isLate ? this.#late('hangs', this.#silentTicks - 1) : null
  }

  /** The process gave a sign of life: null while all is well. */
  note({ answers, cpuMs, residentBytes }: BatchProgress): Trouble | null {
    const { waitTicks, residentBytes: maxBytes } = this.#limits
    this.#silentTicks = 0
    this.#waitTicks = answers.length > 0 ? 0 : this.#waitTicks + 1
    if (residentBytes > maxBytes)
      return { kind: 'too-large', how: say('reading.memory', { count: Math.round(maxBytes / 1e6) }) }
    if (this.#exceeds(cpuMs, this.#limits.cpuMs))
      return { kind: 'hangs', how: say('reading.processor', { seconds: Math.round(cpuMs / 1000) }) }
    return this.#waitTicks > waitTicks ? this.#late('waits', waitTicks) : null
  }

  /** Measures the machine's speed only if it matters. */
  #exceeds(value: number, limit: number): boolean {
    const max = limit * this.#factor
    return value > max && value > max * this.#slowness()
  }

  #late(kind: Trouble['kind'], ticks: number): Trouble {
    return { kind, how: say('reading.noAnswer', { seconds: (ticks * this.#limits.tickMs) / 1000 }) }
  }
}
