import { dateAt, wordsFrom } from '../../../contract/library/search/bare-dates.ts'
import type { DateMeaning } from '../../../contract/library/search/days.ts'
import type { SearchNode, WordNode } from '../../../contract/library/search/nodes.ts'
import type { FilterSource } from './filter.ts'
import { type Elsewhere, meaningElsewhere } from './tag-words.ts'

/**
 * Neighbouring nodes as they are read: words that form a date (`june 2024`), words that form a name in another language
 * (`feu tricolore`), or one node.
 */
export type Reading =
  | { readonly kind: 'date'; readonly words: readonly WordNode[]; readonly meaning: DateMeaning }
  | { readonly kind: 'elsewhere'; readonly words: readonly WordNode[]; readonly found: Elsewhere }
  | { readonly kind: 'node'; readonly node: SearchNode }

const MAX_NAME_WORDS = 4

/** Reads nodes that must all hold, from left to right; the longest reading wins, and a date before a name. */
export function readNodes(nodes: readonly SearchNode[], source: FilterSource): Reading[] {
  const readings: Reading[] = []
  for (let at = 0; at < nodes.length;) {
    const date = dateAt(nodes, at, source.today)
    const reading: Reading =
      date === null ? (readName(nodes, at, source) ?? { kind: 'node', node: nodes[at]! }) : { kind: 'date', ...date }
    readings.push(reading)
    at += reading.kind === 'node' ? 1 : reading.words.length
  }
  return readings
}

function readName(nodes: readonly SearchNode[], at: number, source: FilterSource): Reading | null {
  const words = wordsFrom(nodes, at, MAX_NAME_WORDS)
  for (let length = words.length; length > 0; length--) {
    const part = words.slice(0, length)
    const found = meaningElsewhere(source, part.map(({ text }) => text).join(' '))
    if (found.meanings.length > 0) return { kind: 'elsewhere', words: part, found }
  }
  return null
}
