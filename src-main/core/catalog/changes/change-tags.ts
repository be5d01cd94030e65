import { AppError } from '../../../contract/errors.ts'
import { tagSource } from '../codecs/numbered.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { renewDenormalisedRow } from '../denormalised/denormalised-rows.ts'
import type { Applied, PersonChange, TagBefore } from './change-types.ts'

type TagChange = Extract<PersonChange, { name: string }>
type TagState = TagBefore & { isThere: boolean }

const isNotGiven = (state: TagState) => !state.isGiven || state.isRemoved
const isShown = (state: TagState) => state.isThere && !state.isRemoved

/**
 * Adding gives the person's own tag and lifts an earlier removal; removing takes the person's tag and hides everyone
 * else's.
 */
export function changeTag({ db, vocabulary }: Context, given: readonly number[], { kind, name }: TagChange): Applied {
  if (name.trim() === '') throw new AppError('bad-params', 'A tag needs a name.')
  const isAdded = kind === 'add-tag'
  const tagId = isAdded ? vocabulary.tagId(name) : vocabulary.findTag(name)
  if (tagId === null) return { before: { tag: name, photos: [] }, ids: [] }
  const states = given.map((id) => tagStateOf(db, id, tagId)).filter(isAdded ? isNotGiven : isShown)
  for (const { id } of states) putTagState(db, tagId, { id, isGiven: isAdded, isRemoved: !isAdded })
  const photos = states.map(({ id, isGiven, isRemoved }) => ({ id, isGiven, isRemoved }))
  return { before: { tag: name, photos }, ids: photos.map((photo) => photo.id) }
}

function tagStateOf(db: Db, id: number, tagId: number): TagState {
  const sources = db
    .prepare<[number, number], number>('SELECT source FROM photo_tags WHERE photo_id = ? AND tag_id = ?')
    .pluck()
    .all(id, tagId)
  const removed = db
    .prepare<[number, number]>('SELECT 1 FROM removed_tags WHERE photo_id = ? AND tag_id = ?')
    .get(id, tagId)
  return {
    id,
    isThere: sources.length > 0,
    isGiven: sources.includes(tagSource.number.person),
    isRemoved: removed !== undefined,
  }
}

/** Gives or takes the person's own tag, and hides or shows what others say. */
export function putTagState(db: Db, tagId: number, { id, isGiven, isRemoved }: TagBefore): void {
  const given = isGiven
    ? 'INSERT OR REPLACE INTO photo_tags (photo_id, tag_id, source, confidence) VALUES (@id, @tagId, @source, 100)'
    : 'DELETE FROM photo_tags WHERE photo_id = @id AND tag_id = @tagId AND source = @source'
  const removed = isRemoved
    ? 'INSERT OR IGNORE INTO removed_tags (photo_id, tag_id) VALUES (@id, @tagId)'
    : 'DELETE FROM removed_tags WHERE photo_id = @id AND tag_id = @tagId'
  db.prepare(given).run({ id, tagId, source: tagSource.number.person })
  db.prepare(removed).run({ id, tagId })
  renewDenormalisedRow(db, id)
}
