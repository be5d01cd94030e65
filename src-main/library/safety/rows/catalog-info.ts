import { z } from 'zod'
import type { Db } from '../../../base/sqlite/connect.ts'

/**
 * Queries with one value each for information about a catalogue, without opening it completely. `mark` changes once
 * something is worth another backup: photos, findings, a person's changes, settings.
 */
export const infoQueries = {
  libraryId: "SELECT value FROM program_state WHERE key = 'library-id'",
  version: 'SELECT user_version FROM pragma_user_version',
  photos: 'SELECT count(*) FROM photos',
  lastPhoto: "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'photos'",
  lastEdit: "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'edits'",
  mark: `SELECT concat_ws(' ', (SELECT group_concat(name || ':' || seq ORDER BY name) FROM sqlite_sequence),
    (SELECT count(*) FROM photos WHERE status = 0), (SELECT max(updated_ms) FROM taggers),
    (SELECT group_concat(value ORDER BY key) FROM settings))`,
} as const

/** The same of a catalogue in any earlier layout. */
export const anyLayoutQueries = { ...infoQueries, mark: "SELECT 'earlier layout'" } as const

const CatalogInfo = z.object({
  libraryId: z.string().nullable(),
  version: z.int(),
  photos: z.int(),
  lastPhoto: z.int(),
  lastEdit: z.int(),
  mark: z.string(),
})

/** The answers to `infoQueries`. A catalogue that was never opened completely has no id yet. */
export function toCatalogInfo(answers: Readonly<Record<string, unknown>>) {
  const { libraryId, ...info } = CatalogInfo.parse(answers)
  return { ...info, libraryId: libraryId ?? '' }
}
export type CatalogInfo = ReturnType<typeof toCatalogInfo>

export const readCatalogInfo = (db: Db): CatalogInfo =>
  toCatalogInfo(
    Object.fromEntries(Object.entries(infoQueries).map(([name, sql]) => [name, db.prepare(sql).pluck().get() ?? null])),
  )
