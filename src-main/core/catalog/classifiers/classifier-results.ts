import { LOWEST_CONFIDENCE } from '../../../contract/analysis/tag.ts'
import type { Classifier } from '../../../analysis/classifiers/classifier.ts'
import type { ClassifierResult } from '../catalog.ts'
import type { Context } from '../context/context.ts'
import { renewPack } from '../denormalised/denormalised-rows.ts'
import { tagKey } from '../vocabulary/vocabulary.ts'

/** Rows of `photo_tags` that a person's own tagger gave; a new analysis replaces other sources only. */
const TAUGHT_SOURCE = 4

type Parts = Pick<Context, 'db' | 'vocabulary'>
type Teacher = Pick<Classifier, 'id' | 'kind' | 'classes'>
/** One tag or category on one photo: what is kept of it, and how to keep something else. */
type Kept = {
  confidence(photoId: number): number | undefined
  put(photoId: number, confidence: number): void
  remove(photoId: number): void
}

/**
 * Keeps what a tagger says of photos; call inside a transaction. Returns the photos whose tags or categories changed.
 */
export function saveResults(parts: Parts, teacher: Teacher, results: readonly ClassifierResult[]): number[] {
  const exists = parts.db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
  const kept = new Map(teacher.classes.map(({ name }) => [tagKey(name), keptOf(parts, teacher, name)]))
  const touched = results
    .filter(({ photoId, classes }) => exists.get(photoId) !== undefined && saveOne(kept, photoId, classes))
    .map(({ photoId }) => photoId)
  for (const id of touched) renewPack(parts.db, id)
  return touched
}

function saveOne(kept: ReadonlyMap<string, Kept>, photoId: number, classes: ClassifierResult['classes']): boolean {
  const found = new Map(
    classes
      .filter(({ confidence }) => confidence > LOWEST_CONFIDENCE)
      .map(({ name, confidence }) => [tagKey(name), confidence]),
  )
  let isChanged = false
  for (const [key, rows] of kept) {
    const [before, now] = [rows.confidence(photoId), found.get(key)]
    if (before === now) continue
    isChanged = true
    if (now === undefined) rows.remove(photoId)
    else rows.put(photoId, now)
  }
  return isChanged
}

function keptOf({ db, vocabulary }: Parts, { id, kind }: Teacher, name: string): Kept {
  const [table, column, fixed, key] =
    kind === 'categorizer'
      ? (['photo_categories', 'category_id', '', vocabulary.categoryId(id, name)] as const)
      : (['photo_tags', 'tag_id', `, source`, vocabulary.tagId(name)] as const)
  const isTag = fixed !== ''
  const where = `WHERE photo_id = ? AND ${column} = ?${isTag ? ` AND source = ${TAUGHT_SOURCE}` : ''}`
  const read = db.prepare<[number, number], number>(`SELECT confidence FROM ${table} ${where}`).pluck()
  const put = db.prepare(
    `INSERT OR REPLACE INTO ${table} (photo_id, ${column}, confidence${fixed}) VALUES (?, ?, ?${isTag ? `, ${TAUGHT_SOURCE}` : ''})`,
  )
  const remove = db.prepare(`DELETE FROM ${table} ${where}`)
  return {
    confidence: (photoId) => read.get(photoId, key),
    put: (photoId, confidence) => void put.run(photoId, key, confidence),
    remove: (photoId) => void remove.run(photoId, key),
  }
}

/** Takes back all that some classes said; returns the photos touched. */
export function removeResults(
  { db, vocabulary }: Parts,
  { id, kind }: Pick<Classifier, 'id' | 'kind'>,
  classes: readonly { name: string }[],
): number[] {
  const sql =
    kind === 'categorizer'
      ? 'DELETE FROM photo_categories WHERE category_id = ? RETURNING photo_id'
      : `DELETE FROM photo_tags WHERE tag_id = ? AND source = ${TAUGHT_SOURCE} RETURNING photo_id`
  const remove = db.prepare<[number], number>(sql).pluck()
  const keyOf = (name: string) => (kind === 'categorizer' ? vocabulary.categoryId(id, name) : vocabulary.tagId(name))
  const touched = [...new Set(classes.flatMap(({ name }) => remove.all(keyOf(name))))].sort((a, b) => a - b)
  for (const photoId of touched) renewPack(db, photoId)
  return touched
}
