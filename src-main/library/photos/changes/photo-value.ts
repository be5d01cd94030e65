import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import { groupByState } from '../../history/kinds/group-by-state.ts'

/** A column of `photos` that the file or the analysis fills until the person does. */
type PhotoValue = {
  column: 'rating' | 'label' | 'pick' | 'nsfw'
  /** The column that is 1 once the person gave the value. */
  flag: 'is_rated' | 'is_labelled' | 'is_picked' | 'is_judged'
  /** The value where the person gave none, as SQL over `photos`. */
  otherwise: string
}

/** What a photo's file says, as SQL: `inFile` over its metadata `m`, and `none` where it says nothing. */
export const fromFile = (inFile: string, none: string): string =>
  `coalesce((SELECT ${inFile} FROM metadata m WHERE m.photo_id = photos.id), ${none})`

/** Reading and writing such a value. The state is what the person gave; null where they gave nothing. */
export function photoValue<State extends string | number>({ column, flag, otherwise }: PhotoValue) {
  const read = `SELECT id, CASE WHEN ${flag} THEN ${column} END FROM photos
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`
  const write = `UPDATE photos SET ${column} = coalesce(@state, ${otherwise}), ${flag} = @state IS NOT NULL
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
