import type { FoundCategory } from '../../../../contract/analysis/category.ts'
import { encodeEntry } from '../../../catalog/codecs/entries.ts'
import type { ListColumn } from '../../../search/columns/column.ts'
import type { Context } from '../../../catalog/context/context.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Finding } from './finding.ts'

/** The kind of photo, in `photo_categories`: several categorizers, several categories each. */
export const categories = {
  step: 'categories',
  isDenormalised: true,
  isFound: ({ categories }) => categories !== undefined,
  save: (context, photoId, { categories }) => {
    if (categories) saveCategories(context, photoId, categories)
  },
  detail: ({ db, names, language }, photoId) => ({
    categories: categoriesOf(db, photoId).map((category) => ({
      ...category,
      label: names.categoryLabel(category.categorizer, category.name, language),
    })),
  }),
} satisfies Finding

/** Categories of every photo: ids of `categories` with their confidence. */
export const categoryList: ListColumn = {
  perPhoto: 3,
  read: (db, photoId) =>
    db
      .prepare<[number], { id: number; confidence: number }>(
        'SELECT category_id AS id, confidence FROM photo_categories WHERE photo_id = ?',
      )
      .all(photoId)
      .map(({ id, confidence }) => encodeEntry(id, confidence)),
}

function saveCategories(
  { db, vocabulary }: Pick<Context, 'db' | 'vocabulary'>,
  photoId: number,
  found: readonly FoundCategory[],
) {
  const surest = new Map<number, number>()
  for (const { categorizer, name, confidence } of found) {
    const id = vocabulary.categoryId(categorizer, name)
    surest.set(id, Math.max(confidence, surest.get(id) ?? 0))
  }
  db.prepare('DELETE FROM photo_categories WHERE photo_id = ?').run(photoId)
  const insert = db.prepare('INSERT INTO photo_categories (photo_id, category_id, confidence) VALUES (?, ?, ?)')
  for (const [id, confidence] of surest) insert.run(photoId, id, confidence)
}

const categoriesOf = (db: Db, photoId: number) =>
  db
    .prepare<[number], FoundCategory>(
      `SELECT c.categorizer, c.name, pc.confidence FROM photo_categories pc JOIN categories c ON c.id = pc.category_id
       WHERE pc.photo_id = ? ORDER BY c.categorizer, pc.confidence DESC, c.name`,
    )
    .all(photoId)
