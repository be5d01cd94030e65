import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { makeBits } from '../columns/bits.ts'
import { roomFor } from '../columns/room.ts'
import type { NumberArray, NumberColumn } from '../columns/column.ts'
import type { ListParts } from '../columns/packed-lists.ts'
import type { TextParts } from '../columns/text-values.ts'
import { readArrayFile, writeArrayFile } from './array-file.ts'
import type { IndexLog } from './index-log.ts'
import type { IndexParts } from './index-parts.ts'

/** Tables covered by the log; a column that reads anything else must not be saved. */
const LOGGED = new Set(['photos', 'files', 'nsfw_shares', 'named_faces', 'people'])

/** What the arrays alone do not say. */
const Meta = z.object({
  slots: z.int().min(0),
  /** SQL of the columns, in their order. */
  columns: z.array(z.string()),
  lists: z.array(z.object({ place: z.int().min(0), used: z.int().min(0), wasted: z.int().min(0) })),
  texts: z.array(z.object({ sql: z.string(), texts: z.array(z.string()) })),
  orders: z.array(z.enum(['takenAt', 'addedAt', 'modifiedAt', 'size', 'rating', 'name'])),
})
type Meta = z.infer<typeof Meta>

/** A saved index, and the photos that changed since, by ascending id. */
export type Kept = { parts: IndexParts; changed: number[] }

/**
 * The search index in a file beside the catalogue, so that opening a large library reads arrays and not a million rows.
 * The file is never trusted: it has a token that the catalogue knows, and photos that changed since are read again.
 */
export class KeptIndex {
  readonly #path: string
  readonly #log: IndexLog
  readonly #columns: readonly string[]

  constructor(folder: string, log: IndexLog, columns: readonly NumberColumn[]) {
    this.#path = join(folder, 'index.arrays')
    this.#log = log
    this.#columns = [...new Set(columns)].map(({ sql }) => sql)
  }

  /** Whether every column reads only tables whose changes are logged; otherwise nothing is kept, since it would age. */
  get isPossible(): boolean {
    return this.#columns.every((sql) =>
      [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].every(([, table = '']) => LOGGED.has(table)),
    )
  }

  /** Whether there is a file with few changes since; `slots` is what it would contain now. */
  isFresh(slots: number): boolean {
    return this.#log.token() !== null && this.#log.count() * 100 <= slots
  }

  /** Reads the file in slices; null if none fits, or if so much has changed that it is worth little. */
  async read(): Promise<Kept | null> {
    const token = this.#log.token()
    if (token === null || !this.isPossible) return null
    const file = await readArrayFile(this.#path, token, (name, length) =>
      name.startsWith('order ') ? length : roomFor(length),
    )
    const meta = Meta.safeParse(file?.meta)
    if (file === null || !meta.success || meta.data.columns.join() !== this.#columns.join()) return null
    const changed = this.#log.changed()
    return changed.length > meta.data.slots / 3 ? null : { parts: toParts(meta.data, file.arrays), changed }
  }

  /** Writes a file of the present index, unless `isSteady` says that it changed in the meantime. */
  async write(parts: IndexParts, isSteady: () => boolean): Promise<void> {
    if (!this.isPossible) return
    const token = randomUUID()
    const written = await writeArrayFile(this.#path, { token, ...toFile(this.#columns, parts) }, isSteady)
    if (written && isSteady()) this.#log.settle(token)
  }
}

function toFile(columns: readonly string[], { numbers, lists, texts, orders }: IndexParts) {
  const meta: Meta = {
    slots: numbers.slots,
    columns: [...columns],
    lists: lists.map(([place, { used, wasted }]) => ({ place, used, wasted })),
    texts: texts.map(([sql, { texts: all }]) => ({ sql, texts: [...all] })),
    orders: orders.map(([by]) => by),
  }
  const arrays = new Map<string, NumberArray>([
    ['ids', numbers.ids],
    ['live', numbers.live],
    ...numbers.arrays.map((values, at): [string, NumberArray] => [`column ${at}`, values]),
    ...lists.flatMap(([place, { starts, counts, rooms, data }]): [string, NumberArray][] => [
      [`starts ${place}`, starts],
      [`counts ${place}`, counts],
      [`rooms ${place}`, rooms],
      [`data ${place}`, data],
    ]),
    ...texts.map(([, { values }], at): [string, NumberArray] => [`text ${at}`, values]),
    ...orders.map(([by, slots]): [string, NumberArray] => [`order ${by}`, slots]),
  ])
  return { meta, arrays }
}

function toParts(meta: Meta, arrays: ReadonlyMap<string, NumberArray>): IndexParts {
  const of = <Values extends NumberArray>(name: string): Values => {
    const values = arrays.get(name)
    if (values === undefined) throw new Error(`The kept index has no array ${name}.`)
    return values as Values
  }
  const ids = of<Uint32Array>('ids')
  const live = makeBits(ids.length) // exactly as long as sets of its slots are
  live.set(of<Uint32Array>('live').subarray(0, makeBits(meta.slots).length))
  const listOf = (place: number): Omit<ListParts, 'used' | 'wasted'> => ({
    starts: of(`starts ${place}`),
    counts: of(`counts ${place}`),
    rooms: of(`rooms ${place}`),
    data: of(`data ${place}`),
  })
  return {
    numbers: { slots: meta.slots, ids, live, arrays: meta.columns.map((_, at) => of(`column ${at}`)) },
    lists: meta.lists.map(({ place, used, wasted }) => [place, { ...listOf(place), used, wasted }]),
    texts: meta.texts.map(({ sql, texts }, at): [string, TextParts] => [sql, { texts, values: of(`text ${at}`) }]),
    orders: meta.orders.map((by) => [by, of<Uint32Array>(`order ${by}`)]),
  }
}
