import { LRUCache } from 'lru-cache'
import type { FoundIndex, IndexKey } from '../../../indexes/store/port.ts'
import type { Query } from './database.ts'

/** What stands for an index in answers. */
export const indexColumns = `id, owner, kind, categorizer_id AS "categorizerId", index_id AS "indexId", dimensions, model,
  features_type AS "featuresType", changes, created_at AS "createdAt", trained_at AS "trainedAt",
  trained_entries AS "trainedEntries", trained_model AS "trainedModel", snapshot`

const MOST_SEEN = 1000

/**
 * Indexes as this node saw them last. What is remembered may be old: it is for savings only, which the database checks
 * against the index as it is.
 */
export class SeenIndexes {
  readonly #repeat: Query
  readonly #seen = new LRUCache<string, FoundIndex>({ max: MOST_SEEN })

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

  /** The index of a key as it is now. */
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
