import { parse } from '../../../contract/library/search/parse.ts'
import { intersect, type Bits, subtract, unite, forEachBit, setBit } from '../columns/bits.ts'
import type { Filter, FilterSource, SearchTerm, TextTable } from './filter.ts'
import { folderColumn } from './folder.ts'
import { placeColumn, takenAt } from './place.ts'
import { type FieldNode, type SearchNode, type WordNode, field } from '../../../contract/library/search/nodes.ts'
import type { Slices } from '../columns/slices.ts'
import { takenOn } from './date.ts'
import { fullTextOf } from '../../catalog/vocabulary/full-text-words.ts'
import { dateAt, wordsFrom, type WrittenDate } from '../../../contract/library/search/bare-dates.ts'
import { readChoice } from '../../../contract/library/search/check.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { foldersBelow } from '../../folders/rows/folders-below.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { PieceSize } from '../../../base/sqlite/piece-size.ts'
import { singularsOf } from '../../catalog/vocabulary/singulars-of.ts'
import { CERTAIN_LEVEL } from '../../catalog/codecs/entries.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { countEntries, withEntries } from './entries.ts'

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
  const readings = yield* readNodes(nodes, source)
  return yield* join(
    readings.map((reading) => findReading(source, reading)),
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
  const found = (yield* source.names.find(source.index, fullTextOf(text, { isBegun: true }))).slice()
  unite(found, yield* withTags(source, tagsOfWord(source, text)))
  unite(found, takenAt(text, source))
  for (const singular of singularsMeant(source, text)) {
    unite(found, yield* source.names.find(source.index, fullTextOf(singular)))
    unite(found, yield* withTags(source, tagsOfPhrase(source, singular)))
  }
  return found
}

