import { threadCpuUsage } from 'node:process'
import { setTimeout } from 'node:timers/promises'

const BEAT_MS = 2

/** The longest stretch of some work in which its thread answered nobody. */
export type Stretch = { wallMs: number; computingMs: number }

const cpuMs = (): number => {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1000
}

/** Does some work while a timer ticks on the same thread; returns the longest time without a tick. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<{ result: T; stretch: Stretch }> {
  const stretch: Stretch = { wallMs: 0, computingMs: 0 }
  let [isDone, at, cpu] = [false, performance.now(), cpuMs()]
  const beat = () => {
    stretch.wallMs = Math.max(stretch.wallMs, performance.now() - at)
    stretch.computingMs = Math.max(stretch.computingMs, cpuMs() - cpu)
    ;[at, cpu] = [performance.now(), cpuMs()]
  }
  const beating = (async () => {
    while (!isDone) {
      await setTimeout(BEAT_MS)
      beat()
    }
  })()
  await setTimeout(BEAT_MS)
  try {
    return { result: await work(), stretch }
  } finally {
    isDone = true
    await beating
  }
}
