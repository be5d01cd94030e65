import { readBareDate } from './dates.ts'
import type { DateRange, Day, YearlyDays } from './days.ts'
import type { SearchNode, WordNode } from './nodes.ts'

const MAX_WORDS = 7

/** Adjacent words that form a date. */
export type WrittenDate = { readonly words: readonly WordNode[]; readonly meaning: DateRange | YearlyDays }

/** The date that begins at a position, such as `june 2024`, with as many words as possible; null if there is none. */
export function dateAt(nodes: readonly SearchNode[], place: number, today?: Day): WrittenDate | null {
  const words = wordsFrom(nodes, place, MAX_WORDS)
  for (let length = words.length; length > 0; length--) {
    const part = words.slice(0, length)
    const meaning = readBareDate(part.map(({ text }) => text).join(' '), today)
    if (meaning !== null) return { words: part, meaning }
  }
  return null
}

/** The adjacent words from a position on, at most `max`. */
export function wordsFrom(nodes: readonly SearchNode[], place: number, max: number): WordNode[] {
  const words: WordNode[] = []
  for (const node of nodes.slice(place, place + max)) {
    if (node.type !== 'word') break
    words.push(node)
  }
  return words
}
