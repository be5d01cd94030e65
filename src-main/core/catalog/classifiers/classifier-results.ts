import { LOWEST_CONFIDENCE } from '../../../contract/analysis/tag.ts'
import type { Classifier } from '../../../analysis/classifiers/classifier.ts'
import { tagSource } from '../codecs/numbered.ts'
import type { Context } from '../context/context.ts'
import { renewDenormalisedRow } from '../denormalised/denormalised-rows.ts'
import { tagKey } from '../vocabulary/tag-levels.ts'
import type { ClassifierResult } from './classifier-types.ts'

type Dependencies = Pick<Context, 'db' | 'vocabulary'>
type Owner = Pick<Classifier, 'id' | 'kind' | 'classes'>

/** Rows that a tagger gave; a new analysis replaces those of other sources only. */
const IS_LEARNED = `source = ${tagSource.number.learned}`

/** The statements of one kind of classifier: for a photo and the row id of a tag or of a category. */
const statements = {
  tagger: {
    read: `SELECT confidence FROM photo_tags WHERE photo_id = @photoId AND tag_id = @id AND ${IS_LEARNED}`,
    put: `INSERT OR REPLACE INTO photo_tags (photo_id, tag_id, confidence, source) VALUES (@photoId, @id, @confidence, ${tagSource.number.learned})`,
    remove: `DELETE FROM photo_tags WHERE photo_id = @photoId AND tag_id = @id AND ${IS_LEARNED}`,
    removeAll: `DELETE FROM photo_tags WHERE tag_id = ? AND ${IS_LEARNED} RETURNING photo_id`,
  },
  categorizer: {
    read: 'SELECT confidence FROM photo_categories WHERE photo_id = @photoId AND category_id = @id',
    put: 'INSERT OR REPLACE INTO photo_categories (photo_id, category_id, confidence) VALUES (@photoId, @id, @confidence)',
    remove: 'DELETE FROM photo_categories WHERE photo_id = @photoId AND category_id = @id',
    removeAll: 'DELETE FROM photo_categories WHERE category_id = ? RETURNING photo_id',
  },
} as const

/** The row id of the tag or category that a class gives. */
const idOf = ({ vocabulary }: Dependencies, { id, kind }: Pick<Owner, 'id' | 'kind'>, name: string): number =>
  kind === 'categorizer' ? vocabulary.categoryId(id, name) : vocabulary.tagId(name)

/**
 * Keeps what a classifier says of photos; call inside a transaction. Returns the photos whose tags or categories
 * changed.
 */
export function saveResults(context: Dependencies, owner: Owner, results: readonly ClassifierResult[]): number[] {
  const exists = context.db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
  const ids = new Map(owner.classes.map(({ name }) => [tagKey(name), idOf(context, owner, name)]))
  const touched = results
    .filter((result) => exists.get(result.photoId) !== undefined && saveOne(context, owner, ids, result))
    .map(({ photoId }) => photoId)
  for (const id of touched) renewDenormalisedRow(context.db, id)
  return touched
}

/** Returns whether anything changed. */
function saveOne(
  { db }: Dependencies,
  { kind }: Owner,
  ids: ReadonlyMap<string, number>,
  { photoId, classes }: ClassifierResult,
): boolean {
  const { read, put, remove } = statements[kind]
  const sure = classes.filter(({ confidence }) => confidence > LOWEST_CONFIDENCE)
  const found = new Map(sure.map(({ name, confidence }) => [tagKey(name), confidence]))
  const changed = [...ids].filter(([key, id]) => {
    const before = db.prepare<[object], number>(read).pluck().get({ photoId, id })
    const confidence = found.get(key)
    if (before === confidence) return false
    if (confidence === undefined) db.prepare(remove).run({ photoId, id })
    else db.prepare(put).run({ photoId, id, confidence })
    return true
  })
  return changed.length > 0
}

/** Takes back all that some classes said; returns the photos touched. */
export function removeResults(
  context: Dependencies,
  owner: Pick<Owner, 'id' | 'kind'>,
  classes: readonly { name: string }[],
): number[] {
  const remove = context.db.prepare<[number], number>(statements[owner.kind].removeAll).pluck()
  const photoIds = classes.flatMap(({ name }) => remove.all(idOf(context, owner, name)))
  const touched = [...new Set(photoIds)].sort((a, b) => a - b)
  for (const photoId of touched) renewDenormalisedRow(context.db, photoId)
  return touched
}
