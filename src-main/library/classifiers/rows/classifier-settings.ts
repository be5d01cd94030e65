import type { Context } from '../../catalog/context/context.ts'

/**
 * The certainty in percent from which suggestions of a classifier count as sure, and since when photos are new to it.
 */
export type ClassifierSettings = { certainty: number; seenMs: number }

/** Sure is what is right in two of three cases, which even a single example can promise. */
const USUAL: ClassifierSettings = { certainty: 65, seenMs: 0 }

export function readClassifierSettings({ db }: Pick<Context, 'db'>, id: string): ClassifierSettings {
  const row = db
    .prepare<[string], ClassifierSettings>(
      'SELECT certainty, seen_ms AS seenMs FROM classifier_settings WHERE classifier_id = ?',
    )
    .get(id)
  return row ?? USUAL
}

/** Call inside a transaction. */
export function writeClassifierSettings(
  { db }: Pick<Context, 'db'>,
  id: string,
  changed: Partial<ClassifierSettings>,
): void {
  db.prepare(
    `INSERT OR REPLACE INTO classifier_settings (classifier_id, certainty, seen_ms) VALUES (@id, @certainty, @seenMs)`,
  ).run({ id, ...readClassifierSettings({ db }, id), ...changed })
}
