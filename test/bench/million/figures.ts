import { loadavg } from 'node:os'
import { threadCpuUsage } from 'node:process'
import type { Waits } from './windows.ts'

const show = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))

/** Prints figures beside their limits; the process ends with 1 where one is beyond its limit. */
export class Figures {
  #isPassed = true

  /** `note` says what else there is to know of the figure. */
  put(name: string, value: number, { limit, unit, note = '' }: { limit?: number; unit: string; note?: string }): void {
    const isWithin = limit === undefined || value <= limit
    this.#isPassed &&= isWithin
    const judged = limit === undefined ? '' : `  limit ${show(limit)} ${unit}  ${isWithin ? 'PASS' : 'FAIL'}`
    process.stdout.write(`  ${name.padEnd(58)} ${show(value).padStart(8)} ${unit}${judged}${note && `  (${note})`}\n`)
  }

  /** The longest wait of a window during some work. */
  waits(name: string, waits: Waits, limit = 100): void {
    const note = `computing ${show(waits.longestComputingMs)} ms; ${waits.calls} calls`
    this.put(`${name}: longest wait of a window`, waits.longestMs, { limit, unit: 'ms', note })
  }

  /** The last line: whether all is within its limits, and how busy the machine was. */
  end(): void {
    const load = loadavg().map((value) => value.toFixed(1))
    process.stdout.write(`  ${this.#isPassed ? 'PASS' : 'FAIL'}; load average ${load.join(', ')}\n`)
    if (!this.#isPassed) process.exitCode = 1
  }
}

/** How long work took, and how much of that this thread computed, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; computingMs: number }> {
  const [began, before] = [performance.now(), threadCpuUsage()]
  const result = await work()
  const { user, system } = threadCpuUsage(before)
  return { result, ms: performance.now() - began, computingMs: (user + system) / 1000 }
}
