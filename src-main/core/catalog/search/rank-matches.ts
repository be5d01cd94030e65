import type { FieldNode, SearchNode } from '../../../contract/library/search/nodes.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import type { FilterSource } from '../filters/filter.ts'

/**
 * How well photos match a text, by slot: the lower, the better. Of several terms that rank photos the places are added,
 * and what one of them does not find comes after all that it does. Empty where nothing of the text ranks photos.
 */
export function rankMatches(text: string, source: FilterSource): ReadonlyMap<number, number> {
  const { byField, findField } = source.terms
  const ranks = wantedFields(parse(text, findField).terms).flatMap(
    (node) => byField.get(node.field)?.rank?.(node, source) ?? [],
  )
  const slots = new Set(ranks.flatMap((rank) => [...rank.keys()]))
  return new Map([...slots].map((slot) => [slot, ranks.reduce((sum, rank) => sum + (rank.get(slot) ?? rank.size), 0)]))
}

/** The fields that photos are to match; what follows `-` they are not to. */
function wantedFields(nodes: readonly SearchNode[]): FieldNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'all' || node.type === 'any') return wantedFields(node.nodes)
    return node.type === 'field' ? [node] : []
  })
}

/** Slots that rank first, the best of all at the beginning; the others keep their order behind them. */
export function bestFirst(slots: Uint32Array, ranks: ReadonlyMap<number, number>): Uint32Array {
  if (ranks.size === 0) return slots
  const rankOf = (slot: number): number => ranks.get(slot) ?? Infinity
  const ranked = slots.filter((slot) => ranks.has(slot)).sort((a, b) => rankOf(a) - rankOf(b))
  const ordered = new Uint32Array(slots.length)
  ordered.set(ranked)
  ordered.set(
    slots.filter((slot) => !ranks.has(slot)),
    ranked.length,
  )
  return ordered
}
