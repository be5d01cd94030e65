import { LRUCache } from 'lru-cache'
import type { FoundIndex, IndexKey } from '../../../indexes/store/port.ts'
import type { Query } from './database.ts'

/** The columns of an index in answers. */
export const indexColumns = `id, owner, kind, categorizer_id AS "categorizerId", index_id AS "indexId", dimensions, model,
  features_type AS "featuresType", changes, created_at AS "createdAt", trained_at AS "trainedAt",
  trained_entries AS "trainedEntries", trained_model AS "trainedModel", snapshot`

const MAX_SEEN = 1000

/**
 * Indexes as this node last saw them. They may be outdated, and serve only for saving, where the database compares them
 * with the current index.
 */
export class SeenIndexes {
  readonly #repeat: Query
  readonly #seen = new LRUCache<string, FoundIndex>({ max: MAX_SEEN })

  constructor(repeat: Query) {
    this.#repeat = repeat
  }

  recall(key: IndexKey): FoundIndex | undefined {
    return this.#seen.get(nameOf(key))
  }

  remember(index: FoundIndex): void {
    this.#seen.set(nameOf(index), index)
  }

  forget(key: IndexKey): void {
    this.#seen.delete(nameOf(key))
  }

  /** The current index of a key. */
  async find(key: IndexKey): Promise<FoundIndex | undefined> {
    const [index] = await this.#repeat<FoundIndex>(
      `SELECT ${indexColumns}, entry_count = 0 AS "isEmpty" FROM indexes
       WHERE owner = $1 AND kind = $2 AND categorizer_id = $3 AND index_id = $4`,
      [key.owner, key.kind, key.categorizerId, key.indexId],
    )
    if (index === undefined) this.forget(key)
    else this.remember(index)
    return index
  }
}

const nameOf = ({ owner, kind, categorizerId, indexId }: IndexKey) =>
  JSON.stringify([owner, kind, categorizerId, indexId])
