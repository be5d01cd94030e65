import { parse } from '../../../contract/library/search/parse.ts'
import { intersect, type Bits, subtract, unite, forEachBit, setBit } from '../columns/bits.ts'
import type { Filter, FilterSource, SearchTerm } from './filter.ts'
import { folderColumn } from './folder.ts'
import { placeColumn, takenAt } from './place.ts'
import { type FieldNode, type SearchNode, type WordNode, field } from '../../../contract/library/search/nodes.ts'
import type { Slices } from '../columns/slices.ts'
import { takenOn } from './date.ts'
import { quoted } from './name-search.ts'
import { withTags, meaningElsewhere, singularsMeant, tagsOfPhrase, tagsOfWord, type Elsewhere } from './tag-words.ts'
import { dateAt, wordsFrom } from '../../../contract/library/search/bare-dates.ts'
import type { DateMeaning } from '../../../contract/library/search/days.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'

/**
 * The search language. A word must begin a word of the photo's names, metadata, folders or tags, or be a word of the
 * place where it was taken. Tags are also found by their names in English and in the person's language, and by full
 * names of other languages with a single meaning. An English plural finds the singular too. Fields are those that the
 * filters declare.
 */
export const text = {
  fields: ['text'],
  isCostly: true,
  columns: [folderColumn, placeColumn],
  *keep(photos, { text: written = '' }, source) {
    const { terms } = parse(written, source.terms.findField)
    const found = yield* fitsOf(terms) === 'most' ? findMost(source, terms) : findAll(source, terms)
    if (found !== null) intersect(photos, found)
  },
} satisfies Filter

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
function* findMost(source: FilterSource, nodes: readonly SearchNode[]): Slices<Bits> {
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
