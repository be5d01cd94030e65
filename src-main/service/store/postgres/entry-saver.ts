import { LRUCache } from 'lru-cache'
import type { AdmitEntry, IndexKey, IndexRow, NewEntry } from '../../../indexes/store/port.ts'
import { encodeVector } from '../../../sqlite/vector-blob.ts'
import type { Query } from './database.ts'
import { findIndex } from './index-rows.ts'

/** An index as a node saw it last; null where there was none. */
type Seen = { index: IndexRow; isEmpty: boolean } | null
type Saving = { key: IndexKey; entries: readonly NewEntry[]; admit: AdmitEntry; at: number }

const MOST_SEEN = 1000
/** How often two savings of different kinds of vectors may meet in one index. */
const MOST_TRIES = 20

/**
 * Saves entries in one round trip where the index still is as this node saw it last, which the database checks;
 * otherwise it looks again.
 */
export class EntrySaver {
  readonly #query: Query
  readonly #repeat: Query
  readonly #seen = new LRUCache<string, NonNullable<Seen>>({ max: MOST_SEEN })

  constructor(query: Query, repeat: Query) {
    this.#query = query
    this.#repeat = repeat
  }

  async save(saving: Saving): Promise<void> {
    const { owner, kind, categorizerId, indexId } = saving.key
    const name = JSON.stringify([owner, kind, categorizerId, indexId])
    const seen = this.#seen.get(name)
    if (seen !== undefined && (await this.#saveAsSeen(name, seen, saving))) return
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const place = await this.#look(saving.key)
      if (await this.#saveAt(name, place, saving)) return
    }
    throw new Error('an index changed each time that something was to be saved in it')
  }

  /** What is refused by an index as it was seen is perhaps not refused as it is now. */
  async #saveAsSeen(name: string, seen: NonNullable<Seen>, saving: Saving): Promise<boolean> {
    this.#seen.delete(name)
    try {
      admitAll(seen, saving)
    } catch {
      return false
    }
    return this.#saveAt(name, seen, saving)
  }

  async #saveAt(name: string, place: Seen, saving: Saving): Promise<boolean> {
    const admitted = admitAll(place ?? { index: newIndex(saving), isEmpty: true }, saving)
    const id = await saveEntries(this.#query, place, admitted, saving)
    if (id === undefined) return false
    this.#seen.set(name, { index: { ...admitted, id }, isEmpty: false })
    return true
  }

  async #look(key: IndexKey): Promise<Seen> {
    const row = await findIndex(this.#repeat, key)
    return row === undefined ? null : { index: row, isEmpty: row.entries === 0 }
  }
}

/** What the index is after each entry was admitted in turn; throws what `admit` throws. */
function admitAll(place: NonNullable<Seen>, { entries, admit }: Saving): IndexRow {
  return entries.reduce<{ index: IndexRow; isEmpty: boolean }>(
    ({ index, isEmpty }, { vector }) => ({ index: { ...index, ...admit(index, isEmpty, vector) }, isEmpty: false }),
    place,
  ).index
}

/** The row of the index; undefined where it is not as it was seen. */
async function saveEntries(
  query: Query,
  place: Seen,
  to: IndexRow,
  { key, entries: all, at }: Saving,
): Promise<number | undefined> {
  const last = new Map(all.map((entry) => [entry.entryId, entry]))
  const entries = [...last.values()]
  const { id = null, dimensions = null, model = null, featuresType = null } = place?.index ?? {}
  const [row] = await query<{ id: number }>(
    `SELECT save_entries AS id FROM save_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text[],
       $15::bytea[], $16::text[])`,
    // prettier-ignore
    [
      key.owner, key.kind, key.categorizerId, key.indexId, at,
      id, dimensions, model, featuresType, place?.isEmpty ?? null,
      to.dimensions, to.model, to.featuresType,
      entries.map(({ entryId }) => entryId),
      entries.map(({ vector }) => encodeVector(vector)),
      entries.map(({ picture }) => picture),
    ],
  )
  return row?.id
}

const newIndex = ({ key, at: createdAt }: Saving): IndexRow => ({
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
