import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Context } from '../../catalog/context/context.ts'
import { type ChangeKind, type Group, groupByState } from '../../history/kinds/change-kind.ts'
import { readTag, type TagState, writeTag } from './tag-state.ts'

/** Gives the person's own tag, and reverts an earlier removal. */
export type AddTag = { kind: 'add-tag'; name: string }
/** Removes the person's tag, and hides everyone else's. */
export type RemoveTag = { kind: 'remove-tag'; name: string }
type TagChange = AddTag | RemoveTag

const ADDED: TagState = { isGiven: true, isRemoved: false }
const REMOVED: TagState = { isGiven: false, isRemoved: true }
const IN_IDS = 'IN (SELECT value FROM json_each(@ids))'

const common = {
  subject: 'photos',
  check: ({ name }: TagChange) => {
    if (name.trim() === '') throw new AppError('bad-params', say('errors.tagUnnamed'))
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
  describe: ({ name }, count) => say('changes.tagAdded', { name, photos: count }),
}

export const removeTag: ChangeKind<RemoveTag, TagState> = {
  ...common,
  kind: 'remove-tag',
  choose: photosThatShow,
  given: () => REMOVED,
  describe: ({ name }, count) => say('changes.tagRemoved', { name, photos: count }),
}

/** Photos that have the tag, from anyone, and do not hide it. */
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

function readStates(context: Context, { name }: TagChange, ids: readonly number[]): Group<TagState>[] {
  return groupByState(readTag(context, name, ids)).map(({ state, ids: found }) => ({
    state: { isGiven: state >= 2, isRemoved: state % 2 === 1 },
    ids: found,
  }))
}

function writeState(context: Context, { name }: TagChange, ids: readonly number[], state: TagState): void {
  writeTag(context, { tagId: context.vocabulary.tagId(name), ids }, state)
}
