import { setImmediate } from 'node:timers/promises'
import type { PhotoColumns } from '../columns/photo-columns.ts'
import type { Db } from '../../../sqlite/connect.ts'

/** Rows between two breaks for other work. */
const SLICE = 5000

/** Slots in the order of names, equal ones by id. Reads an index and sorts nothing. */
export function orderByName(db: Db, columns: PhotoColumns): Uint32Array {
  const order = new Uint32Array(columns.slots)
  let count = 0
  const ids = db
    .prepare<[], number>('SELECT photo_id FROM files WHERE is_main = 1 ORDER BY name_key, photo_id')
    .pluck()
    .all()
  for (const id of ids) {
    const { slot, isThere } = columns.find(id)
    if (isThere) order[count++] = slot
  }
  return order.subarray(0, count)
}

/** The same with breaks for other work; null where `isSteady` says that names changed meanwhile. */
export async function orderByNameInSlices(
  db: Db,
  columns: PhotoColumns,
  isSteady: () => boolean,
): Promise<Uint32Array | null> {
  const order = new Uint32Array(columns.slots)
  const page = db
    .prepare<[string, number], [string, number]>(
      `SELECT name_key, photo_id FROM files WHERE is_main = 1 AND (name_key, photo_id) > (?, ?)
       ORDER BY name_key, photo_id LIMIT ${SLICE}`,
    )
    .raw()
  let count = 0
  for (let last: [string, number] = ['', 0]; ;) {
    const rows = page.all(...last)
    for (const [, id] of rows) {
      const { slot, isThere } = columns.find(id)
      if (isThere) order[count++] = slot
    }
    const end = rows.at(-1)
    if (end === undefined) return order.subarray(0, count)
    last = end
    await setImmediate()
    if (!isSteady()) return null
  }
}

/** Whether the name of one slot comes before that of another, equal ones by slot. */
export function nameComparison(db: Db, columns: PhotoColumns): (a: number, b: number) => boolean {
  const select = db.prepare<[number], string>('SELECT name_key FROM files WHERE photo_id = ? AND is_main = 1').pluck()
  const keys = new Map<number, Buffer>()
  const keyOf = (slot: number): Buffer => {
    const known = keys.get(slot) ?? Buffer.from(select.get(columns.ids[slot] ?? 0) ?? '')
    keys.set(slot, known)
    return known
  }
  return (a, b) => {
    const order = Buffer.compare(keyOf(a), keyOf(b)) // as SQLite compares: by the bytes of UTF-8
    return order < 0 || (order === 0 && a < b)
  }
}
