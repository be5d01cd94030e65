import { peopleConcepts } from '../../../../contract/analysis/people-concepts.ts'
import type { TagSource } from '../../../../contract/analysis/tag.ts'
import type { PhotoTag } from '../../../../contract/library/photo.ts'
import { tagSource } from '../../../catalog/codecs/numbered.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Vocabulary } from '../../../catalog/vocabulary/vocabulary.ts'

export type NewTag = {
  name: string
  confidence: number
  concept?: string
  synset_id?: string
  names?: readonly string[]
}

const MAX_TAG_LENGTH = 200

/**
 * Replaces a photo's tags of the given sources by those of one source; the caller renews the denormalised row. Returns
 * whether there were or are any.
 */
export function replaceTags(
  { db, vocabulary }: { db: Db; vocabulary: Vocabulary },
  photoId: number,
  replaced: readonly TagSource[],
  tags: readonly NewTag[],
  source: TagSource,
): boolean {
  const remove = db.prepare<[number, number]>('DELETE FROM photo_tags WHERE photo_id = ? AND source = ?')
  const insert = db.prepare(
    `INSERT INTO photo_tags (photo_id, tag_id, source, confidence, concept_id) VALUES (@photoId, @tagId, @source, @confidence, @conceptId)
     ON CONFLICT DO UPDATE SET confidence = excluded.confidence, concept_id = excluded.concept_id WHERE excluded.confidence > confidence`,
  )
  const removed = replaced.filter((each) => remove.run(photoId, tagSource.number[each]).changes > 0)
  for (const tag of tags) {
    const ids = findIds(vocabulary, tag)
    if (ids) insert.run({ photoId, source: tagSource.number[source], confidence: tag.confidence, ...ids })
  }
  return removed.length > 0 || tags.length > 0
}

/** Row ids of a tag and its concept, added if new; null for a tag without a name. */
function findIds(vocabulary: Vocabulary, tag: NewTag): { tagId: number; conceptId: number | null } | null {
  const name = tag.name.trim().slice(0, MAX_TAG_LENGTH)
  if (name === '') return null
  const conceptId = tag.concept === undefined ? null : vocabulary.conceptId(tag.concept, tag.synset_id)
  const tagId = vocabulary.tagId(name, tag.concept)
  if (conceptId === null && tag.names && vocabulary.tagConcept(tagId) === null) vocabulary.setWords(tagId, tag.names)
  return { tagId, conceptId }
}

type TagRow = { name: string; concept: string | null; confidence: number; source: number; synset_id: string | null }

/** How a photo's tags are listed: their names, which come last, and whether engines may name people on it. */
export type TagTelling = {
  labelOf(concept: string, name: string): string
  isListedLast(concept: string): boolean
  peopleWords: boolean
}

/**
 * A photo's tags, the most certain first and broad words after all others, without those that the person removed. A tag
 * from several sources is listed once, preferably as the person's or the file's.
 */
export function tagsOf(db: Db, photoId: number, telling: TagTelling): PhotoTag[] {
  const found = new Map<string, PhotoTag>()
  const last = new Set<string>()
  for (const { name, concept, confidence, source: number, synset_id } of rowsOf(db, photoId)) {
    const source = tagSource.nameOf(number)
    if (!telling.peopleWords && isEngines(source) && concept !== null && peopleConcepts.includes(concept)) continue
    const label = concept === null ? name : telling.labelOf(concept, name)
    const shown = found.get(name) ?? { name, label, confidence, source }
    if (isEngines(shown.source) && concept !== null && telling.isListedLast(concept)) last.add(name)
    found.set(name, synset_id === null ? shown : { ...shown, synset_id })
  }
  return [...found.values()].sort((a, b) => Number(last.has(a.name)) - Number(last.has(b.name)))
}

const isEngines = (source: TagSource) => source === 'engine' || source === 'remote'

const rowsOf = (db: Db, photoId: number): TagRow[] =>
  db
    .prepare<[{ photoId: number; person: number }], TagRow>(
      `SELECT t.name, t.concept, g.confidence, g.source, c.synset_id
       FROM (SELECT tag_id, source, confidence, concept_id FROM photo_tags WHERE photo_id = @photoId
         UNION ALL SELECT tag_id, @person, 100, NULL FROM person_tags WHERE photo_id = @photoId) g
       JOIN tags t ON t.id = g.tag_id LEFT JOIN concepts c ON c.id = g.concept_id
       WHERE NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = @photoId AND r.tag_id = g.tag_id)
       ORDER BY g.confidence DESC, g.source = @person DESC, g.source DESC, t.name`,
    )
    .all({ photoId, person: tagSource.number.person })

/** The stored data of one tag of a photo. */
export type StoredTag = {
  /** Who gave it, and with which certainty in percent. */
  given: { source: TagSource; confidence: number }[]
  /** The person removed it, whoever gives it. */
  isTakenOff: boolean
  /** Custom classifiers that suggest it, with their certainty in percent. */
  learned: { classifier: string; confidence: number }[]
}

/** Reads the stored data of a tag, by its name and, if it has one, its concept. */
export function readStoredTag(
  { db, vocabulary }: { db: Db; vocabulary: Vocabulary },
  photoId: number,
  name: string,
  concept?: string,
): StoredTag {
  const named = vocabulary.findTag(name)
  const ids = [...(named === null ? [] : [named]), ...vocabulary.tagsOfConcepts(new Set(concept && [concept]))]
  const about = { photoId, person: tagSource.number.person, tags: JSON.stringify([...new Set(ids)]) }
  const IS_IT = 'photo_id = @photoId AND tag_id IN (SELECT value FROM json_each(@tags))'
  const given = db
    .prepare<[object], { source: number; confidence: number }>(
      `SELECT source, max(confidence) AS confidence FROM photo_tags WHERE ${IS_IT} GROUP BY source
       UNION ALL SELECT @person, 100 FROM person_tags WHERE ${IS_IT}`,
    )
    .all(about)
    .map(({ source, confidence }) => ({ source: tagSource.nameOf(source), confidence }))
  const learned = db
    .prepare<[object], { classifier: string; confidence: number }>(
      `SELECT classifier_id AS classifier, confidence FROM learned_suggestions s WHERE ${IS_IT} AND NOT EXISTS
         (SELECT 1 FROM leaving_results l WHERE l.classifier_id = s.classifier_id AND l.tag_id = s.tag_id)`,
    )
    .all(about)
  return {
    given,
    isTakenOff: db.prepare(`SELECT 1 FROM removed_tags WHERE ${IS_IT}`).get(about) !== undefined,
    learned,
  }
}

type GivenRow = { id: number; confidence: number; isFromFile: number }

/**
 * The tags that others than the person gave the photo, by row id, including those that the person removed; the
 * confidence is null for a tag from the file.
 */
export const othersTagsOf = (db: Db, photoId: number): { id: number; confidence: number | null }[] =>
  db
    .prepare<[number, number], GivenRow>(
      `SELECT tag_id AS id, max(confidence) AS confidence, max(source = ?) AS isFromFile FROM photo_tags
       WHERE photo_id = ? GROUP BY tag_id`,
    )
    .all(tagSource.number.file, photoId)
    .map(({ id, confidence, isFromFile }) => ({ id, confidence: isFromFile ? null : confidence }))
