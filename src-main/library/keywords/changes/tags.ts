import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Context } from '../../catalog/context/context.ts'
import { type ChangeKind, type Group, groupByState } from '../../history/kinds/change-kind.ts'
import { tagSource } from '../../catalog/codecs/numbered.ts'

/** Gives the person's own tag, and reverts an earlier removal. */
type AddTag = { kind: 'add-tag'; name: string }
/** Removes the person's tag, and hides everyone else's. */
type RemoveTag = { kind: 'remove-tag'; name: string }
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
    state: stateOf(state),
    ids: found,
  }))
}

function writeState(context: Context, { name }: TagChange, ids: readonly number[], state: TagState): void {
  writeTag(context, { tagId: context.vocabulary.tagId(name), ids }, state)
}

/** Replaces one tag of photos, whoever gave it, by another one. */
type MoveTag = { kind: 'move-tag'; from: string; to: string }

type MoveState = { from: TagState; to: TagState }

const GIVEN: MoveState = { from: { isGiven: false, isRemoved: true }, to: { isGiven: true, isRemoved: false } }

export const moveTag: ChangeKind<MoveTag, MoveState> = {
  kind: 'move-tag',
  subject: 'photos',
  choose: photosOf,
  given: () => GIVEN,
  read: readMoves,
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
function readMoves(context: Context, { from, to }: MoveTag, ids: readonly number[]): Group<MoveState>[] {
  const before = readTag(context, from, ids)
  const after = new Map(readTag(context, to, ids))
  const both = before.map(([id, state]) => [id, 4 * state + (after.get(id) ?? 0)] as const)
  return groupByState(both).map(({ state, ids: found }) => ({
    state: { from: stateOf(state >> 2), to: stateOf(state & 3) },
    ids: found,
  }))
}

const stateOf = (number: number): TagState => ({ isGiven: number >= 2, isRemoved: number % 2 === 1 })

/** Whether the person gave a tag, and whether it is hidden if others give it. */
type TagState = { isGiven: boolean; isRemoved: boolean }

/** For each existing photo, by ascending id: 2 if the person gave the tag, plus 1 if they removed it. */
function readTag({ db, vocabulary }: Context, name: string, ids: readonly number[]): [number, number][] {
  return db
    .prepare<[object], [number, number]>(
      `SELECT p.id,
         2 * EXISTS (SELECT 1 FROM person_tags t WHERE t.photo_id = p.id AND t.tag_id = @tagId)
         + EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = p.id AND r.tag_id = @tagId)
       FROM photos p WHERE p.id ${IN_IDS} ORDER BY p.id`,
    )
    .raw()
    .all({ ids: JSON.stringify(ids), tagId: vocabulary.findTag(name) })
}

/** Sets the state of a tag for photos. */
function writeTag({ db }: Context, { ids, tagId }: { ids: readonly number[]; tagId: number }, state: TagState): void {
  const given = state.isGiven
    ? 'INSERT OR IGNORE INTO person_tags (photo_id, tag_id) SELECT value, @tagId FROM json_each(@ids)'
    : `DELETE FROM person_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId`
  const removed = state.isRemoved
    ? 'INSERT OR IGNORE INTO removed_tags (photo_id, tag_id) SELECT value, @tagId FROM json_each(@ids)'
    : `DELETE FROM removed_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId`
  const about = { ids: JSON.stringify(ids), tagId }
  db.prepare(given).run(about)
  db.prepare(removed).run(about)
}
