import type { SuggestionAnswers } from '../../../contract/library/custom-classifiers.ts'
import type { Keyword, KeywordRecord, KeywordSet, SelectionTag } from '../../../contract/library/keywords.ts'
import { CERTAIN_LEVEL } from '../codecs/entries.ts'
import { withBreaks } from '../columns/slices.ts'
import { tagList } from '../findings/tags.ts'
import { isWithin } from '../vocabulary/tag-levels.ts'
import type { KeywordContext } from './keyword-context.ts'
import { countTree } from './count-tree.ts'
import { findKeyword, readKeywords, readSets } from './keyword-rows.ts'
import { photosOfTags } from './photos-of-tags.ts'
import { recentKeywords } from './recent-keywords.ts'
import { answersForPhotos, answersToTag, countAnswers, type SuggestionAnswer } from './suggestion-answers.ts'
import { createSuggestionEvidence, type SuggestionEvidence } from './suggestion-evidence.ts'
import { tagsOfPhotos } from './tags-of-photos.ts'

/**
 * Keywords: the tags that people and files gave photos, and those that a person keeps a record of. Their tree follows
 * from their names. Changes go through `catalog.changes`, like all that a person does.
 */
export type KeywordStore = {
  /** The tree by names, levels that are no keyword themselves included; counts leave out what is concealed. */
  list(): Promise<Keyword[]>
  /** What is kept of a keyword; null where that is nothing. */
  record(name: string): KeywordRecord | null
  /** What is kept of each keyword, by name. */
  records(): Map<string, KeywordRecord>
  /** How a keyword is written, whatever its capitals; null for one that is unknown. */
  spelling(name: string): string | null
  /** Whether a keyword has photos, a record, or keywords below it that do. */
  isInUse(name: string): boolean
  /** The names of a keyword and of those below it that are in use, shorter names first. */
  below(name: string): string[]
  /** Photos that the person or their file gave each of some keywords, concealed ones included. */
  photosOf(names: readonly string[]): Map<string, number[]>
  /** Tags of some photos, from whomever, the most frequent first; guesses below the wanted confidence left out. */
  ofPhotos(ids: readonly number[]): SelectionTag[]
  /** Whether the person or a file gave each of some photos this keyword. */
  areAllGiven(ids: readonly number[], name: string): boolean
  /** What suggestions for a photo follow from. */
  evidence: SuggestionEvidence
  /** How often suggestions of each tag were accepted and rejected for photos that may be shown. */
  answers(): SuggestionAnswers[]
  /** What the person said of suggestions for some photos, concealed ones included. */
  answersFor(ids: readonly number[]): SuggestionAnswer[]
  /** What the person said of suggestions of a tag, for concealed photos, too. */
  answersTo(name: string): SuggestionAnswer[]
  sets(): KeywordSet[]
  /** A number that no set had before. */
  newSetId(): number
  /** The keywords that the person gave last, the newest first. */
  recent(limit: number): string[]
}

export function createKeywordStore(dependencies: KeywordContext): KeywordStore {
  const { db, vocabulary, keeper } = dependencies
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
    photosOf: (names) => photosOfTags(keeper.current(), vocabulary, names),
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

/** By the tags that photos carry, which are counted already, and by what is kept. */
function namesBelow({ vocabulary, keeper }: KeywordContext, name: string): string[] {
  const index = keeper.current()
  const { counts } = index.lists(tagList).tally(CERTAIN_LEVEL, index.slots)
  const own = vocabulary.findTag(name)
  return vocabulary
    .tags()
    .filter((tag) => tag.id === own || isWithin(tag.name, name))
    .filter(({ id }) => (counts[id] ?? 0) > 0 || vocabulary.keywords.isKept(id))
    .map((tag) => tag.name)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
}
