import { type Classifier, classifierNotFound } from '../../../analysis/classifiers/classifier.ts'
import { tagSource } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'

type Dependencies = Pick<Context, 'db' | 'vocabulary'>

/** A photo that a class of a classifier may fit, with its certainty in percent. */
export type WaitingSuggestion = { photoId: number; name: string; confidence: number; addedMs: number }

/** Only suggestions of at least this certainty, in percent, and of photos added after a time. */
export type WaitingChoice = { atLeast?: number | undefined; addedAfterMs?: number | undefined }

/** Where reading continues: a class by its position in the classifier, and the last photo. */
export type WaitingPlace = { number: number; photoId: number }
export type WaitingPage = { found: WaitingSuggestion[]; next: WaitingPlace | null }

type ClassRow = { id: number; name: string; kind: Classifier['kind'] }

/** The photo already has the tag, or one that excludes it; the person answered; or it is an example. */
const IS_SETTLED = `
  EXISTS (SELECT 1 FROM person_tags t
    WHERE t.photo_id = s.photo_id AND t.tag_id IN (SELECT value FROM json_each(@tags)))
  OR EXISTS (SELECT 1 FROM photo_tags t
    WHERE t.photo_id = s.photo_id AND t.source = @file AND t.tag_id IN (SELECT value FROM json_each(@tags)))
  OR EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = s.photo_id AND r.tag_id = @tagId)
  OR EXISTS (SELECT 1 FROM suggestion_feedback f WHERE f.photo_id = s.photo_id AND f.tag_id = @tagId)
  OR EXISTS (SELECT 1 FROM taught_examples e
    WHERE e.photo_id = s.photo_id AND e.class_id IN (SELECT value FROM json_each(@classes)))`

/** Suggestions that are checked at once, including settled ones; windows are served in between. */
const PIECE = 2000

/**
 * Some suggestions of a classifier that nobody has answered, including photos that may not be shown, by class and
 * photo. Whether a suggestion waits follows from the photo's tags and the person's answers, so that an undo brings it
 * back. Throws `tagger-not-found`.
 */
export function waitingSuggestions(
  context: Dependencies,
  id: string,
  { atLeast = 0, addedAfterMs = -1 }: WaitingChoice = {},
  { number, photoId: after }: WaitingPlace = { number: 0, photoId: 0 },
): WaitingPage {
  const { db, vocabulary } = context
  const classes = classesOf(db, id)
  if (classes.length === 0) throw classifierNotFound(id)
  const present = classes[number]
  if (present === undefined) return { found: [], next: null } // it has fewer classes than when reading began
  const excluding = present.kind === 'categorizer' ? classes : [present]
  const tagsOf = (some: readonly ClassRow[]) => some.map(({ name }) => vocabulary.tagId(name))
  const [tagId] = tagsOf([present])
  const until = lastOfPiece(db, { id, tagId, after })
  const about = { id, tagId, after, until: until ?? Number.MAX_SAFE_INTEGER, atLeast, addedAfterMs }
  const found = db.prepare<[object], Omit<WaitingSuggestion, 'name'>>(SELECT_WAITING).all({
    ...about,
    file: tagSource.number.file,
    tags: JSON.stringify(tagsOf(excluding)),
    classes: JSON.stringify(excluding.map((each) => each.id)),
  })
  const isLast = until === undefined && number + 1 >= classes.length
  const next = until === undefined ? { number: number + 1, photoId: 0 } : { number, photoId: until }
  return { found: found.map((each) => ({ ...each, name: present.name })), next: isLast ? null : next }
}

const SELECT_WAITING = `
  SELECT s.photo_id AS photoId, s.confidence, p.added_ms AS addedMs
  FROM learned_suggestions s JOIN photos p ON p.id = s.photo_id
  WHERE s.classifier_id = @id AND s.tag_id = @tagId AND s.photo_id > @after AND s.photo_id <= @until
    AND s.confidence >= @atLeast AND p.added_ms > @addedAfterMs AND NOT (${IS_SETTLED})`

/** The last photo of a full piece; undefined if fewer are left. */
const lastOfPiece = (db: Context['db'], about: object): number | undefined =>
  db
    .prepare<[object], number>(
      `SELECT photo_id FROM learned_suggestions WHERE classifier_id = @id AND tag_id = @tagId AND photo_id > @after
       ORDER BY photo_id LIMIT 1 OFFSET ${PIECE - 1}`,
    )
    .pluck()
    .get(about)

const classesOf = (db: Context['db'], id: string): ClassRow[] =>
  db
    .prepare<[string], ClassRow>(
      `SELECT c.id, c.name, t.kind FROM taggers t JOIN taught_classes c ON c.tagger_id = t.id WHERE t.id = ?
       ORDER BY c.number`,
    )
    .all(id)

/**
 * Photos for which the person confirmed a suggested tag, and those for which they rejected it: they removed the tag, or
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
