import type { Db } from '../../../base/sqlite/connect.ts'
import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * The state before a change goes into pieces, compactly, so that a change of any size is one line of the journal and
 * can be made, undone and redone in several transactions.
 */
export const journal: Migration = {
  version: 5,
  up: (db) => {
    db.exec(layout)
    const select = db.prepare<[number], OldRow>('SELECT change, before FROM changes WHERE id = ?')
    for (const id of db.prepare<[], number>('SELECT id FROM changes').pluck().all()) {
      const row = select.get(id)
      if (row) store(db, { id, ...convert(row) })
    }
    db.exec(afterwards)
  },
}

const layout = `
CREATE TABLE change_pieces (
  id INTEGER PRIMARY KEY,
  change_id INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE,
  is_undone INTEGER NOT NULL DEFAULT 0,
  data BLOB NOT NULL -- the states before, each with the ids that had it (changes/piece-codec.ts)
);
CREATE INDEX change_pieces_change ON change_pieces(change_id, id);
ALTER TABLE changes ADD COLUMN count INTEGER NOT NULL DEFAULT 0; -- how many photos it changed
ALTER TABLE changes ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0; -- of its pieces
ALTER TABLE changes ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1; -- 0 until all is done
ALTER TABLE changes ADD COLUMN undo_number INTEGER NOT NULL DEFAULT 0; -- the highest is redone first
`

const afterwards = `
ALTER TABLE changes DROP COLUMN before;
UPDATE change_pieces SET is_undone = (SELECT undone_ms IS NOT NULL FROM changes WHERE changes.id = change_id);
`

type OldRow = { change: string; before: string }
type RatingBefore = { id: number; rating: number; isRated: number }
type TagBefore = { id: number; isGiven: boolean; isRemoved: boolean }
type Before = { ratings: RatingBefore[] } | { tag: string; photos: TagBefore[] }
type Piece = { id: number; change: string; count: number; data: Buffer }

function convert(row: OldRow): Omit<Piece, 'id'> {
  const { ids: _ids, ...change } = JSON.parse(row.change) as { ids: number[] }
  const before = JSON.parse(row.before) as Before
  const states: [id: number, state: unknown][] =
    'ratings' in before
      ? before.ratings.map(({ id, rating, isRated }) => [id, isRated ? rating : null])
      : before.photos.map(({ id, isGiven, isRemoved }) => [id, { isGiven, isRemoved }])
  return { change: JSON.stringify(change), count: states.length, data: encode(states) }
}

/** The form of `history/journal/journal.ts`, written down here since that one may change and this may not. */
function encode(states: readonly (readonly [id: number, state: unknown])[]): Buffer {
  const groups = Map.groupBy(states, ([, state]) => JSON.stringify(state))
  const counts = [...groups].map(([state, members]) => `[${state},${members.length}]`)
  const head = Buffer.from(`[${counts.join(',')}]`)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const ids = [...groups.values()].flatMap((members) => encodeIds(members.map(([id]) => id)))
  return Buffer.concat([length, head, Buffer.from(ids)])
}

function encodeIds(ids: readonly number[]): number[] {
  const bytes: number[] = []
  let before = 0
  for (const id of ids.toSorted((a, b) => a - b)) {
    let rest = id - before
    before = id
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
    bytes.push(rest)
  }
  return bytes
}

function store(db: Db, { id, change, count, data }: Piece): void {
  db.prepare('INSERT INTO change_pieces (change_id, data) VALUES (?, ?)').run(id, data)
  db.prepare('UPDATE changes SET change = ?, count = ?, bytes = ? WHERE id = ?').run(change, count, data.length, id)
}
