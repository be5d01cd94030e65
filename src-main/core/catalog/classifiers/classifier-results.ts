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
    found: `SELECT photo_id FROM photo_tags WHERE tag_id = ? AND ${IS_LEARNED} ORDER BY photo_id LIMIT ?`,
  },
  categorizer: {
    read: 'SELECT confidence FROM photo_categories WHERE photo_id = @photoId AND category_id = @id',
    put: 'INSERT OR REPLACE INTO photo_categories (photo_id, category_id, confidence) VALUES (@photoId, @id, @confidence)',
    remove: 'DELETE FROM photo_categories WHERE photo_id = @photoId AND category_id = @id',
    found: 'SELECT photo_id FROM photo_categories WHERE category_id = ? ORDER BY photo_id LIMIT ?',
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

/** Photos that are brought up to date in the transaction that takes a class away; more come later. */
const AT_ONCE = 500

/**
 * Takes back what some classes said, of some photos at once and of the rest by `removeSomeResults`; returns the photos
 * touched.
 */
export function removeResults(
  context: Dependencies,
  owner: Pick<Owner, 'id' | 'kind'>,
  classes: readonly { name: string }[],
): number[] {
  const leave = context.db.prepare('INSERT OR IGNORE INTO leaving_results (kind, class_id) VALUES (?, ?)')
  for (const { name } of classes) leave.run(owner.kind, idOf(context, owner, name))
  return classes.length === 0 ? [] : removeSomeResults(context, AT_ONCE).ids
}

/** What these classes said of photos stays: a classifier has them again. */
export function keepResults(context: Dependencies, { id, kind, classes }: Owner): void {
  const keep = context.db.prepare('DELETE FROM leaving_results WHERE kind = ? AND class_id = ?')
  for (const { name } of classes) keep.run(kind, idOf(context, { id, kind }, name))
}

/** Takes back what classes that are gone said of some photos; `isLast` where nothing is left of any. */
export function removeSomeResults({ db }: Dependencies, limit: number): { ids: number[]; isLast: boolean } {
  const touched = new Set<number>()
  const leaving = db
    .prepare<[], { kind: Owner['kind']; id: number }>('SELECT kind, class_id AS id FROM leaving_results')
    .all()
  for (const { kind, id } of leaving) {
    const room = limit - touched.size
    if (room <= 0) break
    const { found, remove } = statements[kind]
    const photoIds = db.prepare<[number, number], number>(found).pluck().all(id, room)
    for (const photoId of photoIds) {
      db.prepare(remove).run({ photoId, id })
      touched.add(photoId)
    }
    if (photoIds.length < room) db.prepare('DELETE FROM leaving_results WHERE kind = ? AND class_id = ?').run(kind, id)
  }
  const ids = [...touched].sort((a, b) => a - b)
  for (const photoId of ids) renewDenormalisedRow(db, photoId)
  return { ids, isLast: db.prepare('SELECT 1 FROM leaving_results LIMIT 1').get() === undefined }
}
