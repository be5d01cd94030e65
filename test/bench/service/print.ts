import { loadavg } from 'node:os'
import { percentile, slopeOf } from './percentile.ts'
import type { LoadReport } from './load-types.ts'
import type { MemoryPoint } from './watch-tree.ts'

export type Row = { what: string; value: string; bound: string; reached: string }

/** One line of the table at the end. */
export function row(what: string, value: string, bound = '', isReached?: boolean): Row {
  return { what, value, bound, reached: isReached === undefined ? '' : isReached ? 'yes' : 'NO' }
}

export const say = (line: string): void => console.log(line)
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
export const loads = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')

/** Latencies of each kind of call. */
export function sayLatencies({ latencies }: LoadReport): void {
  console.table(
    Object.entries(latencies)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([call, times]) => ({
        call,
        answers: times.length,
        p50: Math.round(percentile(times, 0.5)),
        p99: Math.round(percentile(times, 0.99)),
      })),
  )
}

/** Memory over a run: its mean in the first, second and last third, and the slope of all of it per minute. */
export function describeMemory(
  points: readonly MemoryPoint[],
  bytesOf: (point: MemoryPoint) => number,
): { text: string; growth: number } {
  const third = Math.ceil(points.length / 3)
  const means = [0, 1, 2].map((at) => {
    const part = points.slice(at * third, (at + 1) * third)
    return part.reduce((sum, point) => sum + bytesOf(point), 0) / part.length
  })
  const slope = slopeOf(points.map((point) => [point.seconds, bytesOf(point)] as const)) * 60
  return {
    text: `${means.map(megabytes).join(', ')} (${slope >= 0 ? '+' : ''}${(slope / 1e6).toFixed(1)} MB a minute)`,
    growth: means[2]! / means[0]!,
  }
}
