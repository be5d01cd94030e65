import type { FieldNode, SearchNode, WordNode } from '../../../contract/library/search/nodes.ts'
import { type Bits, intersect, subtract, unite } from '../columns/bits.ts'
import type { Slices } from '../columns/slices.ts'
import { takenOn } from './date.ts'
import type { FilterSource, SearchTerm } from './filter.ts'
import { quoted } from './name-search.ts'
import { takenAt } from './place.ts'
import { type Reading, readNodes } from './readings.ts'
import { withTags, meaningElsewhere, singularsMeant, tagsOfPhrase, tagsOfWord } from './tag-words.ts'

/** The photos of a node, as a separate set; null if it means nothing. */
type Found = Slices<Bits | null>

const HAS_LETTER = /[\p{L}\p{N}\p{Co}]/u

/** The photos of nodes that must all hold; null if none of them means anything. */
export function* findAll(source: FilterSource, nodes: readonly SearchNode[]): Found {
  return yield* join(
    readNodes(nodes, source).map((reading) => findReading(source, reading)),
    intersect,
  )
}

/** The photos of words that are read together, or of a node. */
export function* findReading(source: FilterSource, reading: Reading): Found {
  if (reading.kind === 'node') return yield* findNode(source, reading.node)
  const found = (yield* findAsWords(source, reading.words)) ?? source.index.noSlots()
  if (reading.kind === 'date') unite(found, takenOn(source.index, [reading.meaning]))
  else unite(found, yield* withTags(source, reading.found.tags))
  return found
}

/** Photos that contain each of the words; null if there is nothing to find. */
export const findAsWords = (source: FilterSource, words: readonly WordNode[]): Found =>
  join(
    words.map((word) => findWord(source, word)),
    intersect,
  )

/** The photos of a node; null if it means nothing, such as `&`, or a field without a value yet. */
export function findNode(source: FilterSource, node: SearchNode): Found {
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
      return join(
        node.nodes.map((each) => findAll(source, [each])),
        unite,
      )
  }
}

function* findNot(source: FilterSource, node: SearchNode): Found {
  const found = yield* findAll(source, [node])
  if (found === null) return null
  const others = source.index.live.slice()
  subtract(others, found)
  return others
}

function* findWord(source: FilterSource, { text }: WordNode): Found {
  if (!HAS_LETTER.test(text)) return null
  const found = (yield* source.names.find(source.index, `${quoted(text)} *`)).slice()
  unite(found, yield* withTags(source, tagsOfWord(source, text)))
  unite(found, takenAt(text, source))
  for (const singular of singularsMeant(source, text)) {
    unite(found, yield* source.names.find(source.index, quoted(singular)))
    unite(found, yield* withTags(source, tagsOfPhrase(source, singular)))
  }
  return found
}

function* findPhrase(source: FilterSource, text: string): Found {
  if (!HAS_LETTER.test(text)) return null
  const found = (yield* source.names.find(source.index, quoted(text))).slice()
  unite(found, yield* withTags(source, tagsOfPhrase(source, text)))
  unite(found, yield* withTags(source, meaningElsewhere(source, text).tags))
  return found
}

function* findField(source: FilterSource, node: FieldNode): Found {
  const values = node.values.filter((value) => value.trim() !== '')
  if (values.length === 0) return null
  const term = source.terms.byField.get(node.field)
  return term === undefined ? source.index.noSlots() : yield* findByTerm(term, { ...node, values }, source)
}

/** The photos that a field of the search language finds, as a separate set. */
export function* findByTerm(term: SearchTerm, node: FieldNode, source: FilterSource): Slices<Bits> {
  const found = term.find(node, source)
  return found instanceof Uint32Array ? found : yield* found
}

function* join(sets: readonly Found[], into: (found: Bits, other: Bits) => void): Found {
  let joined: Bits | null = null
  for (const set of sets) {
    yield
    const found: Bits | null = yield* set
    if (joined === null) joined = found
    else if (found !== null) into(joined, found)
  }
  return joined
}
