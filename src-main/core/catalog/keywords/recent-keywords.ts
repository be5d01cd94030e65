import type { Db } from '../../../sqlite/connect.ts'
import { isWithin, tagKey } from '../vocabulary/tag-levels.ts'
import type { NameChange } from './name-change.ts'

/** Changes of the journal that are looked through. */
const LOOKED_AT = 500

type Step = { given: string | null; changed: string | null }

/**
 * The keywords that a person gave photos last, the newest first, by the names that they have now; what was taken back
 * or removed since is not among them.
 */
export function recentKeywords(db: Db, limit: number): string[] {
  /** By what makes two names the same keyword, the oldest first. */
  let recent = new Map<string, string>()
  for (const { given, changed } of stepsOf(db)) {
    if (changed !== null) recent = renamed(recent, JSON.parse(changed) as NameChange)
    if (given !== null) give(recent, given)
  }
  return [...recent.values()].reverse().slice(0, limit)
}

/** What gave keywords and what changed their names, the oldest first. */
function stepsOf(db: Db): Step[] {
  return db
    .prepare<[number], Step>(
      `WITH newest AS (
         SELECT id, kind, change FROM changes
           WHERE undone_ms IS NULL AND kind IN ('add-tag', 'paint', 'judge-suggestion', 'change-keywords')
           ORDER BY id DESC LIMIT ?),
       steps AS (
         SELECT id, change ->> '$.name' AS given, NULL AS changed FROM newest
           WHERE kind = 'add-tag' OR kind = 'judge-suggestion' AND change ->> '$.verdict' = 'accepted'
         UNION ALL SELECT newest.id, j.value, NULL FROM newest, json_each(change, '$.keywords') j
           WHERE kind = 'paint' AND NOT change ->> '$.isErasing'
         UNION ALL SELECT id, NULL, change FROM newest
           WHERE kind = 'change-keywords' AND change ->> '$.what' IN ('move', 'merge', 'remove'))
       SELECT given, changed FROM steps ORDER BY id, given DESC`,
    )
    .all(LOOKED_AT)
}

function give(recent: Map<string, string>, name: string): void {
  recent.delete(tagKey(name))
  recent.set(tagKey(name), name)
}

/** As they are called after such a change; of several that became one the last stays. */
function renamed(recent: ReadonlyMap<string, string>, change: NameChange): Map<string, string> {
  const names = new Map<string, string>()
  for (const name of recent.values()) {
    const now = nameAfter(change, name)
    if (now !== null) give(names, now)
  }
  return names
}

/** The name of a keyword after such a change, which concerns those below, too; null where it was removed. */
function nameAfter(change: NameChange, name: string): string | null {
  const moved = (from: string, to: string): string | undefined =>
    isAtOrWithin(name, from) ? to + name.slice(from.length) : undefined
  if (change.what === 'move') return moved(change.from, change.to) ?? name
  if (change.what === 'remove') return isAtOrWithin(name, change.name) ? null : name
  return change.names.map((from) => moved(from, change.into)).find(Boolean) ?? name
}

const isAtOrWithin = (name: string, place: string): boolean => tagKey(name) === tagKey(place) || isWithin(name, place)
