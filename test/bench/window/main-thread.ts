import type { Browser, Page } from 'playwright-core'

type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number; args?: { name?: string } }

const FRAME_US = 16_667

/** What the page's main thread did: milliseconds of work in each sixtieth of a second. */
export type MainThread = { meanMs: number; mostMs: number; worstMs: number }

/** Traces the page while it works; waiting for other threads or for the screen counts for nothing. */
export async function traceMainThread(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return summarise(workOf(traceEvents))
}

/** The tasks of the renderer's main thread that did the most: the page's own. */
function workOf(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const tasks = threads.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid && event.name === 'RunTask' && event.dur),
  )
  return tasks.toSorted((a, b) => b.length - a.length)[0] ?? []
}

function summarise(tasks: readonly TraceEvent[]): MainThread {
  const frames = new Map<number, number>()
  for (const { ts, dur = 0 } of tasks) {
    const frame = Math.floor(ts / FRAME_US)
    frames.set(frame, (frames.get(frame) ?? 0) + dur / 1000)
  }
  const [first, last] = [Math.min(...frames.keys()), Math.max(...frames.keys())]
  const all = Array.from({ length: last - first + 1 }, (_, at) => frames.get(first + at) ?? 0)
  return {
    meanMs: all.reduce((sum, ms) => sum + ms, 0) / all.length,
    mostMs: quantile(all, 0.95),
    worstMs: Math.max(...all),
  }
}

/** The value that a share of the values does not pass. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
