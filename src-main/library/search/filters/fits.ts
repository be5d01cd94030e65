import { searchFields } from '../../../contract/library/search/fields.ts'
import { type FieldNode, field, type SearchNode } from '../../../contract/library/search/nodes.ts'
import { type Bits, forEachBit, intersect, setBit, subtract } from '../columns/bits.ts'
import type { Slices } from '../columns/slices.ts'
import { findNode, findReading } from './evaluate.ts'
import type { Filter, FilterSource } from './filter.ts'
import { readNodes } from './readings.ts'

/** Sorts by how much of a search fits. `fits:all` finds what it did; `fits:most` also what fits by half or more. */
export const fits = {
  fields: [],
  terms: [{ field: searchFields.fits, find: (_term, { index }) => index.live.slice() }],
} satisfies Filter

const isFits = (node: SearchNode): node is FieldNode => node.type === 'field' && node.field === searchFields.fits.name

/** Which photos the terms of a search want by `fits:`; null if they have none. */
export function fitsOf(nodes: readonly SearchNode[]): 'all' | 'most' | null {
  const wanted = nodes.find(isFits)
  if (wanted === undefined) return null
  return wanted.values.includes('most') ? 'most' : 'all'
}

/** What a term counts, and what a later value of a tag does: `tag:girl,child,woman` wants girls. */
const [WHOLE, RELATED] = [4, 2]

/** How much of a search fits each photo, by slot, of `most`; photos outside `allowed` have what must not be. */
type Fit = { scores: Uint16Array; most: number; allowed: Bits }

function* fitOf(source: FilterSource, nodes: readonly SearchNode[]): Slices<Fit> {
  const { index } = source
  const scores = new Uint16Array(index.live.length * 32)
  const allowed = index.live.slice()
  let most = 0
  for (const reading of readNodes(
    nodes.filter((node) => !isFits(node)),
    source,
  )) {
    yield
    const found = yield* findReading(source, reading)
    if (found === null) continue
    if (reading.kind === 'node' && reading.node.type === 'not') {
      intersect(allowed, found)
      continue
    }
    most += WHOLE
    const exact = (reading.kind === 'node' ? yield* findFirstValue(source, reading.node) : null) ?? found
    forEachBit(exact, (slot) => void (scores[slot]! += WHOLE))
    if (exact === found) continue
    const related = found.slice()
    subtract(related, exact)
    forEachBit(related, (slot) => void (scores[slot]! += RELATED))
  }
  return { scores, most, allowed }
}

/** The photos of the first of several values of a tag; null for all else. */
function* findFirstValue(source: FilterSource, node: SearchNode): Slices<Bits | null> {
  if (node.type !== 'field' || node.field !== searchFields.tag.name || node.values.length < 2) return null
  return yield* findNode(source, field(node.field, node.values.slice(0, 1), node.comparison))
}

/** Photos that at least half of a search fits, and nothing of what must not be. */
export function* findMost(source: FilterSource, nodes: readonly SearchNode[]): Slices<Bits> {
  const { scores, most, allowed } = yield* fitOf(source, nodes)
  const found = source.index.noSlots()
  forEachBit(allowed, (slot) => {
    if (2 * scores[slot]! >= most) setBit(found, slot)
  })
  return found
}

/** How much of a search is missing on each photo that at least half of it fits, by slot: 0 if everything fits. */
export function* missingOf(source: FilterSource, nodes: readonly SearchNode[]): Slices<ReadonlyMap<number, number>> {
  const { scores, most, allowed } = yield* fitOf(source, nodes)
  const missing = new Map<number, number>()
  forEachBit(allowed, (slot) => {
    if (2 * scores[slot]! >= most) missing.set(slot, most - scores[slot]!)
  })
  return missing
}
