import { type SelectionSummary, MAX_VALUES } from '../../../contract/library/selection-summary.ts'
import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import { type Position, writePosition } from '../../../contract/library/position.ts'
import { textFields, type Texts } from '../../../contract/library/text-fields.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import { givenTextColumns } from './person-texts.ts'

type Row = {
  id: number
  rating: number
  ratedLabel: string
  pick: number
  takenAt: string | null
  isDated: number
  givenOffset: string
  isLocated: number
  latitude: number | null
  longitude: number | null
  givenAltitude: number | null
  /** Ids of the equipment; 0 is unknown. */
  camera: number
  lens: number
  bytes: number
  status: number
  data: string | null
}

const SELECT = `SELECT p.id, p.rating, p.label AS ratedLabel, p.pick, p.taken_at AS takenAt, p.is_dated AS isDated,
    p.given_offset AS givenOffset, p.is_located AS isLocated, p.latitude, p.longitude,
    p.given_altitude AS givenAltitude,
    p.camera, p.lens, p.status, f.bytes, m.data
  FROM json_each(?) j CROSS JOIN photos p ON p.id = j.value
    JOIN files f ON f.photo_id = p.id AND f.is_main = 1
    LEFT JOIN metadata m ON m.photo_id = p.id`

/** Read separately: most photos have none. */
const GIVEN = `SELECT t.photo_id AS id, ${givenTextColumns} FROM person_texts t
  WHERE t.photo_id IN (SELECT value FROM json_each(?))`

/** Photos at a time: some hundredths of a second. */
const PIECE = 2000

/** What photos have in common, piece by piece, so that the caller can do other things in between. */
export function* summarise(db: Db, ids: readonly number[]): Generator<void, SelectionSummary, undefined> {
  const sums = createSums()
  const select = db.prepare<[string], Row>(SELECT)
  const given = db.prepare<[string], Texts & { id: number }>(GIVEN)
  for (let at = 0; at < ids.length; at += PIECE) {
    const piece = JSON.stringify(ids.slice(at, at + PIECE))
    const texts = new Map(given.all(piece).map((each) => [each.id, each]))
    for (const row of select.all(piece)) add(sums, row, texts.get(row.id))
    yield
  }
  return finish(sums, new Map(db.prepare<[], [number, string]>('SELECT id, name FROM equipment').raw().all()))
}

type Sums = ReturnType<typeof createSums>

const createSums = () => ({
  count: 0,
  texts: textFields.map((field) => ({ field, sum: new CommonValue<string>() })),
  position: new CommonValue<Position>(),
  ratings: new Counts<number>(),
  labels: new Counts<string>(),
  picks: new Counts<number>(),
  offsets: new Counts<string>(),
  cameras: new Counts<number>(),
  lenses: new Counts<number>(),
  days: new Set<string>(),
  earliest: null as string | null,
  latest: null as string | null,
  undated: 0,
  dated: 0,
  bytes: 0,
  failed: 0,
})

function add(sums: Sums, row: Row, texts: Texts | undefined): void {
  const read = row.data === null ? {} : (JSON.parse(row.data) as Partial<PhotoMetadata>)
  sums.count++
  if (row.status === photoStatus.number.failed) sums.failed++
  for (const { field, sum } of sums.texts) {
    const given = texts?.[field] ?? null
    const text = given ?? read[field] ?? ''
    if (text !== '' || given !== null) sum.add(text, text === '' ? null : text, given !== null)
  }
  sums.ratings.add(row.rating)
  sums.labels.add(row.ratedLabel)
  sums.picks.add(row.pick)
  if (row.camera > 0) sums.cameras.add(row.camera)
  if (row.lens > 0) sums.lenses.add(row.lens)
  sums.bytes += row.bytes
  addPosition(sums, row, read)
  addDate(sums, row, read)
}

function addPosition(sums: Sums, row: Row, read: Partial<PhotoMetadata>): void {
  const { latitude, longitude, isLocated } = row
  const altitude = isLocated === 1 ? row.givenAltitude : (read.altitude ?? null)
  const position = latitude === null || longitude === null ? null : { latitude, longitude, altitude }
  if (position !== null || isLocated === 1)
    sums.position.add(position === null ? '' : writePosition(position), position, isLocated === 1)
}

function addDate(sums: Sums, { takenAt, isDated, givenOffset }: Row, read: Partial<PhotoMetadata>): void {
  sums.dated += isDated
  if (takenAt === null) {
    sums.undated++
    return
  }
  sums.days.add(takenAt.slice(0, 10))
  sums.offsets.add(isDated === 1 ? givenOffset : (read.offset ?? ''))
  if (sums.earliest === null || takenAt < sums.earliest) sums.earliest = takenAt
  if (sums.latest === null || takenAt > sums.latest) sums.latest = takenAt
}

const finish = (sums: Sums, names: ReadonlyMap<number, string>): SelectionSummary => ({
  count: sums.count,
  texts: Object.fromEntries(
    sums.texts.map(({ field, sum }) => [field, sum.summary(sums.count)]),
  ) as SelectionSummary['texts'],
  position: sums.position.summary(sums.count),
  ratings: sums.ratings.list(),
  labels: sums.labels.list(),
  picks: sums.picks.list(),
  dates: {
    earliest: sums.earliest,
    latest: sums.latest,
    days: sums.days.size,
    undated: sums.undated,
    given: sums.dated,
    offsets: sums.offsets.list(),
  },
  bytes: sums.bytes,
  failed: sums.failed,
  cameras: named(sums.cameras, names),
  lenses: named(sums.lenses, names),
})

const named = (counts: Counts<number>, names: ReadonlyMap<number, string>): { value: string; count: number }[] =>
  counts.list().map(({ value, count }) => ({ value: names.get(value) ?? '', count }))

/** One field of several photos: the one value that all have, or the number of different ones. */
class CommonValue<Value> {
  readonly #keys = new Set<string>()
  #first: Value | null = null
  #filled = 0
  #given = 0

  /** `key` tells values apart; `value` is null if a person emptied it. Photos without a value are not added. */
  add(key: string, value: Value | null, isGiven: boolean): void {
    if (isGiven) this.#given++
    if (value === null) return
    this.#first ??= value
    this.#filled++
    if (this.#keys.size < MAX_VALUES) this.#keys.add(key)
  }

  /** The summary of `count` photos; no value counts as a value. */
  summary(count: number): { value: Value | null; values: number; filled: number; given: number } {
    const isEverywhere = this.#filled === count
    const values = Math.min(MAX_VALUES, this.#keys.size + (isEverywhere ? 0 : 1))
    return {
      value: isEverywhere && values === 1 ? this.#first : null,
      values,
      filled: this.#filled,
      given: this.#given,
    }
  }
}

/** Frequencies of values. */
class Counts<Value> {
  readonly #counts = new Map<Value, number>()

  add(value: Value): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
  }

  /** The most frequent first. */
  list(): { value: Value; count: number }[] {
    return [...this.#counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
  }
}
