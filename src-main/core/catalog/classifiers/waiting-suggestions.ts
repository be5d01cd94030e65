import type { Classifier } from '../../../analysis/classifiers/classifier.ts'
import { tagSource } from '../codecs/numbered.ts'
import type { Context } from '../context/context.ts'

type Dependencies = Pick<Context, 'db' | 'vocabulary'>

/** A photo that a class of a classifier may fit, with its certainty in percent. */
export type WaitingSuggestion = { photoId: number; name: string; confidence: number; addedMs: number }

/** Only suggestions at least so sure, in percent, and of photos that were added later than a time. */
export type WaitingChoice = { atLeast?: number | undefined; addedAfterMs?: number | undefined }

/** The tag is the photo's already, or one that excludes it; the person said something of it; it is an example. */
const IS_SETTLED = `
  EXISTS (SELECT 1 FROM person_tags t
    WHERE t.photo_id = s.photo_id AND t.tag_id IN (SELECT value FROM json_each(@tags)))
  OR EXISTS (SELECT 1 FROM photo_tags t
    WHERE t.photo_id = s.photo_id AND t.source = @file AND t.tag_id IN (SELECT value FROM json_each(@tags)))
  OR EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = s.photo_id AND r.tag_id = @tagId)
  OR EXISTS (SELECT 1 FROM suggestion_feedback f WHERE f.photo_id = s.photo_id AND f.tag_id = @tagId)
  OR EXISTS (SELECT 1 FROM taught_examples e
    WHERE e.photo_id = s.photo_id AND e.class_id IN (SELECT value FROM json_each(@classes)))`

/**
 * What a classifier suggests and nobody has said anything of: in no order, with photos that may not be shown. Whether a
 * suggestion waits follows from the photo's tags and from what the person said, so that it comes back with an undo.
 */
export function waitingSuggestions(
  context: Dependencies,
  { id, kind, classes }: Pick<Classifier, 'id' | 'kind' | 'classes'>,
  { atLeast = 0, addedAfterMs = -1 }: WaitingChoice = {},
): WaitingSuggestion[] {
  const { db, vocabulary } = context
  const rows = classRows(db, id)
  const tags = classes.map(({ name }) => vocabulary.tagId(name))
  const find = db.prepare<[object], { photoId: number; confidence: number; addedMs: number }>(
    `SELECT s.photo_id AS photoId, s.confidence, p.added_ms AS addedMs
     FROM learned_suggestions s JOIN photos p ON p.id = s.photo_id
     WHERE s.classifier_id = @id AND s.tag_id = @tagId AND s.confidence >= @atLeast AND p.added_ms > @addedAfterMs
       AND NOT (${IS_SETTLED})`,
  )
  return classes.flatMap(({ name }, at) => {
    const excluding = kind === 'categorizer' ? { tags, classes: rows } : { tags: [tags[at]], classes: [rows[at]] }
    const about = { id, tagId: tags[at], atLeast, addedAfterMs, file: tagSource.number.file }
    return find
      .all({ ...about, tags: JSON.stringify(excluding.tags), classes: JSON.stringify(excluding.classes) })
      .map((found) => ({ ...found, name }))
  })
}

const classRows = (db: Context['db'], id: string): number[] =>
  db.prepare<[string], number>('SELECT id FROM taught_classes WHERE tagger_id = ? ORDER BY number').pluck().all(id)

/**
 * Photos that the person said a tag fits, where it was suggested, and those that it does not fit: they took it off, or
 * rejected it and did not give it later.
 */
export function judgedPhotos({ db, vocabulary }: Dependencies, name: string): { right: number[]; wrong: number[] } {
  const tagId = vocabulary.findTag(name)
  if (tagId === null) return { right: [], wrong: [] }
  const idsOf = (sql: string) => db.prepare<[object], number>(sql).pluck().all({ tagId })
  const isGiven = 'EXISTS (SELECT 1 FROM person_tags t WHERE t.photo_id = f.photo_id AND t.tag_id = f.tag_id)'
  return {
    right: idsOf(
      `SELECT photo_id FROM suggestion_feedback f WHERE tag_id = @tagId AND is_right = 1 AND ${isGiven} ORDER BY photo_id`,
    ),
    wrong: idsOf(
      `SELECT photo_id FROM removed_tags WHERE tag_id = @tagId
       UNION SELECT photo_id FROM suggestion_feedback f WHERE tag_id = @tagId AND is_right = 0 AND NOT ${isGiven}
       ORDER BY photo_id`,
    ),
  }
}
