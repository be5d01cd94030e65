import type { Db } from '../../../base/sqlite/connect.ts'
import type { Migration } from '../../../base/sqlite/migration.ts'
import { type OldText, readBrush, readSentence } from './old-sentences/read-sentence.ts'

/**
 * Sentences that are stored say by their key and their values what they were made of, so that every language can write
 * them: until now they were English.
 */
export const texts: Migration = {
  version: 54,
  up: (db) => {
    for (const [table, column] of columns) readColumn(db, table, column)
    readProblemsOfRoots(db)
    readJournal(db)
  },
}

const columns = [
  ['photos', 'reason'],
  ['photos', 'metadata_problem'],
  ['metadata_writes', 'failure'],
  ['export_jobs', 'problem'],
  ['export_files', 'reason'],
  ['publish_folders', 'problem'],
  ['publish_files', 'note'],
  ['card_import_files', 'reason'],
  ['card_import_files', 'backup_reason'],
] as const

/** Many rows share a sentence, so that each is read once. */
function readColumn(db: Db, table: string, column: string): void {
  const sentences = db
    .prepare<[], string>(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} <> ''`)
    .pluck()
    .all()
  const update = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`)
  for (const sentence of sentences) update.run(JSON.stringify(readSentence(sentence)), sentence)
}

function readProblemsOfRoots(db: Db): void {
  const rows = db
    .prepare<[], { id: number; problems: string }>("SELECT folder_id AS id, problems FROM roots WHERE problems <> '{}'")
    .all()
  const update = db.prepare('UPDATE roots SET problems = ? WHERE folder_id = ?')
  for (const { id, problems } of rows) {
    const entries = Object.entries(JSON.parse(problems) as Record<string, string>)
    update.run(JSON.stringify(Object.fromEntries(entries.map(([kind, text]) => [kind, readSentence(text)]))), id)
  }
}

type OldChange = { from?: string | OldText; brush?: string | OldText[] }

/** Where an import came from, and what the painter painted with. */
function readJournal(db: Db): void {
  const rows = db
    .prepare<[], { id: number; change: string }>("SELECT id, change FROM changes WHERE kind IN ('import', 'paint')")
    .all()
  const update = db.prepare('UPDATE changes SET change = ? WHERE id = ?')
  for (const { id, change } of rows) {
    const read = JSON.parse(change) as OldChange
    if (typeof read.from === 'string') read.from = readSentence(read.from)
    if (typeof read.brush === 'string') read.brush = readBrush(read.brush)
    update.run(JSON.stringify(read), id)
  }
}
