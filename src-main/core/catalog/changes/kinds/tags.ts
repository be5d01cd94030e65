import { AppError } from '../../../../contract/errors.ts'
import type { Context } from '../../context/context.ts'
import type { ChangeKind, Group } from './change-kind.ts'
import { groupByState } from './group-by-state.ts'
import { countPhotos } from './words.ts'

/** Gives the person's own tag, and lifts an earlier removal. */
export type AddTag = { kind: 'add-tag'; name: string }
/** Takes the person's tag, and hides everyone else's. */
export type RemoveTag = { kind: 'remove-tag'; name: string }
type TagChange = AddTag | RemoveTag

/** Whether the tag is given by the person, and whether it is hidden when others give it. */
type TagState = { isGiven: boolean; isRemoved: boolean }

const ADDED: TagState = { isGiven: true, isRemoved: false }
const REMOVED: TagState = { isGiven: false, isRemoved: true }
const IN_IDS = 'IN (SELECT value FROM json_each(@ids))'

const common = {
  subject: 'photos',
  check: ({ name }: TagChange) => {
    if (name.trim() === '') throw new AppError('bad-params', 'A tag needs a name.')
  },
  read: readStates,
  write: writeState,
  tell: ({ changed, vocabulary }: Context, { name }: TagChange, ids: readonly number[]) =>
    changed.tag(ids, vocabulary.tagId(name)),
} as const

export const addTag: ChangeKind<AddTag, TagState> = {
  ...common,
  kind: 'add-tag',
  given: () => ADDED,
  describe: ({ name }, count) => `Added the tag “${name}” to ${countPhotos(count)}`,
}

export const removeTag: ChangeKind<RemoveTag, TagState> = {
  ...common,
  kind: 'remove-tag',
  choose: photosThatShow,
  given: () => REMOVED,
  describe: ({ name }, count) => `Took the tag “${name}” off ${countPhotos(count)}`,
}

/** Those of the photos that have the tag, from whomever, and do not hide it. */
function photosThatShow({ db, vocabulary }: Context, { name }: TagChange, ids: readonly number[]): number[] {
  return db
    .prepare<[object], number>(
      `SELECT photo_id FROM (SELECT photo_id FROM photo_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId
         UNION SELECT photo_id FROM person_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId) given
       WHERE NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = given.photo_id AND r.tag_id = @tagId)
       ORDER BY photo_id`,
    )
    .pluck()
    .all({ ids: JSON.stringify(ids), tagId: vocabulary.findTag(name) })
}

function readStates({ db, vocabulary }: Context, { name }: TagChange, ids: readonly number[]): Group<TagState>[] {
  const rows = db
    .prepare<[object], [number, number]>(
      `SELECT p.id,
         2 * EXISTS (SELECT 1 FROM person_tags t WHERE t.photo_id = p.id AND t.tag_id = @tagId)
         + EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = p.id AND r.tag_id = @tagId)
       FROM photos p WHERE p.id ${IN_IDS} ORDER BY p.id`,
    )
    .raw()
    .all({ ids: JSON.stringify(ids), tagId: vocabulary.findTag(name) })
  return groupByState(rows).map(({ state, ids: found }) => ({
    state: { isGiven: state >= 2, isRemoved: state % 2 === 1 },
    ids: found,
  }))
}

function writeState({ db, vocabulary }: Context, { name }: TagChange, ids: readonly number[], state: TagState): void {
  const given = state.isGiven
    ? 'INSERT OR IGNORE INTO person_tags (photo_id, tag_id) SELECT value, @tagId FROM json_each(@ids)'
    : `DELETE FROM person_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId`
  const removed = state.isRemoved
    ? 'INSERT OR IGNORE INTO removed_tags (photo_id, tag_id) SELECT value, @tagId FROM json_each(@ids)'
    : `DELETE FROM removed_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId`
  const about = { ids: JSON.stringify(ids), tagId: vocabulary.tagId(name) }
  db.prepare(given).run(about)
  db.prepare(removed).run(about)
}
