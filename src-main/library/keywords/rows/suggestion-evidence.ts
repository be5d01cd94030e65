import { peopleConcepts } from '../../../contract/analysis/people-concepts.ts'
import { tagSource } from '../../catalog/codecs/numbered.ts'
import { CERTAIN_LEVEL, entryId, entryLevel } from '../../catalog/codecs/entries.ts'
import { hasBit } from '../../search/columns/bits.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { levelKeysOf, tagKey } from '../../catalog/vocabulary/tag-levels.ts'
import type { KeywordContext } from './keyword-context.ts'

/** A tag by its row id with a weight: the confidence of a finding in percent. */
type Weighed = { tagId: number; confidence: number }
/** A photo near another one; the time between them in milliseconds, null if unknown. */
export type Neighbour = { id: number; apartMs: number | null }

export type SuggestionEvidence = {
  /** Whether a photo exists and is not concealed. */
  isShown(id: number): boolean
  /** Findings of engines and classifiers that the person did not remove; without colours and broad words. */
  findings(id: number): Weighed[]
  /** Tags not to suggest for a photo: it has them, or the person removed or rejected them. */
  settled(id: number): Set<number>
  /** Photos of the same folder that were taken within two hours, the nearest first; without a time, any of them. */
  neighbours(id: number, limit: number): Neighbour[]
  /** Tags that the person or files gave photos, of those that may be shown. */
  given(ids: readonly number[]): Map<number, number[]>
  /** The keyword in use that a found tag means: one with it as its last level or a synonym. */
  meaningOf(tagId: number): number
  /** How often suggestions of a tag were accepted and rejected. */
  verdictsOn(tagId: number): { accepted: number; rejected: number }
  /** A tag's spelling, and its label for the person. */
  wordsOf(tagId: number): { name: string; label: string }
}

const NEAR_MS = 2 * 60 * 60 * 1000

export function createSuggestionEvidence(dependencies: KeywordContext): SuggestionEvidence {
  const { db, vocabulary, names, language } = dependencies
  return {
    isShown: (id) => {
      const index = dependencies.liveIndex.current()
      const { slot, isThere } = index.find(id)
      return isThere && hasBit(index.live, slot)
    },
    findings: (id) => findingsOf(dependencies, id),
    settled: (id) => settledOf(dependencies, id),
    neighbours: (id, limit) => neighboursOf(dependencies, id, limit),
    given: (ids) => givenTo(dependencies, ids),
    meaningOf: (tagId) => meaningOf(dependencies, tagId),
    verdictsOn: (tagId) =>
      db
        .prepare<[number], { accepted: number; rejected: number }>(
          `SELECT total(is_right) AS accepted, total(NOT is_right) AS rejected FROM suggestion_feedback WHERE tag_id = ?`,
        )
        .get(tagId) ?? { accepted: 0, rejected: 0 },
    wordsOf: (tagId) => {
      const [name, concept] = [vocabulary.tagName(tagId), vocabulary.tagConcept(tagId)]
      return { name, label: concept === null ? name : names.conceptLabel(concept, name, language()) }
    },
  }
}

function findingsOf({ db, vocabulary, names, peopleWords }: KeywordContext, id: number): Weighed[] {
  const isWanted = ({ tagId }: Weighed) => {
    const concept = vocabulary.tagConcept(tagId)
    if (concept === null) return true
    return !names.isListedLast(concept) && (peopleWords() || !peopleConcepts.includes(concept))
  }
  return db
    .prepare<[object], Weighed>(
      `SELECT tagId, max(confidence) AS confidence FROM
         (SELECT tag_id AS tagId, confidence FROM photo_tags WHERE photo_id = @id AND source <> @file
          UNION ALL SELECT s.tag_id, s.confidence FROM learned_suggestions s WHERE s.photo_id = @id AND NOT EXISTS
            (SELECT 1 FROM leaving_results l WHERE l.classifier_id = s.classifier_id AND l.tag_id = s.tag_id))
       GROUP BY tagId`,
    )
    .all({ id, file: tagSource.number.file })
    .filter(isWanted)
}

const settledOf = ({ db }: KeywordContext, id: number): Set<number> =>
  new Set(
    db
      .prepare<[object], number>(
        `SELECT tag_id FROM person_tags WHERE photo_id = @id
         UNION SELECT tag_id FROM photo_tags WHERE photo_id = @id AND source = @file
         UNION SELECT tag_id FROM removed_tags WHERE photo_id = @id
         UNION SELECT tag_id FROM suggestion_feedback WHERE photo_id = @id AND NOT is_right`,
      )
      .pluck()
      .all({ id, file: tagSource.number.file }),
  )

function neighboursOf({ db }: KeywordContext, id: number, limit: number): Neighbour[] {
  return db
    .prepare<[object], Neighbour>(
      `SELECT p.id, abs(p.taken_ms - own.taken_ms) AS apartMs
       FROM (SELECT f.folder_id, f.name, p.taken_ms FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
             WHERE p.id = @id) own
         JOIN files f ON f.folder_id = own.folder_id AND f.is_main = 1 JOIN photos p ON p.id = f.photo_id
       WHERE p.id <> @id AND p.removed_ms IS NULL
         AND (own.taken_ms IS NULL OR abs(p.taken_ms - own.taken_ms) <= @near)
       ORDER BY apartMs IS NULL, apartMs, abs(p.id - @id) LIMIT @limit`,
    )
    .all({ id, near: NEAR_MS, limit })
}

function givenTo({ liveIndex }: KeywordContext, ids: readonly number[]): Map<number, number[]> {
  const index = liveIndex.current()
  const lists = index.lists(tagList)
  const data = lists.data()
  const given = new Map<number, number[]>()
  for (const id of ids) {
    const { slot, isThere } = index.find(id)
    if (!isThere || !hasBit(index.live, slot)) continue
    const tags: number[] = []
    for (let at = lists.start(slot), end = lists.end(slot); at < end; at++)
      if (entryLevel(data[at]!) === CERTAIN_LEVEL) tags.push(entryId(data[at]!))
    given.set(id, tags)
  }
  return given
}

function meaningOf({ vocabulary, liveIndex }: KeywordContext, tagId: number): number {
  const name = vocabulary.tagName(tagId)
  const index = liveIndex.current()
  const { counts } = index.lists(tagList).tally(CERTAIN_LEVEL, index.slots)
  const isInUse = (id: number) => (counts[id] ?? 0) > 0 || vocabulary.keywords.isKept(id)
  if (isInUse(tagId)) return tagId
  const isLast = (id: number) => levelKeysOf(vocabulary.tagName(id)).at(-1) === tagKey(name)
  const called = new Set([
    ...vocabulary.findTagsWithin(name).filter((id) => id !== tagId && isLast(id)),
    ...vocabulary.keywords.called(name),
  ])
  const used = [...called].filter(isInUse)
  return used.length === 1 ? used[0]! : tagId
}
