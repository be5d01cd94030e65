import { hasBit, makeBits, setBit } from '../columns/bits.ts'
import type { NearnessCount } from '../../../contract/library/query.ts'
import type { FieldNode, SearchNode } from '../../../contract/library/search/nodes.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import type { FilterSource, SearchTerm } from '../filters/filter.ts'
import { fitsOf, missingOf } from '../filters/text.ts'
import { atOnce } from '../columns/slices.ts'
import { orderByNumber } from './order-by-number.ts'

/**
 * How well photos match a text, by slot: lower is better. The ranks of several terms are added, and photos that one of
 * them does not find come last. Empty if nothing of the text ranks photos.
 */
export function rankMatches(text: string, source: FilterSource): ReadonlyMap<number, number> {
  const { terms } = parse(text, source.terms.findField)
  if (fitsOf(terms) !== null) return atOnce(missingOf(source, terms))
  const ranks = wantedTerms(text, source).flatMap(({ term, node }) => rankBy(term, node, source) ?? [])
  if (ranks.length === 1) return ranks[0]!
  const slots = new Set(ranks.flatMap((rank) => [...rank.keys()]))
  return new Map([...slots].map((slot) => [slot, ranks.reduce((sum, rank) => sum + (rank.get(slot) ?? rank.size), 0)]))
}

function rankBy(term: SearchTerm, node: FieldNode, source: FilterSource): ReadonlyMap<number, number> | undefined {
  const nearness = term.nearness?.(node, source)
  return nearness === undefined ? term.rank?.(node, source) : placesOf(nearness)
}

/** How near photos are to the colour that a text orders them by, by slot; null if it orders by anything else. */
export function nearnessOf(text: string, source: FilterSource): ReadonlyMap<number, number> | null {
  const [first, ...others] = wantedTerms(text, source).filter(({ term }) => term.nearness ?? term.rank)
  if (first === undefined || others.length > 0) return null
  return first.term.nearness?.(first.node, source) ?? null
}

/** Up to which part of the wanted distance a photo is closest, and close. */
const [CLOSEST, CLOSE] = [0.5, 0.75]

/**
 * How many photos of an ordered list are how near; empty if the colour does not find some of them. Frames of an open
 * stack follow its top photo, and count as near as that.
 */
export function countNearness(ids: Iterable<number>, partOf: (id: number) => number | undefined): NearnessCount[] {
  const counts = { closest: 0, close: 0, further: 0 }
  let farthest = 0
  for (const id of ids) {
    const part = partOf(id)
    if (part === undefined) return []
    farthest = Math.max(farthest, part)
    counts[farthest <= CLOSEST ? 'closest' : farthest <= CLOSE ? 'close' : 'further']++
  }
  return (['closest', 'close', 'further'] as const)
    .map((nearness) => ({ nearness, count: counts[nearness] }))
    .filter(({ count }) => count > 0)
}

/** Photos that are equally near, to a thousandth, have the same place. */
function placesOf(nearness: ReadonlyMap<number, number>): Map<number, number> {
  const slots = [...nearness.keys()]
  const keys = Float64Array.from(nearness.values(), (part) => Math.round(1000 * part))
  const places = new Map<number, number>()
  let [place, before] = [0, NaN]
  for (const [i, at] of orderByNumber(keys, keys.length).entries()) {
    if (keys[at] !== before) [place, before] = [i, keys[at]!]
    places.set(slots[at]!, place)
  }
  return places
}

/** The terms that photos should match, without those after `-`. */
const wantedTerms = (text: string, { terms: { byField, findField } }: FilterSource) =>
  wantedFields(parse(text, findField).terms).flatMap((node) => {
    const term = byField.get(node.field)
    return term === undefined ? [] : { term, node }
  })

/** The fields that photos should match, without those after `-`. */
function wantedFields(nodes: readonly SearchNode[]): FieldNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'all' || node.type === 'any') return wantedFields(node.nodes)
    return node.type === 'field' ? [node] : []
  })
}

/** How well photos match, by slot, as whole numbers; or the slots themselves in the order of an album. */
export type Ranks = ReadonlyMap<number, number> | Uint32Array

/** Slots that rank first, the best of all at the beginning; the others keep their order behind them. */
export function bestFirst(slots: Uint32Array, ranks: Ranks): Uint32Array {
  if (ranks instanceof Uint32Array) return sequenceFirst(slots, ranks)
  if (ranks.size === 0) return slots
  const rankOf = (slot: number): number => ranks.get(slot) ?? Infinity
  const ranked = slots.filter((slot) => ranks.has(slot))
  const ordered = new Uint32Array(slots.length)
  ordered.set(orderByNumber(Float64Array.from(ranked, rankOf), ranked.length).map((at) => ranked[at]!))
  ordered.set(
    slots.filter((slot) => !ranks.has(slot)),
    ranked.length,
  )
  return ordered
}

/** The same by a sequence, in two passes: an album may hold every photo. */
function sequenceFirst(slots: Uint32Array, sequence: Uint32Array): Uint32Array {
  const room = 1 + Math.max(lastOf(slots), lastOf(sequence))
  const [wanted, placed] = [makeBits(room), makeBits(room)]
  for (const slot of slots) setBit(wanted, slot)
  const ordered = new Uint32Array(slots.length)
  let count = 0
  for (const slot of sequence) {
    if (!hasBit(wanted, slot)) continue
    ordered[count++] = slot
    setBit(placed, slot)
  }
  for (const slot of slots) if (!hasBit(placed, slot)) ordered[count++] = slot
  return ordered
}

const lastOf = (slots: Uint32Array): number => slots.reduce((last, slot) => Math.max(last, slot), 0)
