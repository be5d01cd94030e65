import type { Migration } from '../../../base/sqlite/migration.ts'

/** The number of photos of a stack can be switched off on tiles; where a person chose what stands there, it stays. */
export const stackBadge: Migration = { version: 33, up: (db) => void db.exec(change) }

const change = `
UPDATE settings SET value = json_insert(value, '$[#]', 'stack')
WHERE key = 'tileBadges' AND NOT EXISTS (SELECT 1 FROM json_each(value) WHERE json_each.value = 'stack');
`
