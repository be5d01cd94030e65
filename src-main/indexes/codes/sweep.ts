import type { BlockScan, RowVisitor } from './block-scan.ts'
import { BLOCK_GROUPS, BLOCK_ROWS } from './row-layout.ts'

export type Sweep = {
  /** Rows that there are, from 0 on. */
  rows: number
  /** Of each group of 16 rows a bit for each that is asked for; all when absent. */
  mask?: Uint16Array | undefined
  /** The least cosine that is wanted; asked for each block, since it may rise. */
  floor: () => number
  /** How many of the likeliest groups are visited before all others; none where the floor does not rise. */
  first: number
  /** Called when those were visited, to raise the floor. */
  raise?: () => void
}

/** Cosines from -1 to 1 are counted in so many steps. */
const STEPS = 4096

/**
 * Visits all rows that are asked for and whose cosine with the query of a scan may reach the floor. What heads and
 * first signs tell is looked at everywhere first, so that the likeliest groups can raise the floor for all others.
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

/** From where on at least so many groups are the likeliest, and little more; of fewer, all. */
function likeliest(likely: Float32Array, count: number): number {
  const counts = new Uint32Array(STEPS + 1)
  const stepOf = (cosine: number) => Math.max(0, Math.min(STEPS, Math.floor(((cosine + 1) / 2) * STEPS)))
  for (const cosine of likely) if (cosine > -Infinity) counts[stepOf(cosine)]!++
  let [step, found] = [STEPS, 0]
  while (step > 0 && (found += counts[step]!) < count) step--
  return step === 0 ? -Number.MAX_VALUE : (step / STEPS) * 2 - 1
}
