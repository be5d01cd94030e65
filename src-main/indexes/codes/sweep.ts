import type { BlockScan, RowVisitor } from './block-scan.ts'
import { BLOCK_GROUPS, BLOCK_ROWS } from './row-layout.ts'

export type Sweep = {
  /** Number of rows, counted from 0. */
  rows: number
  /** A bit for each requested row, by groups of 16 rows; all rows when absent. */
  mask?: Uint16Array | undefined
  /** The least wanted cosine; called for each block, since it may rise. */
  floor: () => number
  /** Number of the likeliest groups to visit before all others; none if the floor does not rise. */
  first: number
  /** Called after those visits, to raise the floor. */
  raise?: () => void
}

/** Steps in which cosines from -1 to 1 are counted. */
const STEPS = 4096

/**
 * Visits all requested rows whose cosine with a scan's query may reach the floor. It first reads heads and first signs
 * of all groups, so that the likeliest groups can raise the floor for the others.
 */
export function sweep(scan: BlockScan, { rows, mask, floor, first, raise }: Sweep, visitor: RowVisitor): void {
  const blocks = Array.from({ length: Math.ceil(rows / BLOCK_ROWS) }, (_, block) => block)
  const [likely, most] = [1, 2].map(() => new Float32Array(blocks.length * BLOCK_GROUPS)) as [
    Float32Array,
    Float32Array,
  ]
  const parts = blocks.map((block) => {
    const [start, end] = [block * BLOCK_GROUPS, (block + 1) * BLOCK_GROUPS]
    const count = Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS)
    const of = (values: Float32Array) => values.subarray(start, end)
    return { block, rows: count, mask: mask?.subarray(start, end), likely: of(likely), most: of(most) }
  })
  for (const part of parts) scan.promise(part, floor())
  const from = first === 0 ? Infinity : likeliest(likely, first)
  if (first > 0) {
    for (const part of parts) scan.visit(part, { least: floor(), from, below: Infinity }, visitor)
    raise?.()
  }
  for (const part of parts) scan.visit(part, { least: floor(), from: -Infinity, below: from }, visitor)
}

/** The bound above which at least `count` groups are the likeliest, and few more; with fewer groups, all are. */
function likeliest(likely: Float32Array, count: number): number {
  const counts = new Uint32Array(STEPS + 1)
  const stepOf = (cosine: number) => Math.max(0, Math.min(STEPS, Math.floor(((cosine + 1) / 2) * STEPS)))
  for (const cosine of likely) if (cosine > -Infinity) counts[stepOf(cosine)]!++
  let [step, found] = [STEPS, 0]
  while (step > 0 && (found += counts[step]!) < count) step--
  return step === 0 ? -Number.MAX_VALUE : (step / STEPS) * 2 - 1
}
