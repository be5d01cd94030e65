import { LOWEST_CONFIDENCE } from '../../../contract/analysis/tag.ts'
import type { Classifier } from '../../../analysis/classifiers/classifier.ts'
import type { Context } from '../../catalog/context/context.ts'
import { tagKey } from '../../catalog/vocabulary/tag-levels.ts'
import type { ClassifierResult } from './classifier-types.ts'

type Dependencies = Pick<Context, 'db' | 'vocabulary'>
type Owner = Pick<Classifier, 'id' | 'kind' | 'classes'>

/**
 * Stores a classifier's results as suggestions, with a few statements for any number of photos; call inside a
 * transaction. Returns how many suggestions were added or removed or have another confidence.
 */
export function saveResults(context: Dependencies, owner: Owner, results: readonly ClassifierResult[]): number {
  const spoken = results.map(({ photoId, classes }) => ({ photoId, classes: wordsOf(owner, classes) }))
  return owner.classes.reduce((sum, { name }) => sum + saveClass(context, owner.id, name, spoken), 0)
}

/** Results worth suggesting: for a categorizer, whose categories exclude each other, the likeliest. */
function wordsOf({ kind }: Owner, classes: ClassifierResult['classes']): ClassifierResult['classes'] {
  const sure = classes.filter(({ confidence }) => confidence > LOWEST_CONFIDENCE)
  if (kind === 'tagger') return sure
  return sure.toSorted((a, b) => b.confidence - a.confidence).slice(0, 1)
}

function saveClass(
  { db, vocabulary }: Dependencies,
  id: string,
  name: string,
  results: readonly ClassifierResult[],
): number {
  const key = tagKey(name)
  const found = results.flatMap(({ photoId, classes }) => {
    const own = classes.find((each) => tagKey(each.name) === key)
    return own === undefined ? [] : [[photoId, own.confidence]]
  })
  const about = { id, tagId: vocabulary.tagId(name), found: JSON.stringify(found) }
  const gone = db
    .prepare(
      `DELETE FROM learned_suggestions WHERE classifier_id = @id AND tag_id = @tagId
         AND photo_id IN (SELECT value FROM json_each(@ids))
         AND photo_id NOT IN (SELECT value ->> 0 FROM json_each(@found))`,
    )
    .run({ ...about, ids: JSON.stringify(results.map(({ photoId }) => photoId)) })
  const kept = db
    .prepare(
      `INSERT INTO learned_suggestions (classifier_id, tag_id, photo_id, confidence)
       SELECT @id, @tagId, p.id, f.value ->> 1 FROM json_each(@found) f JOIN photos p ON p.id = f.value ->> 0 WHERE true
       ON CONFLICT DO UPDATE SET confidence = excluded.confidence WHERE confidence <> excluded.confidence`,
    )
    .run(about)
  return gone.changes + kept.changes
}

/** Withdraws the suggestions of some classes: they no longer wait, and `removeSomeResults` deletes them. */
export function removeResults({ db, vocabulary }: Dependencies, id: string, names: readonly string[]): void {
  const leave = db.prepare('INSERT OR IGNORE INTO leaving_results (classifier_id, tag_id) VALUES (?, ?)')
  for (const name of names) leave.run(id, vocabulary.tagId(name))
}

/** Suggestions of these classes stay, because a classifier has them again. */
export function keepResults({ db, vocabulary }: Dependencies, { id, classes }: Owner): void {
  const keep = db.prepare('DELETE FROM leaving_results WHERE classifier_id = ? AND tag_id = ?')
  for (const { name } of classes) keep.run(id, vocabulary.tagId(name))
}

/** Deletes suggestions of removed classes, at most `limit`; `isLast` if none are left. */
export function removeSomeResults({ db }: Pick<Dependencies, 'db'>, limit: number): { isLast: boolean } {
  const leaving = db
    .prepare<[], { id: string; tagId: number }>('SELECT classifier_id AS id, tag_id AS tagId FROM leaving_results')
    .all()
  let room = limit
  for (const about of leaving) {
    if (room <= 0) break
    const { changes } = db
      .prepare(
        `DELETE FROM learned_suggestions WHERE classifier_id = @id AND tag_id = @tagId AND photo_id IN
           (SELECT photo_id FROM learned_suggestions WHERE classifier_id = @id AND tag_id = @tagId LIMIT @room)`,
      )
      .run({ ...about, room })
    if (changes < room)
      db.prepare('DELETE FROM leaving_results WHERE classifier_id = @id AND tag_id = @tagId').run(about)
    room -= changes
  }
  return { isLast: db.prepare('SELECT 1 FROM leaving_results LIMIT 1').get() === undefined }
}