function* findPhrase(source: FilterSource, text: string): Found {
  if (!HAS_LETTER.test(text)) return null
  const found = (yield* source.names.find(source.index, fullTextOf(text))).slice()
  unite(found, yield* withTags(source, tagsOfPhrase(source, text)))
  const { tags } = yield* meaningElsewhere(source, text)
  unite(found, yield* withTags(source, tags))
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
  | ({ readonly kind: 'date' } & WrittenDate)
  | { readonly kind: 'elsewhere'; readonly words: readonly WordNode[]; readonly found: Elsewhere }
  | { readonly kind: 'node'; readonly node: SearchNode }

const MAX_NAME_WORDS = 4

/** Reads nodes that must all hold, from left to right; the longest reading wins, and a date before a name. */
export function* readNodes(nodes: readonly SearchNode[], source: FilterSource): Slices<Reading[]> {
  const readings: Reading[] = []
  for (let at = 0; at < nodes.length;) {
    const date = dateAt(nodes, at, source.today)
    const reading: Reading =
      date === null
        ? ((yield* readName(nodes, at, source)) ?? { kind: 'node', node: nodes[at]! })
        : { kind: 'date', ...date }
    readings.push(reading)
    at += reading.kind === 'node' ? 1 : reading.words.length
  }
  return readings
}

function* readName(nodes: readonly SearchNode[], at: number, source: FilterSource): Slices<Reading | null> {
  const words = wordsFrom(nodes, at, MAX_NAME_WORDS)
  for (let length = words.length; length > 0; length--) {
    const part = words.slice(0, length)
    const found = yield* meaningElsewhere(source, part.map(({ text }) => text).join(' '))
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
  return wanted.values.some((value) => readChoice(searchFields.fits, value) === 'most') ? 'most' : 'all'
}

/** What a term counts, and what a later value of a tag does: `tag:girl,child,woman` wants girls. */
const [WHOLE, RELATED] = [4, 2]

/** How much of a search fits each photo, by slot, of `max`; photos outside `allowed` have what must not be. */
type Fit = { scores: Uint16Array; max: number; allowed: Bits }

function* fitOf(source: FilterSource, nodes: readonly SearchNode[]): Slices<Fit> {
  const { index } = source
  const scores = new Uint16Array(index.live.length * 32)
  const allowed = index.live.slice()
  let max = 0
  const readings = yield* readNodes(
    nodes.filter((node) => !isFits(node)),
    source,
  )
  for (const reading of readings) {
    yield
    const found = yield* findReading(source, reading)
    if (found === null) continue
    if (reading.kind === 'node' && reading.node.type === 'not') {
      intersect(allowed, found)
      continue
    }
    max += WHOLE
    const exact = (reading.kind === 'node' ? yield* findFirstValue(source, reading.node) : null) ?? found
    forEachBit(exact, (slot) => void (scores[slot]! += WHOLE))
    if (exact === found) continue
    const related = found.slice()
    subtract(related, exact)
    forEachBit(related, (slot) => void (scores[slot]! += RELATED))
  }
  return { scores, max, allowed }
}

/** The photos of the first of several values of a tag; null for all else. */
function* findFirstValue(source: FilterSource, node: SearchNode): Slices<Bits | null> {
  if (node.type !== 'field' || node.field !== searchFields.tag.name || node.values.length < 2) return null
  return yield* findNode(source, field(node.field, node.values.slice(0, 1), node.comparison))
}

/** Photos that at least half of a search fits, and nothing of what must not be. */
function* findMost(source: FilterSource, nodes: readonly SearchNode[]): Slices<Bits> {
  const { scores, max, allowed } = yield* fitOf(source, nodes)
  const found = source.index.noSlots()
  forEachBit(allowed, (slot) => {
    if (2 * scores[slot]! >= max) setBit(found, slot)
  })
  return found
}

/** How much of a search is missing on each photo that at least half of it fits, by slot: 0 if everything fits. */
export function* missingOf(source: FilterSource, nodes: readonly SearchNode[]): Slices<ReadonlyMap<number, number>> {
  const { scores, max, allowed } = yield* fitOf(source, nodes)
  const missing = new Map<number, number>()
  forEachBit(allowed, (slot) => {
    if (2 * scores[slot]! >= max) missing.set(slot, max - scores[slot]!)
  })
  return missing
}

// Words of names, metadata and folders

const MAX_KEPT = 64

type Statement = { all(...values: (string | number)[]): number[]; get(term: string): number | undefined }

/** Each piece for a prefix of several words starts by collecting all their rows, so pieces are rather large. */
const PIECES = { first: 100_000, min: 100_000, max: 500_000, targetMs: 25 }

/**
 * Full-text questions of searches, in the language of full-text queries; see `names` and `texts` of `FilterSource`. Each
 * statement is prepared on first use, since a search runs several for each of its words. Photos of names, metadata and
 * folders are kept until one of these changes, since a person types letter by letter.
 */
export class WordSearch {
  readonly #db: Db
  readonly #prepared = new Map<string, Statement>()
  readonly #kept = new Map<string, { textVersion: number; slots: number; found: Bits }>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Photos by the words of their names, metadata and folders, and of the text in them. */
  *find(index: PhotoIndex, term: string): Slices<Bits> {
    const { textVersion, slots } = index
    const kept = this.#kept.get(term)
    if (kept && kept.textVersion === textVersion && kept.slots === slots) return kept.found
    const found = yield* this.#search(index, term)
    this.#kept.delete(term)
    this.#kept.set(term, { textVersion, slots, found })
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return found
  }

  *#search(index: PhotoIndex, term: string): Slices<Bits> {
    const found = index.noSlots()
    for (const table of ['photo_text', 'line_text'] as const) {
      for (const ids of this.#pieces(table, term)) {
        addPhotos(index, found, ids)
        yield
      }
    }
    addFolders(index, found, foldersBelow(this.#db, this.ids('folder_text', term)))
    return found
  }

  /** The ids of rows that match. */
  ids(table: TextTable, term: string): number[] {
    return this.#statement(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).all(term)
  }

  /** The same by rising id in pieces, each of which takes some milliseconds. */
  *#pieces(table: TextTable, term: string): Generator<number[], void, undefined> {
    const statement = this.#statement(
      `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?`,
    )
    const size = new PieceSize(PIECES)
    for (let after = 0; ;) {
      const wanted = size.next
      const ids = size.measure(wanted, () => statement.all(term, after, wanted))
      yield ids
      const last = ids.at(-1)
      if (ids.length < wanted || last === undefined) return
      after = last
    }
  }

  /** Whether any row matches. */
  has(table: TextTable, term: string): boolean {
    return this.#statement(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? LIMIT 1`).get(term) !== undefined
  }

  #statement(sql: string) {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare<(string | number)[], number>(sql).pluck()
    this.#prepared.set(sql, statement)
    return statement
  }
}

/**
 * Adds photos. Full text returns them by ascending id, and if no photo was ever removed slots are as far apart as ids:
 * that place is tried first, so that a million are found in some milliseconds.
 */
function addPhotos(index: PhotoIndex, found: Bits, photos: readonly number[]) {
  const { ids, slots } = index
  let [slot, last] = [0, 0]
  for (const id of photos) {
    slot += id - last
    last = id
    if (slot >= slots || ids[slot] !== id) slot = index.find(id).slot
    if (slot < slots && ids[slot] === id) setBit(found, slot)
  }
}

/**
 * Adds the photos directly in one of the folders, including hidden ones: an answer stays cached while they come and go.
 */
function addFolders(index: PhotoIndex, found: Bits, folders: ReadonlySet<number>) {
  if (folders.size === 0) return
  const folderOf = index.values(folderColumn)
  for (let slot = 0; slot < index.slots; slot++) if (folders.has(folderOf[slot] ?? 0)) setBit(found, slot)
}

// Words of tags

