import { AppError } from '../../../contract/errors.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { putRatings, rate } from './change-ratings.ts'
import { changeTag, putTagState } from './change-tags.ts'
import type { Applied, Before, ChangeStore, JournalEntry, PersonChange } from './change-types.ts'

type EntryRow = { id: number; at_ms: number; change: string; before: string; undone_ms: number | null }

/** The one place for what a person does to photos: each change and how things were before it are written together. */
export const createChangeStore = (context: Context): ChangeStore => ({
  apply: (change) => apply(context, change),
  history: (limit) => listHistory(context.db, limit),
  undoLast: () => undoLast(context),
})

function apply(context: Context, change: PersonChange): number[] {
  const ids = context.write(() => {
    const given = [...new Set(change.ids)]
    requireAll(context.db, given)
    const applied = change.kind === 'rate' ? rate(context.db, given, change.rating) : changeTag(context, given, change)
    if (applied.ids.length > 0) journal(context, change, applied)
    return applied.ids
  })
  context.changed.photos(ids)
  return ids
}

function requireAll(db: Db, ids: readonly number[]): void {
  const exists = db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
  const unknown = ids.find((id) => !exists.get(id))
  if (unknown !== undefined)
    throw new AppError('photo-not-found', `There is no photo with the id ${unknown}; nothing was changed.`)
}

function journal({ db, now }: Context, change: PersonChange, { before, ids }: Applied): void {
  db.prepare('INSERT INTO changes (at_ms, kind, change, before) VALUES (@atMs, @kind, @change, @before)').run({
    atMs: now(),
    kind: change.kind,
    change: JSON.stringify({ ...change, ids }),
    before: JSON.stringify(before),
  })
}

const listHistory = (db: Db, limit: number): JournalEntry[] =>
  db
    .prepare<[number], EntryRow>('SELECT * FROM changes ORDER BY id DESC LIMIT ?')
    .all(limit)
    .map((row) => ({
      id: row.id,
      atMs: row.at_ms,
      change: JSON.parse(row.change) as PersonChange,
      isUndone: row.undone_ms !== null,
    }))

function undoLast(context: Context): number[] {
  const { db, write, changed, now } = context
  const ids = write(() => {
    const last = db
      .prepare<[], EntryRow>('SELECT * FROM changes WHERE undone_ms IS NULL ORDER BY id DESC LIMIT 1')
      .get()
    if (!last) return []
    const touched = putBack(context, JSON.parse(last.before) as Before)
    db.prepare('UPDATE changes SET undone_ms = ? WHERE id = ?').run(now(), last.id)
    return touched
  })
  changed.photos(ids)
  return ids
}

/** Photos that left the library since are passed over. */
function putBack({ db, vocabulary }: Context, before: Before): number[] {
  const exists = db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
  const isThere = ({ id }: { id: number }) => exists.get(id) !== undefined
  if ('ratings' in before) {
    const ratings = before.ratings.filter(isThere)
    putRatings(db, ratings)
    return ratings.map(({ id }) => id)
  }
  const photos = before.photos.filter(isThere)
  for (const photo of photos) putTagState(db, vocabulary.tagId(before.tag), photo)
  return photos.map(({ id }) => id)
}
