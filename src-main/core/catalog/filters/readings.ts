import { readBareDate } from '../../../contract/library/search/dates.ts'
import type { DateMeaning } from '../../../contract/library/search/days.ts'
import type { SearchNode, WordNode } from '../../../contract/library/search/nodes.ts'
import type { FilterSource } from './filter.ts'
import { type Elsewhere, meaningElsewhere } from './tag-words.ts'

/**
 * Nodes side by side as they are read: words that are a date together (`june 2024`), words that are a name together in
 * another language (`feu tricolore`), or one node.
 */
export type Reading =
  | { readonly kind: 'date'; readonly words: readonly WordNode[]; readonly meaning: DateMeaning }
  | { readonly kind: 'elsewhere'; readonly words: readonly WordNode[]; readonly found: Elsewhere }
  | { readonly kind: 'node'; readonly node: SearchNode }

const MAX_DATE_WORDS = 7
const MAX_NAME_WORDS = 4

/** Reads nodes that must all hold, from left to right; the longest reading wins, and a date before a name. */
export function readNodes(nodes: readonly SearchNode[], source: FilterSource): Reading[] {
  const readings: Reading[] = []
  for (let at = 0; at < nodes.length;) {
    const words = wordsFrom(nodes, at)
    const reading = readDateWords(words, source) ?? readName(words, source) ?? { kind: 'node', node: nodes[at]! }
    readings.push(reading)
    at += reading.kind === 'node' ? 1 : reading.words.length
  }
  return readings
}

/** The words that stand side by side from a place on. */
function wordsFrom(nodes: readonly SearchNode[], from: number): WordNode[] {
  const words: WordNode[] = []
  for (const node of nodes.slice(from, from + MAX_DATE_WORDS)) {
    if (node.type !== 'word') break
    words.push(node)
  }
  return words
}

function readDateWords(words: readonly WordNode[], { today }: FilterSource): Reading | null {
  return longest(words, (part, text) => {
    const meaning = readBareDate(text, today)
    return meaning === null ? null : { kind: 'date', words: part, meaning }
  })
}

function readName(words: readonly WordNode[], source: FilterSource): Reading | null {
  return longest(words.slice(0, MAX_NAME_WORDS), (part, text) => {
    const found = meaningElsewhere(source, text)
    return found.meanings.length === 0 ? null : { kind: 'elsewhere', words: part, found }
  })
}

/** The first reading of ever shorter beginnings. */
function longest(
  words: readonly WordNode[],
  read: (part: readonly WordNode[], text: string) => Reading | null,
): Reading | null {
  for (let length = words.length; length > 0; length--) {
    const part = words.slice(0, length)
    const reading = read(part, part.map(({ text }) => text).join(' '))
    if (reading !== null) return reading
  }
  return null
}