/**
 * Tags that a word means: with a name or a level that begins like it, or of a concept with such a name in English or in
 * the person's language.
 */
function tagsOfWord(source: FilterSource, word: string): Set<number> {
  const { names, vocabulary } = source.context
  const { concepts } = names.beginning(word, source.language)
  return new Set([
    ...source.texts.ids('tag_text', `name : ${fullTextOf(word, { isBegun: true })}`),
    ...vocabulary.tagsOfConcepts(concepts),
    ...tagsThatCameWith(source, word),
    ...keywordsCalled(source, fullTextOf(word, { isBegun: true })),
  ])
}

/** Tags with these whole words, in this order, in a name in English or in the person's language. */
function tagsOfPhrase(source: FilterSource, text: string): Set<number> {
  const { names, vocabulary } = source.context
  return new Set([
    ...source.texts.ids('tag_text', `name : ${fullTextOf(text)}`),
    ...vocabulary.tagsOfConcepts(names.containing(text, source.language)),
    ...tagsThatCameWith(source, text),
    ...keywordsCalled(source, fullTextOf(text)),
  ])
}

/** Keywords with a matching synonym, and those below them. */
const keywordsCalled = ({ context: { vocabulary }, texts }: FilterSource, term: string): number[] =>
  texts.ids('keyword_text', term).flatMap((id) => vocabulary.tagsBelow(id))

/**
 * The singular of an English plural, to be found as a whole word: none if the word itself is a name, such as `glasses`.
 */
function singularsMeant({ context: { names }, language }: FilterSource, word: string): readonly string[] {
  const singulars = singularsOf(word)
  return singulars.length === 0 || names.beginning(word, language).isWord ? [] : singulars
}

/** Tags of a service for things outside the vocabulary, by their full names. */
function tagsThatCameWith({ context: { vocabulary }, texts }: FilterSource, text: string): number[] {
  return texts.ids('tag_text', `synonyms : ${fullTextOf(text)}`).filter((id) => !vocabulary.tagConcept(id))
}

/** The meaning of some words in languages other than English and the person's. */
type Elsewhere = {
  /** Tags of the one thing that they mean; empty if they mean several, or nothing. */
  tags: ReadonlySet<number>
  /** Possible meanings, in the person's language; if there are several, none is taken. */
  meanings: readonly string[]
}

const NOTHING: Elsewhere = { tags: new Set(), meanings: [] }

/**
 * The rule for other languages: words count only as the full name of a thing, only if they mean nothing in English,
 * including as a plural, nor in the person's language, and only if all languages with them agree on the meaning. `gato`
 * is a cat in Spanish and a cake in Haitian Creole, and so is neither until one of the two is chosen.
 */
function* meaningElsewhere(
  { context: { names, vocabulary }, language, texts }: FilterSource,
  text: string,
): Slices<Elsewhere> {
  if (/\d/.test(text)) return NOTHING
  // The library's own tag words are in memory; names in all languages are read only if one of them matches.
  if (!texts.has('tag_text', `synonyms : ${fullTextOf(text)}`)) return NOTHING
  if ([text, ...singularsOf(text)].some((each) => names.beginning(each, language).isWord)) return NOTHING
  const { concepts, isOne } = yield* names.elsewhere(text)
  const meanings = concepts.map((concept) => names.conceptLabel(concept, concept.replaceAll('-', ' '), language))
  return { tags: isOne ? new Set(vocabulary.tagsOfConcepts(new Set(concepts))) : new Set(), meanings }
}

/**
 * Photos of a set with any of these tags at a sufficient level; for a switched-off tag, those where a person or a file
 * gave it.
 */
export function* withTags(
  { index, minLevel, ownOnlyTags }: FilterSource,
  ids: ReadonlySet<number>,
  among: Bits = index.live,
): Slices<Bits> {
  if (ids.size === 0) return index.noSlots()
  const lists = index.lists(tagList)
  const [switchedOff, others] = [true, false].map((isOff) => [...ids].filter((id) => ownOnlyTags.has(id) === isOff))
  const found = yield* withEntries(among, lists, new Set(others), minLevel)
  if (switchedOff!.length > 0) unite(found, yield* withEntries(among, lists, new Set(switchedOff), CERTAIN_LEVEL))
  return found
}

/** How many photos have each tag, by the same rule. */
export function countTagEntries(
  photos: Bits,
  { index, minLevel, ownOnlyTags }: FilterSource,
): { id: number; count: number }[] {
  const lists = index.lists(tagList)
  const { slots } = index
  const counts = countEntries(lists, photos, { minLevel, slots })
  if (counts.every(({ id }) => !ownOnlyTags.has(id))) return counts
  const own = countEntries(lists, photos, { minLevel: CERTAIN_LEVEL, slots }).filter(({ id }) => ownOnlyTags.has(id))
  return [...counts.filter(({ id }) => !ownOnlyTags.has(id)), ...own]
}
