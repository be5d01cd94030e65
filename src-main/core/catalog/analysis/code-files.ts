import type { Db } from '../../../base/sqlite/connect.ts'

/** Which files beside the catalogue hold its embeddings, as of when, and what changed since. */
export type CodeFiles = {
  /** How many embeddings there are of a model. */
  count(model: string): number
  /** Notes that a file of the present state is being written, before it is: from now on, what changes is logged. */
  begin(model: string, token: string): void
  /** The file is in its place: earlier ones of the model are forgotten, and what every file knows leaves the log. */
  settle(model: string, token: string): void
  /** Tokens of a model's files, the newest first: the last one noted may never have come into its place. */
  tokens(model: string): string[]
  /** Photos whose embeddings changed since a file's state, each once. */
  changedSince(token: string): number[]
}

const MODELS_IN_USE =
  'SELECT model FROM embedding_models m WHERE EXISTS (SELECT 1 FROM embeddings e WHERE e.model_id = m.id)'

export function createCodeFiles(db: Db): CodeFiles {
  const settle = db.transaction((model: string, token: string) => {
    db.prepare('DELETE FROM code_files WHERE model = ? AND token <> ?').run(model, token)
    db.prepare(`DELETE FROM code_files WHERE model NOT IN (${MODELS_IN_USE})`).run()
    db.exec('DELETE FROM embedding_log WHERE seq <= (SELECT min(through) FROM code_files)')
  })
  return {
    count: (model) =>
      db
        .prepare<[string], number>(
          'SELECT count(*) FROM embeddings WHERE model_id = (SELECT id FROM embedding_models WHERE model = ?)',
        )
        .pluck()
        .get(model) ?? 0,
    begin(model, token) {
      db.prepare(
        `INSERT INTO code_files (token, model, through)
         SELECT ?, ?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'embedding_log'), 0)`,
      ).run(token, model)
    },
    settle,
    tokens: (model) =>
      db
        .prepare<[string], string>('SELECT token FROM code_files WHERE model = ? ORDER BY rowid DESC')
        .pluck()
        .all(model),
    changedSince: (token) =>
      db
        .prepare<[string], number>(
          'SELECT DISTINCT photo FROM embedding_log WHERE seq > (SELECT through FROM code_files WHERE token = ?)',
        )
        .pluck()
        .all(token),
  }
}
