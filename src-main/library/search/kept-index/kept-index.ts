import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { makeBits } from '../columns/bits.ts'
import { roomFor } from '../columns/room.ts'
import type { NumberArray, NumberColumn } from '../columns/column.ts'
import type { ListParts } from '../columns/packed-lists.ts'
import type { TextParts } from '../columns/text-values.ts'
import type { PhotoQuery } from '../../../contract/library/query.ts'
import type { ColumnParts } from '../columns/photo-columns.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { absentAs } from '../../../base/files/file-errors.ts'

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
type Kept = { parts: IndexParts; changed: number[] }

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

/**
 * The content of the search index as arrays: lists by their position in the denormalised rows, texts by the SQL of
 * their columns, orders as slots by ascending keys.
 */
export type IndexParts = {
  numbers: ColumnParts
  lists: [place: number, ListParts][]
  texts: [sql: string, TextParts][]
  orders: [Exclude<PhotoQuery['sort']['by'], 'match' | 'album'>, Uint32Array][]
}

// What changed since the file was written

/** The catalogue's state that the saved index belongs to, and the photos that changed since. */
export type IndexLog = {
  /** The token of the usable file; null if there is none. */
  token(): string | null
  /** Photos that changed since the file was written, each once, by ascending id, including removed ones. */
  changed(): number[]
  /** How many these are. */
  count(): number
  /** This file now has the present state, and changes are logged from here. */
  settle(token: string): void
}

/** Tables `kept_index` and `index_log`; triggers write the log, whoever changes a photo. */
export function createIndexLog(db: Db): IndexLog {
  return {
    token: () => db.prepare<[], string>('SELECT token FROM kept_index').pluck().get() ?? null,
    changed: () => db.prepare<[], number>('SELECT photo FROM index_log ORDER BY photo').pluck().all(),
    count: () => db.prepare<[], number>('SELECT count(*) FROM index_log').pluck().get() ?? 0,
    settle: db.transaction((token: string) => {
      db.exec('DELETE FROM kept_index; DELETE FROM index_log')
      db.prepare('INSERT INTO kept_index (token) VALUES (?)').run(token)
    }),
  }
}

// Arrays in a file

/**
 * Typed arrays by name in one file, little-endian: the length of the header in 8 bytes, the header as JSON, then the
 * arrays, each at a multiple of 8. The file can be created again at any time, and is replaced atomically.
 */
type ArrayFile<Meta> = { meta: Meta; arrays: ReadonlyMap<string, NumberArray> }

/** The capacity for an array of this length. */
type RoomFor = (name: string, length: number) => number

/** Bytes read or written between two breaks for other work. */
const SLICE = 4 * 2 ** 20
const ALIGNMENT = 8
/** More would be no header of ours. */
const MAX_HEADER = 16 * 2 ** 20

const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const
type Kind = keyof typeof kinds

/** Raised when a column stores its numbers in another way: the file would be misread. */
const VERSION = 2

const whole = z.int().min(0)
const Header = z.object({
  magic: z.literal('lumafold-index'),
  version: z.literal(VERSION),
  token: z.string(),
  meta: z.unknown(),
  arrays: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(Object.keys(kinds) as [Kind, ...Kind[]]),
      length: whole,
      crc: whole,
    }),
  ),
})
type Header = z.infer<typeof Header>

/** Writes the present arrays to `path`.part; false, and nothing is left, if `goesOn` ended it between two slices. */
async function writeArrayFile(
  path: string,
  { token, meta, arrays }: ArrayFile<unknown> & { token: string },
  goesOn: () => boolean,
): Promise<boolean> {
  const part = `${path}.part`
  const sums: number[] = []
  for (const values of arrays.values()) {
    const crc = await sumOf(values, goesOn)
    if (crc === null) return false
    sums.push(crc)
  }
  const described = [...arrays].map(([name, values], at) => ({
    name,
    kind: values.constructor.name as Kind,
    length: values.length,
    crc: sums[at] ?? 0,
  }))
  const header: Header = { magic: 'lumafold-index', version: VERSION, token, meta, arrays: described }
  const file = await open(part, 'w', OWNER_ONLY.file)
  let isWhole = false
  try {
    isWhole = await writeAll(file, header, arrays, goesOn)
  } finally {
    await file.close()
    if (!isWhole) await rm(part, { force: true })
  }
  if (isWhole) await rename(part, path)
  return isWhole
}

