import type { SuggestionAnswers } from '../../../contract/library/custom-classifiers.ts'
import type { Keyword, KeywordRecord, KeywordSet, SelectionTag } from '../../../contract/library/keywords.ts'
import { CERTAIN_LEVEL, entryId, entryLevel, levelOf } from '../../catalog/codecs/entries.ts'
import { withBreaks } from '../../search/columns/slices.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { isWithin, tagKey } from '../../catalog/vocabulary/tag-levels.ts'
import type { KeywordContext } from './keyword-context.ts'
import { countTree } from './count-tree.ts'
import { findKeyword, readKeywords, readSets } from './keyword-rows.ts'
import { answersForPhotos, answersToTag, countAnswers, type SuggestionAnswer } from './suggestion-answers.ts'
import { createSuggestionEvidence, type SuggestionEvidence } from './suggestion-evidence.ts'
import type { PhotoIndex } from '../../search/columns/photo-index.ts'
import type { Vocabulary } from '../../catalog/vocabulary/vocabulary.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { peopleConcepts } from '../../../contract/analysis/people-concepts.ts'
import { hasBit } from '../../search/columns/bits.ts'

/**
 * Keywords: the tags that people and files gave photos, and those with a record. Their tree follows from their names.
 * Changes go through `catalog.changes`, like all changes of a person.
 */
export type KeywordStore = {
  /** The tree by names, including levels that are no keywords themselves; counts omit concealed photos. */
  list(): Promise<Keyword[]>
  /** The record of a keyword; null if there is none. */
  record(name: string): KeywordRecord | null
  /** The record of each keyword, by name. */
  records(): Map<string, KeywordRecord>
  /** The spelling of a keyword, found ignoring case; null for an unknown one. */
  spelling(name: string): string | null
  /** Whether a keyword has photos, a record, or keywords below it that do. */
  isInUse(name: string): boolean
  /** The names of a keyword and of those below it that are in use, shorter names first. */
  below(name: string): string[]
  /** Photos to which the person or their file gave each of some keywords, including concealed ones. */
  photosOf(names: readonly string[]): Map<string, number[]>
  /** Tags of some photos, from anyone, the most frequent first; without guesses below the wanted confidence. */
  ofPhotos(ids: readonly number[]): SelectionTag[]
  /** Whether the person or a file gave each of some photos this keyword. */
  areAllGiven(ids: readonly number[], name: string): boolean
  /** Sources of suggestions for a photo. */
  evidence: SuggestionEvidence
  /** How often suggestions of each tag were accepted and rejected for photos that may be shown. */
  answers(): SuggestionAnswers[]
  /** A person's answers to suggestions for some photos, including concealed ones. */
  answersFor(ids: readonly number[]): SuggestionAnswer[]
  /** A person's answers to suggestions of a tag, including concealed photos. */
  answersTo(name: string): SuggestionAnswer[]
  sets(): KeywordSet[]
  /** A number that no set ever had. */
  newSetId(): number
  /** The keywords that the person gave most recently, the newest first. */
  recent(limit: number): string[]
}

