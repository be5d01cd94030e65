import type { Migration } from '../../../base/sqlite/migration.ts'

/** Creator and copyright as a person gives them, beside their title and caption. */
export const authors: Migration = { version: 19, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE person_texts ADD COLUMN creator TEXT; -- NULL where the person gave none, and the file's counts
ALTER TABLE person_texts ADD COLUMN copyright TEXT;
`
