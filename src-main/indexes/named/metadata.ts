import type { IndexMetadata } from '../../contract/analysis/index.ts'
import type { IndexRow } from '../store/index-rows.ts'
import type { IndexStore } from '../store/index-store.ts'

const toText = (time: number): string => new Date(time).toISOString()

/** What is known of an index, as the interface gives it. */
export function toMetadata({ entries }: Pick<IndexStore, 'entries'>, row: IndexRow): IndexMetadata {
  return {
    index_id: row.indexId,
    kind: row.kind,
    ...(row.kind === 'categories' && { categorizer_id: row.categorizerId }),
    entries: entries.count(row.id),
    trained_entries: row.trainedEntries,
    pending: entries.pending(row.id),
    created_at: toText(row.createdAt),
    trained_at: row.trainedAt === null ? null : toText(row.trainedAt),
  }
}
