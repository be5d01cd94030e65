import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Context } from '../../catalog/context/context.ts'
import { exchangeFiles } from '../rows/exchange-files.ts'
import { type ChangeContext, type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** A photo whose file is missing, and the photo that has this file. */
type SamePair = { oldPhotoId: number; newPhotoId: number }

/**
 * Photos with a missing file get the files of newer photos, which leave the library and are kept for a while. The ids
 * are those of both; `place` is the folder of the files.
 */
type SamePhoto = { kind: 'same-photo'; pairs: readonly SamePair[]; place: string }

/** The state is whether the older photo has the file. */
export const samePhoto: ChangeKind<SamePhoto, boolean> = {
  kind: 'same-photo',
  subject: 'photos',
  isText: true,
  isRemoval: true,
  choose: (context, { pairs }, ids) => {
    for (const pair of pairsOf(pairs, ids)) requireGone(context, pair)
    return ids
  },
  given: () => true,
  read: ({ db }, { pairs }, ids) => {
    const select = db.prepare<[SamePair]>(IS_JOINED)
    const exists = db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
    const isJoined = new Map<number, number>()
    for (const pair of pairsOf(pairs, ids)) {
      const state = select.get(pair) === undefined ? 0 : 1
      for (const id of [pair.oldPhotoId, pair.newPhotoId]) isJoined.set(id, state)
    }
    const there = ids.filter((id) => isJoined.has(id) && exists.get(id) !== undefined)
    const rows = there.map((id): [number, number] => [id, isJoined.get(id) ?? 0])
    return groupByState(rows).map(({ state, ids: found }) => ({ state: state === 1, ids: found }))
  },
  write: (context, { pairs }, ids, isSame) => {
    // The two of a pair may be in different pieces.
    const wanted = pairsOf(pairs, ids).filter(
      (pair) => isSame !== (context.db.prepare(IS_JOINED).get(pair) !== undefined),
    )
    for (const pair of wanted) (isSame ? join : part)(context, pair)
  },
  describe: ({ pairs, place }) => say('changes.fileFound', { photos: pairs.length, place }),
  photosOf: ({ pairs }) => pairs.length,
}

const IS_JOINED =
  "SELECT 1 FROM file_questions WHERE old_photo_id = @oldPhotoId AND new_photo_id = @newPhotoId AND answer = 'same'"

function pairsOf(pairs: readonly SamePair[], ids: readonly number[]): SamePair[] {
  const chosen = new Set(ids)
  return pairs.filter(({ oldPhotoId, newPhotoId }) => chosen.has(oldPhotoId) || chosen.has(newPhotoId))
}

/** Throws `photo-not-found`, or `bad-params` if the older photo has a file, or the newer one has none. */
function requireGone({ db }: Context, pair: SamePair): void {
  if (db.prepare(IS_JOINED).get(pair) !== undefined) return
  const isMissing = (id: number) =>
    db.prepare<[number], number>('SELECT is_missing FROM photos WHERE id = ? AND removed_ms IS NULL').pluck().get(id)
  const [old, found] = [isMissing(pair.oldPhotoId), isMissing(pair.newPhotoId)]
  if (old === undefined || found === undefined) throw new AppError('photo-not-found', say('errors.onePhotoGone'))
  if (old === 0) throw new AppError('bad-params', say('errors.notMissing', { id: pair.oldPhotoId }))
  if (found === 1) throw new AppError('bad-params', say('errors.missingToo', { id: pair.newPhotoId }))
}

function join(context: ChangeContext, pair: SamePair): void {
  const { db, now } = context
  exchangeFiles(context, pair.oldPhotoId, pair.newPhotoId)
  db.prepare('UPDATE photos SET removed_ms = ? WHERE id = ?').run(now(), pair.newPhotoId)
  db.prepare(
    `INSERT INTO file_questions (old_photo_id, new_photo_id, reason, asked_ms, answer)
     VALUES (@oldPhotoId, @newPhotoId, 'located', @now, 'same')
     ON CONFLICT (old_photo_id, new_photo_id) DO UPDATE SET answer = 'same'`,
  ).run({ ...pair, now: now() })
}

/** Opens a question again that was open before. */
function part(context: ChangeContext, pair: SamePair): void {
  const { db } = context
  exchangeFiles(context, pair.oldPhotoId, pair.newPhotoId)
  db.prepare('UPDATE photos SET removed_ms = NULL WHERE id = ?').run(pair.newPhotoId)
  const here = 'old_photo_id = @oldPhotoId AND new_photo_id = @newPhotoId'
  db.prepare(`DELETE FROM file_questions WHERE ${here} AND reason = 'located'`).run(pair)
  db.prepare(`UPDATE file_questions SET answer = NULL WHERE ${here}`).run(pair)
}

/** None of the suggested files belongs to these photos: they stay missing, and nobody asks again. */
type OtherPhotos = { kind: 'other-photos' }

/** The state is whether a question about the photo is open. */
export const otherPhotos: ChangeKind<OtherPhotos, boolean> = {
  kind: 'other-photos',
  subject: 'photos',
  given: () => false,
  read: ({ db }, _change, ids) =>
    groupByState(
      db
        .prepare<[string], [number, number]>(
          `SELECT old_photo_id, max(answer IS NULL) FROM file_questions
           WHERE old_photo_id IN (SELECT value FROM json_each(?)) GROUP BY old_photo_id`,
        )
        .raw()
        .all(JSON.stringify(ids)),
    ).map(({ state, ids: found }) => ({ state: state === 1, ids: found })),
  write: ({ db }, _change, ids, isOpen) => {
    const [before, after] = isOpen ? ['answer = @different', 'NULL'] : ['answer IS NULL', '@different']
    db.prepare(
      `UPDATE file_questions SET answer = ${after}
       WHERE old_photo_id IN (SELECT value FROM json_each(@ids)) AND ${before}`,
    ).run({ ids: JSON.stringify(ids), different: 'different' })
  },
  describe: (_change, count) => say('changes.otherFiles', { photos: count }),
}
