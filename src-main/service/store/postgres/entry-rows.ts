import { LRUCache } from 'lru-cache'
import type { AdmitEntry, EntryPicture, EntryRows, IndexKey, IndexRow, NewEntry } from '../../../indexes/store/port.ts'
import { decodeVector, encodeVector } from '../../../sqlite/vector-blob.ts'
import type { Database, Query } from './database.ts'
import { findIndex } from './index-rows.ts'
import { moveEntries } from './move-entries.ts'

/** An index as a node saw it last; null where there was none. */
type Seen = { index: IndexRow; isEmpty: boolean } | null

const MOST_SEEN = 1000
/** How often two savings of different kinds of vectors may meet in one index. */
const MOST_TRIES = 20

/** The entries of indexes, in PostgreSQL. */
export function entryRows(database: Database): EntryRows {
  const { query, repeat } = database
  const seen = new LRUCache<string, NonNullable<Seen>>({ max: MOST_SEEN })
  const look = async (key: IndexKey): Promise<Seen> => {
    const row = await findIndex(repeat, key)
    return row === undefined ? null : { index: row, isEmpty: row.entries === 0 }
  }
  return {
    /** One round trip where the index is as it was seen last. */
    save: async (key, entries, admit, at) => {
      if (entries.length === 0) return
      const name = JSON.stringify([key.owner, key.kind, key.categorizerId, key.indexId])
      let place: Seen = seen.get(name) ?? (await look(key))
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        let admitted: IndexRow
        try {
          admitted = admitAll(place ?? { index: newIndex(key, at), isEmpty: true }, entries, admit)
        } catch (error) {
          if (!seen.delete(name)) throw error
          place = await look(key) // what was seen is perhaps not so any more
          continue
        }
        const row = await saveEntries(query, key, place, admitted, entries, at)
        if (row !== undefined) {
          seen.set(name, { index: { ...admitted, id: row }, isEmpty: false })
          return
        }
        seen.delete(name)
        place = await look(key)
      }
      throw new Error('an index changed each time that something was to be saved in it')
    },
    remove: async (indexRow, entryId) =>
      (await query<{ isGone: boolean }>('SELECT remove_entry($1, $2) AS "isGone"', [indexRow, entryId]))[0]!.isGone,
    move: (indexRow, to) => database.transaction((run) => moveEntries(run, indexRow, to)),
    has: async (indexRow, entryId) => (await readVector(repeat, indexRow, entryId)) !== null,
    vector: (indexRow, entryId) => readVector(repeat, indexRow, entryId),
    isEmpty: async (indexRow) =>
      (await repeat('SELECT id FROM indexes WHERE id = $1 AND entry_count > 0', [indexRow])).length === 0,
    pictures: (indexRow) =>
      repeat<EntryPicture>(
        'SELECT entry_id AS "entryId", picture FROM entries WHERE index_row = $1 AND EXISTS (SELECT FROM indexes WHERE id = $1) ORDER BY id',
        [indexRow],
      ),
  }
}

async function readVector(query: Query, indexRow: number, entryId: string): Promise<Float32Array | null> {
  const [row] = await query<{ vector: Buffer }>(
    'SELECT e.vector FROM entries e JOIN indexes i ON i.id = e.index_row WHERE e.index_row = $1 AND e.entry_id = $2',
    [indexRow, entryId],
  )
  return row === undefined ? null : decodeVector(row.vector)
}

/** What the index is after each entry was admitted in turn; throws what `admit` throws. */
function admitAll(place: NonNullable<Seen>, entries: readonly NewEntry[], admit: AdmitEntry): IndexRow {
  return entries.reduce<{ index: IndexRow; isEmpty: boolean }>(
    ({ index, isEmpty }, { vector }) => ({ index: { ...index, ...admit(index, isEmpty, vector) }, isEmpty: false }),
    place,
  ).index
}

/** The row of the index; undefined where it is not as it was seen. */
async function saveEntries(
  query: Query,
  key: IndexKey,
  place: Seen,
  to: IndexRow,
  all: readonly NewEntry[],
  at: number,
): Promise<number | undefined> {
  const last = new Map(all.map((entry) => [entry.entryId, entry]))
  const entries = [...last.values()]
  const [row] = await query<{ id: number }>(
    `SELECT save_entries AS id FROM save_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text[],
       $15::bytea[], $16::text[])`,
    [
      ...[key.owner, key.kind, key.categorizerId, key.indexId, at],
      ...(place
        ? [place.index.id, place.index.dimensions, place.index.model, place.index.featuresType, place.isEmpty]
        : [null, null, null, null, null]),
      ...[to.dimensions, to.model, to.featuresType],
      ...[entries.map(({ entryId }) => entryId), entries.map(({ vector }) => encodeVector(vector))],
      entries.map(({ picture }) => picture),
    ],
  )
  return row?.id
}

const newIndex = (key: IndexKey, createdAt: number): IndexRow => ({
  ...key,
  id: 0,
  dimensions: null,
  model: null,
  featuresType: null,
  changes: 0,
  createdAt,
  trainedAt: null,
  trainedEntries: 0,
  trainedModel: null,
  snapshot: null,
})
