import type { BlockScan, RowVisitor } from './block-scan.ts'
import { BLOCK_GROUPS, BLOCK_ROWS } from './row-layout.ts'

export type Sweep = {
  /** Rows that there are, from 0 on. */
  rows: number
  /** Of each group of 16 rows a bit for each that is asked for; all when absent. */
  mask?: Uint16Array | undefined
  /** The least cosine that is wanted; asked for each block, since it may rise. */
  floor: () => number
  /** How many of the most promising groups are visited before all others; none where the floor does not rise. */
  first: number
  /** Called when those were visited, to raise the floor. */
  raise?: () => void
}

/** So many groups tell from where on others are among the most promising. */
const SAMPLE = 1024

/**
 * Visits all rows that are asked for and whose cosine with the query of a scan may reach the floor. What heads promise
 * is looked at everywhere first, so that the groups that promise most can raise the floor for all others.
 */
export function sweep(scan: BlockScan, { rows, mask, floor, first, raise }: Sweep, visitor: RowVisitor): void {
  const blocks = Array.from({ length: Math.ceil(rows / BLOCK_ROWS) }, (_, block) => block)
  const promises = new Float32Array(blocks.length * BLOCK_GROUPS)
  const parts = blocks.map((block) => {
    const [start, end] = [block * BLOCK_GROUPS, (block + 1) * BLOCK_GROUPS]
    const count = Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS)
    return { block, rows: count, mask: mask?.subarray(start, end), promises: promises.subarray(start, end) }
  })
  for (const part of parts) scan.promise(part)
  if (first > 0) {
    const most = mostPromising(promises, first)
    for (const part of parts) {
      scan.visit(part, { from: most, least: floor() }, visitor)
      forget(part.promises, most)
    }
    raise?.()
  }
  for (const part of parts) {
    const least = floor()
    scan.visit(part, { from: least, least }, visitor)
  }
}

/** From where on about so many groups are among the most promising. */
function mostPromising(promises: Float32Array, count: number): number {
  const step = Math.max(1, Math.floor(promises.length / SAMPLE))
  const sample = Float32Array.from({ length: Math.floor(promises.length / step) }, (_, n) => promises[n * step]!).sort()
  const place = sample.length - 1 - Math.ceil((count / promises.length) * sample.length)
  return sample[Math.max(0, place)]!
}

/** What was visited is not visited again. */
function forget(promises: Float32Array, from: number): void {
  for (let n = 0; n < promises.length; n++) if (promises[n]! >= from) promises[n] = -Infinity
}
