import type { Browser, Page } from 'playwright'

/** `dur` is the time passed, `tdur` the thread's processor time, both in microseconds. */
type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

const FRAME_US = 16_667

/** Milliseconds of each sixtieth of a second: the mean, the 95th percentile, and the maximum. */
export type PerFrame = { meanMs: number; mostMs: number; worstMs: number }

/**
 * The work of the page's main thread. `computing` is its processor time; `busy` includes the waits of its tasks for the
 * compositor and for a core, which other programs, the drawing of the page and the library share with it.
 */
export type MainThread = { computing: PerFrame; busy: PerFrame; computedMs: number }

/** Traces the page while it works. */
export async function traceMainThread(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const tasks = tasksOf(traceEvents)
  const computing = tasks.map(({ ts, tdur = 0 }) => ({ ts, ms: tdur / 1000 }))
  return {
    computing: summarise(computing),
    busy: summarise(tasks.map(({ ts, dur = 0 }) => ({ ts, ms: dur / 1000 }))),
    computedMs: computing.reduce((sum, { ms }) => sum + ms, 0),
  }
}

/** The tasks of the renderer's main thread that did the most: the page's own. */
function tasksOf(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const tasks = threads.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid && event.name === 'RunTask' && event.dur),
  )
  return tasks.toSorted((a, b) => b.length - a.length)[0] ?? []
}

function summarise(tasks: readonly { ts: number; ms: number }[]): PerFrame {
  const frames = new Map<number, number>()
  for (const { ts, ms } of tasks) {
    const frame = Math.floor(ts / FRAME_US)
    frames.set(frame, (frames.get(frame) ?? 0) + ms)
  }
  const [first, last] = [Math.min(...frames.keys()), Math.max(...frames.keys())]
  const all = Array.from({ length: last - first + 1 }, (_, at) => frames.get(first + at) ?? 0)
  return {
    meanMs: all.reduce((sum, ms) => sum + ms, 0) / all.length,
    mostMs: quantile(all, 0.95),
    worstMs: Math.max(...all),
  }
}

/** The value that a share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
