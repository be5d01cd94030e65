import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** A column of `photos` with a value from the file or the analysis until the person sets one. */
type PhotoValue = {
  column: 'rating' | 'label' | 'pick' | 'nsfw' | 'crop'
  /** The column that is 1 once the person set the value. */
  flag: 'is_rated' | 'is_labelled' | 'is_picked' | 'is_judged' | 'is_crop_given'
  /** The value if the person set none, as SQL over `photos`. */
  otherwise: string
}

/** The value in a photo's file, as SQL: `inFile` over its metadata `m`, and `none` if it has none. */
export const fromFile = (inFile: string, none: string): string =>
  `coalesce((SELECT ${inFile} FROM metadata m WHERE m.photo_id = photos.id), ${none})`

/** Reads and writes such a value. The state is the person's value; null if they gave none. */
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
