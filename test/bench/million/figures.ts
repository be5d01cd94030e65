import { loadavg } from 'node:os'
import { threadCpuUsage } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { type Waits, withWindows } from './windows.ts'

const IDLE_MS = 10_000

const show = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))

/** Prints figures with their limits; the process ends with 1 if one is beyond its limit. */
export class Figures {
  #isPassed = true

  /** `note` has further information about the figure. */
  put(name: string, value: number, { limit, unit, note = '' }: { limit?: number; unit: string; note?: string }): void {
    const isWithin = limit === undefined || value <= limit
    this.#isPassed &&= isWithin
    const judged = limit === undefined ? '' : `  limit ${show(limit)} ${unit}  ${isWithin ? 'PASS' : 'FAIL'}`
    process.stdout.write(`  ${name.padEnd(58)} ${show(value).padStart(8)} ${unit}${judged}${note && `  (${note})`}\n`)
  }

  /** The longest wait of a window during some work; null means no limit. */
  waits(name: string, waits: Waits, limit: number | null = 100): void {
    const { longestMs, longestComputingMs, mostMs, calls } = waits
    const note = `computing ${show(longestComputingMs)} ms; 99 % of ${calls} calls ${show(mostMs)} ms`
    const judged = limit === null ? {} : { limit }
    this.put(`${name}: longest wait of a window`, longestMs, { ...judged, unit: 'ms', note })
  }

  /** A window's waits without any work: the machine's own share of every wait. */
  async idleWaits(library: OpenLibrary): Promise<void> {
    this.waits('for comparison, nothing is done', (await withWindows(library, () => setTimeout(IDLE_MS))).waits, null)
  }

  /** The last line: whether all is within its limits, and how busy the machine was. */
  end(): void {
    const load = loadavg().map((value) => value.toFixed(1))
    process.stdout.write(`  ${this.#isPassed ? 'PASS' : 'FAIL'}; load average ${load.join(', ')}\n`)
    if (!this.#isPassed) process.exitCode = 1
  }
}

/** The duration of work, and this thread's computing time in it, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; computingMs: number }> {
  const [began, before] = [performance.now(), threadCpuUsage()]
  const result = await work()
  const { user, system } = threadCpuUsage(before)
  return { result, ms: performance.now() - began, computingMs: (user + system) / 1000 }
}
