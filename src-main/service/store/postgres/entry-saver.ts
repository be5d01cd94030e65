import type { AdmitEntry, FoundIndex, IndexKey, IndexRow, NewEntry } from '../../../indexes/store/port.ts'
import { encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { Query } from './database.ts'
import type { SeenIndexes } from './seen-indexes.ts'

type Saving = { key: IndexKey; entries: readonly NewEntry[]; admit: AdmitEntry; at: number }

/** How often saves with different kinds of vectors may conflict in one index. */
const MAX_TRIES = 20

/**
 * Saves entries in one round trip if the index is still as this node last saw it, which the database checks; otherwise
 * it reads the index again.
 */
export class EntrySaver {
  readonly #query: Query
  readonly #seen: SeenIndexes

  constructor(query: Query, seen: SeenIndexes) {
    this.#query = query
    this.#seen = seen
  }

  async save(saving: Saving): Promise<void> {
    const seen = this.#seen.recall(saving.key)
    if (seen !== undefined && (await this.#saveAsSeen(seen, saving))) return
    for (let tries = 0; tries < MAX_TRIES; tries++)
      if (await this.#saveAt(await this.#seen.find(saving.key), saving)) return
    throw new Error('an index changed each time that something was to be saved in it')
  }

  /** An index that refuses an entry as last seen may accept it in its present state. */
  async #saveAsSeen(seen: FoundIndex, saving: Saving): Promise<boolean> {
    try {
      admitAll(seen, saving)
    } catch {
      return false
    }
    return this.#saveAt(seen, saving)
  }

  async #saveAt(place: FoundIndex | undefined, saving: Saving): Promise<boolean> {
    const admitted = admitAll(place ?? newIndex(saving), saving)
    const id = await saveEntries(this.#query, place, admitted, saving)
    if (id === undefined) return false
    this.#seen.remember({ ...admitted, id })
    return true
  }
}

/** The state of the index after each entry was admitted in turn; throws what `admit` throws. */
function admitAll(place: FoundIndex, { entries, admit }: Saving): FoundIndex {
  return entries.reduce(
    (index, { vector }) => ({ ...index, ...admit(index, index.isEmpty, vector), isEmpty: false }),
    place,
  )
}

/** The row of the index; undefined if it has changed since it was seen. */
async function saveEntries(
  query: Query,
  place: FoundIndex | undefined,
  to: IndexRow,
  { key, entries: all, at }: Saving,
): Promise<number | undefined> {
  const last = new Map(all.map((entry) => [entry.entryId, entry]))
  const entries = [...last.values()]
  const { id = null, dimensions = null, model = null, featuresType = null } = place ?? {}
  const [row] = await query<{ id: number }>(
    `SELECT save_entries AS id FROM save_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text[],
       $15::bytea[], $16::text[])`,
    // oxfmt-ignore
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

const newIndex = ({ key, at: createdAt }: Saving): FoundIndex => ({
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
  isEmpty: true,
})
