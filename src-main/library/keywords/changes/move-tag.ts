import { say } from '../../../contract/sentences/say.ts'
import { tagSource } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'
import { type ChangeKind, type Group, groupByState } from '../../history/kinds/change-kind.ts'
import { readTag, writeTag, type TagState } from './tag-state.ts'

/** Replaces one tag of photos, whoever gave it, by another one. */
export type MoveTag = { kind: 'move-tag'; from: string; to: string }

type MoveState = { from: TagState; to: TagState }

const GIVEN: MoveState = { from: { isGiven: false, isRemoved: true }, to: { isGiven: true, isRemoved: false } }
const IN_IDS = 'IN (SELECT value FROM json_each(@ids))'

export const moveTag: ChangeKind<MoveTag, MoveState> = {
  kind: 'move-tag',
  subject: 'photos',
  choose: photosOf,
  given: () => GIVEN,
  read: readStates,
  write: (context, { from, to }, ids, state) => {
    writeTag(context, { tagId: context.vocabulary.tagId(from), ids }, state.from)
    writeTag(context, { tagId: context.vocabulary.tagId(to), ids }, state.to)
  },
  tell: ({ changed, vocabulary }, { from, to }, ids) => {
    changed.tag(ids, vocabulary.tagId(from))
    changed.tag(ids, vocabulary.tagId(to))
  },
  describe: ({ from, to }, count) => say('changes.tagMoved', { from, to, photos: count }),
}

/** Photos to which the person or a file gave the tag: an engine's tag is no keyword of the person. */
function photosOf({ db, vocabulary }: Context, { from }: MoveTag, ids: readonly number[]): number[] {
  return db
    .prepare<[object], number>(
      `SELECT photo_id FROM (
         SELECT photo_id FROM photo_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId AND source = @file
         UNION SELECT photo_id FROM person_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId) given
       WHERE NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = given.photo_id AND r.tag_id = @tagId)
       ORDER BY photo_id`,
    )
    .pluck()
    .all({ ids: JSON.stringify(ids), tagId: vocabulary.findTag(from), file: tagSource.number.file })
}

/** Both states in one number, for fast grouping. */
function readStates(context: Context, { from, to }: MoveTag, ids: readonly number[]): Group<MoveState>[] {
  const before = readTag(context, from, ids)
  const after = new Map(readTag(context, to, ids))
  const both = before.map(([id, state]) => [id, 4 * state + (after.get(id) ?? 0)] as const)
  return groupByState(both).map(({ state, ids: found }) => ({
    state: { from: stateOf(state >> 2), to: stateOf(state & 3) },
    ids: found,
  }))
}

const stateOf = (number: number): TagState => ({ isGiven: number >= 2, isRemoved: number % 2 === 1 })