export function createKeywordStore(dependencies: KeywordContext): KeywordStore {
  const { db, vocabulary, liveIndex } = dependencies
  const below = (name: string) => namesBelow(dependencies, name)
  return {
    list: async () => (await withBreaks(countTree(dependencies), () => true)) ?? [],
    record: (name) => findKeyword(dependencies, name),
    records: () => new Map([...readKeywords(db)].map(([id, record]) => [vocabulary.tagName(id), record])),
    spelling: (name) => {
      const id = vocabulary.findTag(name)
      return id === null ? null : vocabulary.tagName(id)
    },
    isInUse: (name) => below(name).length > 0,
    below,
    photosOf: (names) => photosOfTags(liveIndex.current(), vocabulary, names),
    ofPhotos: (ids) => tagsOfPhotos(dependencies, ids),
    areAllGiven: (ids, name) => {
      const given = vocabulary.findTag(name)
      const found = tagsOfPhotos(dependencies, ids).find((each) => vocabulary.findTag(each.name) === given)
      return given !== null && found?.given === new Set(ids).size
    },
    evidence: createSuggestionEvidence(dependencies),
    answers: () => countAnswers(dependencies),
    answersTo: (name) => answersToTag(dependencies, name),
    answersFor: (ids) => answersForPhotos(dependencies, ids),
    sets: () => readSets(db),
    newSetId: () =>
      1 + (db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'keyword_sets'").pluck().get() ?? 0),
    recent: (limit) => recentKeywords(db, limit),
  }
}

/** By the tags of photos, which are counted already, and by the records. */
function namesBelow({ vocabulary, liveIndex }: KeywordContext, name: string): string[] {
  const index = liveIndex.current()
  const { counts } = index.lists(tagList).tally(CERTAIN_LEVEL, index.slots)
  const own = vocabulary.findTag(name)
  return vocabulary
    .tags()
    .filter((tag) => tag.id === own || isWithin(tag.name, name))
    .filter(({ id }) => (counts[id] ?? 0) > 0 || vocabulary.keywords.isKept(id))
    .map((tag) => tag.name)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
}

/**
 * Photos to which the person or their file gave each of some tags, by its name, including hidden ones. One scan of the
 * lists in memory for any number of tags.
 */
function photosOfTags(index: PhotoIndex, vocabulary: Vocabulary, names: readonly string[]): Map<string, number[]> {
  const found = new Map(names.map((name): [string, number[]] => [name, []]))
  const byTag = new Map(
    names.flatMap((name) => {
      const id = vocabulary.findTag(name)
      return id === null ? [] : [[id, found.get(name)!] as const]
    }),
  )
  if (byTag.size === 0) return found
  const lists = index.lists(tagList)
  const data = lists.data()
  for (let slot = 0; slot < index.slots; slot++)
    for (let at = lists.start(slot), end = lists.end(slot); at < end; at++)
      if (entryLevel(data[at]!) === CERTAIN_LEVEL) byTag.get(entryId(data[at]!))?.push(index.ids[slot]!)
  return found
}

/** Maximum number of changes of the journal that are checked. */
const MAX_CHECKED = 500

type Step = { given: string | null; changed: string | null }

/**
 * The keywords that a person gave photos most recently, the newest first, by their present names; without those
 * reverted or removed since.
 */
function recentKeywords(db: Db, limit: number): string[] {
  /** By keyword key, the oldest first. */
  let recent = new Map<string, string>()
  for (const { given, changed } of stepsOf(db)) {
    if (changed !== null) recent = renamed(recent, JSON.parse(changed) as NameChange)
    if (given !== null) give(recent, given)
  }
  return [...recent.values()].reverse().slice(0, limit)
}

/** Changes that gave or renamed keywords, the oldest first. */
function stepsOf(db: Db): Step[] {
  return db
    .prepare<[number], Step>(
      `WITH newest AS (
         SELECT id, kind, change FROM changes
           WHERE undone_ms IS NULL AND kind IN ('add-tag', 'paint', 'judge-suggestion', 'change-keywords')
           ORDER BY id DESC LIMIT ?),
       steps AS (
         SELECT id, change ->> '$.name' AS given, NULL AS changed FROM newest
           WHERE kind = 'add-tag' OR kind = 'judge-suggestion' AND change ->> '$.verdict' = 'accepted'
         UNION ALL SELECT newest.id, j.value, NULL FROM newest, json_each(change, '$.keywords') j
           WHERE kind = 'paint' AND NOT change ->> '$.isErasing'
         UNION ALL SELECT id, NULL, change FROM newest
           WHERE kind = 'change-keywords' AND change ->> '$.what' IN ('move', 'merge', 'remove'))
       SELECT given, changed FROM steps ORDER BY id, given DESC`,
    )
    .all(MAX_CHECKED)
}

function give(recent: Map<string, string>, name: string): void {
  recent.delete(tagKey(name))
  recent.set(tagKey(name), name)
}

/** Their names after such a change; of several that became one the last stays. */
function renamed(recent: ReadonlyMap<string, string>, change: NameChange): Map<string, string> {
  const names = new Map<string, string>()
  for (const name of recent.values()) {
    const now = nameAfter(change, name)
    if (now !== null) give(names, now)
  }
  return names
}

/** The name of a keyword after such a change, which includes those below; null if it was removed. */
function nameAfter(change: NameChange, name: string): string | null {
  const moved = (from: string, to: string): string | undefined =>
    isAtOrWithin(name, from) ? to + name.slice(from.length) : undefined
  if (change.what === 'move') return moved(change.from, change.to) ?? name
  if (change.what === 'remove') return isAtOrWithin(name, change.name) ? null : name
  return change.names.map((from) => moved(from, change.into)).find(Boolean) ?? name
}

const isAtOrWithin = (name: string, place: string): boolean => tagKey(name) === tagKey(place) || isWithin(name, place)

/** Tags of photos that may be shown, with the number of photos: from anyone, and given by the person or a file. */
function tagsOfPhotos(
  { vocabulary, names, language, peopleWords, liveIndex, minConfidence }: KeywordContext,
  ids: readonly number[],
): SelectionTag[] {
  const index = liveIndex.current()
  const lists = index.lists(tagList)
  const data = lists.data()
  const minLevel = levelOf(minConfidence())
  const [shown, given] = [new Map<number, number>(), new Map<number, number>()]
  for (const id of ids) {
    const { slot, isThere } = index.find(id)
    if (!isThere || !hasBit(index.live, slot)) continue
    for (let at = lists.start(slot), end = lists.end(slot); at < end; at++) {
      const [tag, level] = [entryId(data[at]!), entryLevel(data[at]!)]
      if (level >= minLevel) shown.set(tag, (shown.get(tag) ?? 0) + 1)
      if (level === CERTAIN_LEVEL) given.set(tag, (given.get(tag) ?? 0) + 1)
    }
  }
  const isOff = (concept: string | null) => !peopleWords() && concept !== null && peopleConcepts.includes(concept)
  return [...shown]
    .map(([id, all]) => {
      const [name, concept, own] = [vocabulary.tagName(id), vocabulary.tagConcept(id), given.get(id) ?? 0]
      const label = concept === null ? name : names.conceptLabel(concept, name, language())
      return { name, label, count: isOff(concept) ? own : all, given: own }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || b.given - a.given || (a.name < b.name ? -1 : 1))
}

/** A change that renamed keywords and everything below them, or removed keywords. */
export type NameChange =
  | { what: 'move'; from: string; to: string }
  | { what: 'merge'; names: readonly string[]; into: string }
  | { what: 'remove'; name: string }
