import type { IndexMetadata } from '../../contract/analysis/index.ts'
import type { Counts, IndexRow } from '../store/port.ts'

const toText = (time: number): string => new Date(time).toISOString()

/** What is known of an index, as the interface gives it. */
export function toMetadata(row: IndexRow, { entries, pending }: Counts): IndexMetadata {
  return {
    index_id: row.indexId,
    kind: row.kind,
    ...(row.kind === 'categories' && { categorizer_id: row.categorizerId }),
    entries,
    trained_entries: row.trainedEntries,
    pending,
    created_at: toText(row.createdAt),
    trained_at: row.trainedAt === null ? null : toText(row.trainedAt),
  }
}
