import { type Figures, timed } from './figures.ts'
import { withHeartbeat } from './stretches.ts'

/** The longest time the thread that answers windows may compute without answering, in milliseconds. */
export const STRETCH_MS = 50
/** Photos of a page. */
export const PAGE = 200

/** Times some work on the thread that answers windows, and the longest stretch without an answer. */
export async function measure<T>(
  figures: Figures,
  name: string,
  limit: number | null,
  work: () => Promise<T>,
): Promise<T> {
  const { result, stretch } = await withHeartbeat(() => timed(work))
  const computing = `computing ${Math.round(result.computingMs)} ms`
  figures.put(name, result.ms, { ...(limit === null ? {} : { limit }), unit: 'ms', note: computing })
  const note = `${Math.round(stretch.wallMs)} ms by the clock`
  figures.put('  longest stretch', stretch.computingMs, { limit: STRETCH_MS, unit: 'ms', note })
  return result.result
}

/** Times some work several times; nine in ten must be within the limit. `before` runs before each, untimed. */
export async function measureMany(
  figures: Figures,
  { name, limit, runs, before }: { name: string; limit: number; runs: number; before?: (turn: number) => unknown },
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  const all: { ms: number; computingMs: number }[] = []
  for (let turn = 0; turn < runs; turn++) {
    await before?.(turn)
    all.push(await timed(() => work(turn)))
  }
  const at = (what: 'ms' | 'computingMs', share: number) =>
    all.map((each) => each[what]).sort((a, b) => a - b)[Math.min(runs - 1, Math.floor(runs * share))]!
  const note = `middle ${at('ms', 0.5).toFixed(1)}, worst ${at('ms', 1).toFixed(1)}, computing ${at('computingMs', 0.5).toFixed(1)} ms`
  figures.put(name, at('ms', 0.9), { limit, unit: 'ms', note })
}
