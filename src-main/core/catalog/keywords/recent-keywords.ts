import type { Db } from '../../../sqlite/connect.ts'

/** Changes of the journal that are looked through. */
const LOOKED_AT = 500

/** The keywords that a person gave photos last, the newest first; what they took back is not among them. */
export const recentKeywords = (db: Db, limit: number): string[] =>
  db
    .prepare<[{ lookedAt: number; limit: number }], string>(
      `WITH newest AS (
         SELECT id, kind, change FROM changes WHERE undone_ms IS NULL AND kind IN ('add-tag', 'paint', 'judge-suggestion')
         ORDER BY id DESC LIMIT @lookedAt),
       given AS (
         SELECT id, change ->> '$.name' AS name FROM newest
           WHERE kind = 'add-tag' OR kind = 'judge-suggestion' AND change ->> '$.verdict' = 'accepted'
         UNION ALL SELECT newest.id, j.value FROM newest, json_each(change, '$.keywords') j
           WHERE kind = 'paint' AND NOT change ->> '$.isErasing')
       SELECT name FROM given GROUP BY lower(name) ORDER BY max(id) DESC, name LIMIT @limit`,
    )
    .pluck()
    .all({ lookedAt: LOOKED_AT, limit })
