import { table, type Table } from './table.ts'

const key = { owner: 'text', kind: 'text', categorizer_id: 'text', index_id: 'text' } as const

/** The tables of named indexes. Numbers of entries are derived. */
const indexTables: readonly Table[] = [
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

const accountTables: readonly Table[] = [
  table('accounts', {
    title: 'accounts',
    key: ['id'],
    columns: { id: 'text', name: 'text', key: 'text', secret_hash: 'text', plan: 'text', created_ms: 'integer' },
  }),
  table('removed_accounts', {
    title: 'deletions of accounts under way',
    key: ['id'],
    columns: { id: 'text', removed_ms: 'integer' },
  }),
  table('usage', {
    title: 'days of usage',
    key: ['account_id', 'day'],
    columns: { account_id: 'text', day: 'integer', processed: 'integer', requests: 'integer', last_ms: 'integer' },
  }),
  table('counted_keys', {
    title: 'questions under a key that were counted',
    key: ['account_id', 'key'],
    columns: { account_id: 'text', key: 'text', at_ms: 'integer' },
  }),
  table('uploads', {
    title: 'uploads',
    key: ['id'],
    columns: {
      id: 'text',
      account_id: 'text',
      filename: 'text',
      file: 'text',
      bytes: 'integer',
      picture_id: 'text',
      created_ms: 'integer',
      expires_ms: 'integer',
      gone_ms: 'integer',
    },
  }),
]

const classifierTables: readonly Table[] = [
  table('classifiers', {
    sqlite: 'taught',
    title: 'taggers and categorizers',
    key: ['owner', 'id'],
    columns: {
      owner: 'text',
      id: 'text',
      kind: 'text',
      title: 'text',
      version: 'integer',
      model: 'text',
      dimensions: 'integer',
      created_ms: 'integer',
      updated_ms: 'integer',
    },
  }),
  table('classifier_classes', {
    sqlite: 'taught_classes',
    title: 'their classes',
    key: ['owner', 'classifier', 'number'],
    columns: {
      owner: 'text',
      classifier: { type: 'text', sqlite: 'tagger' },
      number: 'integer',
      name: 'text',
      bias: 'real',
      weights: 'bytes',
      positives: 'integers',
      negatives: 'integers',
    },
  }),
  table('classifier_pictures', {
    sqlite: 'taught_pictures',
    title: 'their pictures, as vectors',
    key: ['owner', 'classifier', 'number'],
    columns: {
      owner: 'text',
      classifier: { type: 'text', sqlite: 'tagger' },
      number: 'integer',
      vector: 'bytes',
    },
  }),
]

const feedbackTables: readonly Table[] = [
  table('feedback_tickets', {
    title: 'answers that await feedback',
    key: ['owner', 'id'],
    columns: {
      owner: 'text',
      id: 'text',
      feedback_index: 'text',
      at_ms: 'integer',
      model: 'text',
      vector: 'bytes',
      tags: 'json',
    },
  }),
  table('feedback_pictures', {
    title: 'pictures with feedback',
    key: ['number'],
    counted: { column: 'number' },
    columns: {
      number: 'integer',
      owner: 'text',
      ticket: 'text',
      feedback_index: 'text',
      model: 'text',
      vector: 'bytes',
    },
  }),
  table('feedback_judgements', {
    title: 'judgements of tags',
    key: ['picture', 'tag_key'],
    columns: { picture: 'integer', tag_key: 'text', tag: 'text', verdict: 'text' },
  }),
]

const faceTables: readonly Table[] = [
  table('faces', {
    title: 'faces',
    key: ['owner', 'id'],
    counted: { column: 'number', sequence: 'faces_number' },
    columns: {
      owner: 'text',
      id: 'text',
      model: 'text',
      vector: 'bytes',
      expires_ms: 'integer',
      number: 'integer',
    },
  }),
  table('people_indexes', {
    title: 'indexes of people',
    key: ['owner', 'id'],
    columns: {
      owner: 'text',
      id: 'text',
      changes: 'integer',
      trained_changes: 'integer',
      created_ms: 'integer',
      trained_ms: 'integer',
    },
  }),
  table('people_faces', {
    title: 'faces of people',
    key: ['owner', 'index_id', 'person', 'face_id'],
    columns: { owner: 'text', index_id: 'text', person: 'text', face_id: 'text', model: 'text', vector: 'bytes' },
  }),
  table('trained_people', {
    title: 'trained people',
    key: ['owner', 'index_id', 'person', 'model'],
    columns: { owner: 'text', index_id: 'text', person: 'text', model: 'text', faces: 'integer', mean: 'bytes' },
  }),
  table('face_tickets', {
    title: 'tickets of faces',
    key: ['id'],
    columns: {
      id: 'text',
      owner: 'text',
      task: 'json',
      callback_url: 'text',
      outcome: 'json',
      created_ms: 'integer',
      finished_ms: 'integer',
    },
  }),
]

/** Claims end with the service, and turns begin again in the order of the oldest batches. */
const batchTables: readonly Table[] = [
  table('batches', {
    title: 'batches',
    key: ['id'],
    only: { sqlite: ['turn'], postgres: ['telling_until'] },
    columns: {
      id: 'text',
      account_id: 'text',
      operations: 'text',
      callback_url: 'text',
      created_ms: 'integer',
      total: 'integer',
      done: 'integer',
      failed: 'integer',
      ended_ms: 'integer',
      is_cancelled: 'flag',
      is_told: 'flag',
      waits_until_ms: 'integer',
      waits_for: 'text',
    },
  }),
  table('batch_pictures', {
    title: 'their pictures and results',
    key: ['batch', 'number'],
    only: { sqlite: ['claim'], postgres: ['claim', 'node', 'leased_until'] },
    columns: {
      batch: 'text',
      number: 'integer',
      picture: 'text',
      free_ms: {
        type: 'integer',
        readAs: { sqlite: 'CASE WHEN claim IS NULL OR findings IS NOT NULL THEN free_ms ELSE 0 END' },
      },
      tries: 'integer',
      findings: 'text',
    },
  }),
]

/**
 * Every table that is transferred, ordered so that references point to earlier ones. A test compares this list with the
 * schema of both databases: a migration that adds a table or column adds it here, or explains there why it is not
 * transferred.
 */
export const tables: readonly Table[] = [
  ...accountTables,
  ...classifierTables,
  ...feedbackTables,
  ...faceTables,
  ...batchTables,
  ...indexTables,
]
