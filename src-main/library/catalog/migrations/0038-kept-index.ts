import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * The search index is kept in a file beside the catalogue (`kept-index`). `kept_index` names the one that is as the
 * catalogue was at a moment, and `index_log` the photos that changed since: what its columns and lists are read from.
 * Nothing is logged while there is no such file.
 */
export const keptIndex: Migration = { version: 38, up: (db) => void db.exec(layout) }

const log = (...photos: string[]) =>
  photos.map((photo) => `INSERT OR IGNORE INTO index_log (photo) VALUES (${photo});`).join(' ')

/** Triggers for rows of a table that belong to the photo in a column. */
const follow = (table: string, photo: string) => `
CREATE TRIGGER index_${table}_added AFTER INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN ${log(`new.${photo}`)} END;
CREATE TRIGGER index_${table}_changed AFTER UPDATE ON ${table} WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN ${photo === 'id' ? log('new.id') : log(`new.${photo}`, `old.${photo}`)} END;
CREATE TRIGGER index_${table}_removed AFTER DELETE ON ${table} WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN ${log(`old.${photo}`)} END;`

const layout = `
CREATE TABLE kept_index (token TEXT PRIMARY KEY) STRICT;
CREATE TABLE index_log (photo INTEGER PRIMARY KEY) STRICT; -- no photo_id: what is said of a photo goes with it, and this must not
${follow('photos', 'id')}
${['files', 'nsfw_shares', 'packs', 'person_tags', 'removed_tags'].map((table) => follow(table, 'photo_id')).join('')}
`
