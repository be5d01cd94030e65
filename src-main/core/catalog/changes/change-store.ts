import { AppError } from '../../../contract/errors.ts'
import type { Catalog, JournalEntry, PersonChange } from '../catalog.ts'
import type { Context } from '../context/context.ts'
import { renewPack } from '../denormalised/denormalised-rows.ts'
import { SOURCE } from '../tags/photo-tags.ts'

/** How a photo was before a change: enough to put it back. */
type RatingBefore = { id: number; rating: number; isRated: number }
type TagBefore = { id: number; isGiven: boolean; isRemoved: boolean }
type Before = { ratings: RatingBefore[] } | { tag: string; photos: TagBefore[] }
type EntryRow = { id: number; at_ms: number; change: string; before: string; undone_ms: number | null }

/** The one place for what a person does to photos: each change and how things were before it are written together. */
export function changeStore(context: Context): Catalog['changes'] {
  return {
    apply: (change) => apply(context, change),
    history: (limit) => history(context, limit),
    undoLast: () => undoLast(context),
  }
}

function apply(context: Context, change: PersonChange): number[] {
  const { db, write, changed, now } = context
  const ids = write(() => {
    const given = [...new Set(change.ids)]
    requireAll(db, given)
    const { before, ids: touched } =
      change.kind === 'rate' ? rate(db, given, change.rating) : tag(context, given, change)
    if (touched.length > 0) {
      db.prepare('INSERT INTO changes (at_ms, kind, change, before) VALUES (?, ?, ?, ?)').run(
        now(),
        change.kind,
        JSON.stringify({ ...change, ids: touched }),
        JSON.stringify(before),
      )
    }
    return touched
  })
  changed.photos(ids)
  return ids
}

function requireAll(db: Context['db'], ids: readonly number[]) {
  const exists = db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
  const unknown = ids.find((id) => !exists.get(id))
  if (unknown !== undefined)
    throw new AppError('photo-not-found', `There is no photo with the id ${unknown}; nothing was changed.`)
}

function rate(db: Context['db'], given: readonly number[], rating: number) {
  if (!Number.isInteger(rating) || rating < 0 || rating > 5)
    throw new AppError('bad-params', `A rating is a whole number from 0 to 5, not ${rating}.`)
  const read = db.prepare<[number], RatingBefore>('SELECT id, rating, is_rated AS isRated FROM photos WHERE id = ?')
  const update = db.prepare('UPDATE photos SET rating = ?, is_rated = 1 WHERE id = ?')
  const ratings = given
    .flatMap((id) => read.get(id) ?? [])
    .filter((photo) => photo.rating !== rating || photo.isRated === 0)
  for (const { id } of ratings) update.run(rating, id)
  return { before: { ratings } satisfies Before, ids: ratings.map((photo) => photo.id) }
}

/**
 * Adding gives the person's own tag and lifts an earlier removal; removing takes the person's tag and hides everyone
 * else's.
 */
function tag(context: Context, given: readonly number[], { kind, name }: PersonChange & { name: string }) {
  if (name.trim() === '') throw new AppError('bad-params', 'A tag needs a name.')
  const tagId = kind === 'add-tag' ? context.vocabulary.tagId(name) : context.vocabulary.findTag(name)
  const photos =
    tagId === null
      ? []
      : given.map((id) => tagState(context.db, id, tagId)).filter(kind === 'add-tag' ? isNotGiven : isShown)
  for (const { id } of photos)
    putTagState(context.db, tagId ?? 0, { id, isGiven: kind === 'add-tag', isRemoved: kind === 'remove-tag' })
  const before = photos.map(({ id, isGiven, isRemoved }) => ({ id, isGiven, isRemoved }))
  return { before: { tag: name, photos: before } satisfies Before, ids: photos.map((photo) => photo.id) }
}

type TagState = TagBefore & { isThere: boolean }
const isNotGiven = (state: TagState) => !state.isGiven || state.isRemoved
const isShown = (state: TagState) => state.isThere && !state.isRemoved

function tagState(db: Context['db'], id: number, tagId: number): TagState {
  const sources = db
    .prepare<[number, number], number>('SELECT source FROM photo_tags WHERE photo_id = ? AND tag_id = ?')
    .pluck()
    .all(id, tagId)
  const removed = db
    .prepare<[number, number]>('SELECT 1 FROM removed_tags WHERE photo_id = ? AND tag_id = ?')
    .get(id, tagId)
  return { id, isThere: sources.length > 0, isGiven: sources.includes(SOURCE.person), isRemoved: removed !== undefined }
}

function putTagState(db: Context['db'], tagId: number, { id, isGiven, isRemoved }: TagBefore) {
  const given = isGiven
    ? 'INSERT OR REPLACE INTO photo_tags (photo_id, tag_id, source, confidence) VALUES (?, ?, 2, 100)'
    : 'DELETE FROM photo_tags WHERE photo_id = ? AND tag_id = ? AND source = 2'
  const removed = isRemoved
    ? 'INSERT OR IGNORE INTO removed_tags (photo_id, tag_id) VALUES (?, ?)'
    : 'DELETE FROM removed_tags WHERE photo_id = ? AND tag_id = ?'
  db.prepare(given).run(id, tagId)
  db.prepare(removed).run(id, tagId)
  renewPack(db, id)
}

function history({ db }: Context, limit: number): JournalEntry[] {
  const rows = db.prepare<[number], EntryRow>('SELECT * FROM changes ORDER BY id DESC LIMIT ?').all(limit)
  return rows.map((row) => ({
    id: row.id,
    atMs: row.at_ms,
    change: JSON.parse(row.change) as PersonChange,
    isUndone: row.undone_ms !== null,
  }))
}

/** Photos that left the library since are passed over. */
function undoLast(context: Context): number[] {
  const { db, write, changed, vocabulary, now } = context
  const ids = write(() => {
    const last = db
      .prepare<[], EntryRow>('SELECT * FROM changes WHERE undone_ms IS NULL ORDER BY id DESC LIMIT 1')
      .get()
    if (!last) return []
    const before = JSON.parse(last.before) as Before
    const exists = db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
    const photos = ('ratings' in before ? before.ratings : before.photos).filter((photo) => exists.get(photo.id))
    if ('ratings' in before) restoreRatings(db, photos as RatingBefore[])
    else for (const photo of photos as TagBefore[]) putTagState(db, vocabulary.tagId(before.tag), photo)
    db.prepare('UPDATE changes SET undone_ms = ? WHERE id = ?').run(now(), last.id)
    return photos.map((photo) => photo.id)
  })
  changed.photos(ids)
  return ids
}

function restoreRatings(db: Context['db'], ratings: readonly RatingBefore[]) {
  const update = db.prepare('UPDATE photos SET rating = ?, is_rated = ? WHERE id = ?')
  for (const { id, rating, isRated } of ratings) update.run(rating, isRated, id)
}