async function writeAll(file: FileHandle, header: Header, arrays: ArrayFile<unknown>['arrays'], goesOn: () => boolean) {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(ALIGNMENT)
  length.writeUInt32LE(text.length)
  await writeFully(file, length, 0)
  await writeFully(file, text, ALIGNMENT)
  let at = aligned(ALIGNMENT + text.length)
  for (const values of arrays.values()) {
    const bytes = bytesOf(values)
    for (let start = 0; start < bytes.length; start += SLICE) {
      if (!goesOn()) return false
      await writeFully(file, bytes.subarray(start, start + SLICE), at + start)
    }
    at = aligned(at + bytes.length)
  }
  return goesOn()
}

async function sumOf(values: NumberArray, goesOn: () => boolean): Promise<number | null> {
  const bytes = bytesOf(values)
  let crc = 0
  for (let start = 0; start < bytes.length; start += SLICE) {
    if (!goesOn()) return null
    crc = crc32(bytes.subarray(start, start + SLICE), crc)
    await new Promise(setImmediate)
  }
  return crc
}

async function writeFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

/**
 * Reads such a file, in slices. `roomFor` returns the capacity of an array, at least its own length; the numbers beyond
 * are 0. Null if there is no file, if its token differs, or if it is not exactly as it was written.
 */
async function readArrayFile(path: string, token: string, roomFor: RoomFor): Promise<ArrayFile<unknown> | null> {
  const file = await open(path, 'r').catch(absentAs(null))
  if (file === null) return null
  try {
    const read = await readHeader(file)
    if (read === null || read.header.token !== token) return null
    return await readAll(file, read.header, read.end, roomFor)
  } finally {
    await file.close()
  }
}

async function readAll(file: FileHandle, header: Header, end: number, roomFor: RoomFor) {
  const arrays = new Map<string, NumberArray>()
  let at = aligned(end)
  for (const { name, kind, length, crc } of header.arrays) {
    const values = new kinds[kind](Math.max(length, roomFor(name, length)))
    const bytes = bytesOf(values).subarray(0, length * values.BYTES_PER_ELEMENT)
    if ((await readFully(file, bytes, at)) !== crc) return null
    arrays.set(name, values)
    at = aligned(at + bytes.length)
  }
  return { meta: header.meta, arrays }
}

async function readHeader(file: FileHandle): Promise<{ header: Header; end: number } | null> {
  const length = Buffer.alloc(ALIGNMENT)
  await file.read(length, 0, ALIGNMENT, 0)
  const bytes = length.readUInt32LE()
  if (bytes > MAX_HEADER) return null
  const text = Buffer.alloc(bytes)
  await file.read(text, 0, bytes, ALIGNMENT)
  try {
    return { header: Header.parse(JSON.parse(text.toString())), end: ALIGNMENT + bytes }
  } catch {
    return null // Damaged, or of another version: it is made again.
  }
}

/** Fills memory from a file; returns the CRC-32 of what was read, null if the file ends before. */
async function readFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<number | null> {
  let crc = 0
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, Math.min(SLICE, bytes.length - done), at + done)
    if (bytesRead === 0) return null
    crc = crc32(bytes.subarray(done, done + bytesRead), crc)
    done += bytesRead
  }
  return crc
}

const bytesOf = (values: NumberArray): Uint8Array => new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

const aligned = (at: number): number => Math.ceil(at / ALIGNMENT) * ALIGNMENT
