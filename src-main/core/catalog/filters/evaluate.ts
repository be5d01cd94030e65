import type { FieldNode, SearchNode, WordNode } from '../../../contract/library/search/nodes.ts'
import { type Bits, intersect, subtract, unite } from '../columns/bits.ts'
import { takenOn } from './date.ts'
import type { FilterSource } from './filter.ts'
import { quoted } from './name-search.ts'
import { takenAt } from './place.ts'
import { type Reading, readNodes } from './readings.ts'
import { withTags } from './tag-entries.ts'
import { meaningElsewhere, singularsMeant, tagsOfPhrase, tagsOfWord } from './tag-words.ts'

const HAS_LETTER = /[\p{L}\p{N}\p{Co}]/u

/** The photos of nodes that must all hold; null where none of them says anything. */
export function findAll(source: FilterSource, nodes: readonly SearchNode[]): Bits | null {
  return allOf(readNodes(nodes, source).map((reading) => findReading(source, reading)))
}

/** The photos of words that are read together, or of a node. */
export function findReading(source: FilterSource, reading: Reading): Bits | null {
  if (reading.kind === 'node') return findNode(source, reading.node)
  const found = findAsWords(source, reading.words) ?? source.index.noSlots()
  if (reading.kind === 'date') unite(found, takenOn(source.index, [reading.meaning]))
  else unite(found, withTags(source, reading.found.tags))
  return found
}

/** Photos that have each of the words somewhere; null where there is nothing to find. */
export const findAsWords = (source: FilterSource, words: readonly WordNode[]): Bits | null =>
  allOf(words.map((word) => findWord(source, word)))

/** The photos of a node; null where it says nothing, such as `&`, or a field whose value is still to be written. */
export function findNode(source: FilterSource, node: SearchNode): Bits | null {
  switch (node.type) {
    case 'word':
      return findWord(source, node)
    case 'phrase':
      return findPhrase(source, node.text)
    case 'field':
      return findField(source, node)
    case 'not':
      return findNot(source, node.node)
    case 'all':
      return findAll(source, node.nodes)
    case 'any':
      return anyOf(node.nodes.map((each) => findAll(source, [each])))
  }
}

function findNot(source: FilterSource, node: SearchNode): Bits | null {
  const found = findAll(source, [node])
  if (found === null) return null
  const others = source.index.live.slice()
  subtract(others, found)
  return others
}

function findWord(source: FilterSource, { text }: WordNode): Bits | null {
  if (!HAS_LETTER.test(text)) return null
  const found = source.names.find(source.index, `${quoted(text)} *`).slice()
  unite(found, withTags(source, tagsOfWord(source, text)))
  unite(found, takenAt(text, source))
  for (const singular of singularsMeant(source, text)) {
    unite(found, source.names.find(source.index, quoted(singular)))
    unite(found, withTags(source, tagsOfPhrase(source, singular)))
  }
  return found
}

function findPhrase(source: FilterSource, text: string): Bits | null {
  if (!HAS_LETTER.test(text)) return null
  const found = source.names.find(source.index, quoted(text)).slice()
  unite(found, withTags(source, tagsOfPhrase(source, text)))
  unite(found, withTags(source, meaningElsewhere(source, text).tags))
  return found
}

function findField(source: FilterSource, node: FieldNode): Bits | null {
  const values = node.values.filter((value) => value.trim() !== '')
  if (values.length === 0) return null
  return source.terms.byField.get(node.field)?.find({ ...node, values }, source) ?? source.index.noSlots()
}

function allOf(sets: readonly (Bits | null)[]): Bits | null {
  return join(sets, intersect)
}

function anyOf(sets: readonly (Bits | null)[]): Bits | null {
  return join(sets, unite)
}

function join(sets: readonly (Bits | null)[], into: (found: Bits, other: Bits) => void): Bits | null {
  const [first, ...others] = sets.filter((set) => set !== null)
  if (first === undefined) return null
  for (const other of others) into(first, other)
  return first
}
