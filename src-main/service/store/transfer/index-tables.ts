import { table, type Table } from './table.ts'

const key = { owner: 'text', kind: 'text', categorizer_id: 'text', index_id: 'text' } as const

/** The tables of named indexes. Counts of entries are derived. */
export const indexTables: readonly Table[] = [
  table('indexes', {
    title: 'indexes',
    file: 'indexes',
    key: ['id'],
    counted: { column: 'id' },
    only: { postgres: ['entry_count', 'pending_count'] },
    columns: {
      id: 'integer',
      ...key,
      dimensions: 'integer',
      model: 'text',
      features_type: 'text',
      changes: 'integer',
      created_at: 'integer',
      trained_at: 'integer',
      trained_entries: 'integer',
      trained_model: 'text',
      trained_changes: 'integer',
      snapshot: 'text',
    },
  }),
  table('entries', {
    title: 'entries of indexes',
    file: 'indexes',
    key: ['index_row', 'id'],
    counted: { column: 'id' },
    columns: { id: 'integer', index_row: 'integer', entry_id: 'text', vector: 'bytes', picture: 'text' },
  }),
  table('alterations', {
    title: 'changes not trained yet',
    file: 'indexes',
    key: ['index_row', 'entry_id'],
    columns: { index_row: 'integer', entry_id: 'text', change: 'integer' },
  }),
  table('removed_indexes', {
    title: 'deletions of indexes under way',
    file: 'indexes',
    key: ['index_row'],
    columns: { index_row: 'integer' },
  }),
  table('tickets', {
    title: 'tickets of trainings',
    file: 'indexes',
    key: ['id'],
    columns: {
      id: 'text',
      ...key,
      index_row: 'integer',
      created_at: 'integer',
      finished_at: 'integer',
      state: 'text',
      progress: 'integer',
      entries: 'integer',
      text: 'text',
      callback_url: 'text',
    },
  }),
]
