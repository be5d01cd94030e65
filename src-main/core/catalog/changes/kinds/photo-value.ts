import type { ChangeKind } from './change-kind.ts'
import { groupByState } from './group-by-state.ts'

/** A column of `photos` that the file fills until the person does. */
type PhotoValue = {
  column: 'rating' | 'label' | 'pick'
  /** The column that is 1 once the person gave the value. */
  flag: 'is_rated' | 'is_labelled' | 'is_picked'
  /** What the file says, as SQL over its metadata `m`; NULL where it says nothing. */
  inFile: string
  /** Where neither says anything, as SQL. */
  none: string
}

/** Reading and writing such a value. The state is what the person gave; null where they gave nothing. */
export function photoValue<State extends string | number>({ column, flag, inFile, none }: PhotoValue) {
  const fromFile = `coalesce((SELECT ${inFile} FROM metadata m WHERE m.photo_id = photos.id), ${none})`
  const read = `SELECT id, CASE WHEN ${flag} THEN ${column} END FROM photos
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`
  const write = `UPDATE photos SET ${column} = coalesce(@state, ${fromFile}), ${flag} = @state IS NOT NULL
    WHERE id IN (SELECT value FROM json_each(@ids))`
  return {
    subject: 'photos',
    read: ({ db }, _change, ids) =>
      groupByState(db.prepare<[string], [number, State | null]>(read).raw().all(JSON.stringify(ids))),
    write: ({ db }, _change, ids, state) => {
      db.prepare(write).run({ state, ids: JSON.stringify(ids) })
    },
  } satisfies Pick<ChangeKind<{ kind: string }, State | null>, 'subject' | 'read' | 'write'>
}
