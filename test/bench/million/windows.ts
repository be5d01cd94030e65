import { threadCpuUsage } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import type { OpenLibrary } from '../../../src-main/library/library.ts'

/** Between two calls of the windows, and so the maximum by which a wait is underestimated. */
const PAUSE_MS = 5

/** The longest wait of a call in milliseconds, from call to answer. */
export type Waits = {
  longestMs: number
  /** The longest computing time of the library itself meanwhile: other programs on the machine do not count. */
  longestComputingMs: number
  /** 99 of 100 calls wait less. */
  mostMs: number
  calls: number
}

const cpuMs = (): number => {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1000
}

/** A window's constant requests: the page on screen, some of its tiles, and the tree of folders. */
async function ask(library: OpenLibrary, turn: number): Promise<void> {
  if (turn % 10 === 9) await library.calls.folders.list()
  else if (turn % 2 === 0) await library.calls.photos.list({})
  else await library.calls.photos.get({ id: 1 + ((turn * 7919) % 1000) })
}

/** Does some work of a library while windows send one request after another. */
export async function withWindows<T>(
  library: OpenLibrary,
  work: () => Promise<T>,
): Promise<{ result: T; waits: Waits }> {
  const waits: Waits = { longestMs: 0, longestComputingMs: 0, mostMs: 0, calls: 0 }
  const all: number[] = []
  const state = { isDone: false }
  const working = work().finally(() => (state.isDone = true))
  for (; !state.isDone; waits.calls++) {
    const [madeMs, cpuBefore] = [performance.now() + PAUSE_MS, cpuMs()]
    await setTimeout(PAUSE_MS)
    await ask(library, waits.calls)
    const [waitedMs, computedMs] = [performance.now() - madeMs, cpuMs() - cpuBefore]
    all.push(waitedMs)
    waits.longestMs = Math.max(waits.longestMs, waitedMs)
    waits.longestComputingMs = Math.max(waits.longestComputingMs, Math.min(waitedMs, computedMs))
  }
  waits.mostMs = all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0
  return { result: await working, waits }
}
