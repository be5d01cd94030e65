import { messageOf } from '../../contract/errors.ts'
import type { Db } from './connect.ts'
import { isDamage } from './damage.ts'
import type { DamageReport } from './database-task.ts'

const MAX_FINDINGS = 20
const SCHEMA = 'sqlite_schema'

type Part = { name: string; type: 'table' | 'index'; rootpage: number; isVirtual: 0 | 1 }

/**
 * Checks a database by SQLite's quick check and, if that finds damage, each table: which parts are damaged decides
 * whether they can be rebuilt from the rest. A full-text table counts as one, whichever of its parts is damaged.
 */
export function findDamage(db: Db): DamageReport {
  const { findings } = check(db, `quick_check(${MAX_FINDINGS})`)
  if (findings.length === 0) return { tables: [], indexes: [], findings }
  const parts = listParts(db)
  if (parts === null) return { tables: [SCHEMA], indexes: [], findings }
  const names = parts.filter(({ type }) => type === 'table').flatMap(({ name }) => damagedIn(db, name, parts))
  const indexes = new Set(parts.filter(({ type }) => type === 'index').map(({ name }) => name))
  const damaged = [...new Set(names)]
  return {
    tables: damaged.filter((name) => !indexes.has(name)),
    indexes: damaged.filter((name) => indexes.has(name)),
    findings,
  }
}

/** `isReadable` is false if SQLite could not even finish the check. */
function check(db: Db, pragma: string): { findings: string[]; isReadable: boolean } {
  try {
    const texts = (db.pragma(pragma) as { quick_check: string }[]).map((row) => row.quick_check)
    return { findings: texts.filter((text) => text !== 'ok').slice(0, MAX_FINDINGS), isReadable: true }
  } catch (error) {
    if (isDamage(error)) return { findings: [messageOf(error)], isReadable: false }
    throw error
  }
}

/** The table itself, or those of its indexes that are damaged. */
function damagedIn(db: Db, table: string, parts: readonly Part[]): string[] {
  const { findings, isReadable } = check(db, `quick_check("${table}")`)
  if (findings.length === 0) return []
  const owner = ownerOf(table, parts)
  if (!isReadable) return [owner]
  const lines = findings.flatMap((text) => text.split('\n')).filter((line) => !line.startsWith('***'))
  const named = lines.flatMap((line) => partIn(line, parts) ?? (isDetail(line) ? [] : [owner]))
  return named.length > 0 ? named : [owner]
}

/** A line about the same page as the preceding line, which names a tree. */
const isDetail = (line: string) => /^(Multiple uses|Fragmentation of|On page|On tree|Freelist|Page \d)/.test(line)

/** The tree or index that a line of the check names. */
function partIn(line: string, parts: readonly Part[]): string | undefined {
  const tree = /^Tree (\d+) /.exec(line)?.[1]
  const part = parts.find(({ rootpage }) => rootpage === Number(tree))
  if (part !== undefined) return ownerOf(part.name, parts)
  return /(?:in|from) index (\S+)$/.exec(line)?.[1]
}

function listParts(db: Db): Part[] | null {
  try {
    return db
      .prepare<[], Part>(
        `SELECT name, type, rootpage, sql LIKE 'CREATE VIRTUAL TABLE%' AS isVirtual FROM sqlite_schema
         WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite_stat%'`,
      )
      .all()
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** The full-text table that a table such as `words_data` belongs to; for any other table or index, itself. */
function ownerOf(name: string, parts: readonly Part[]): string {
  const owner = parts.find((each) => each.isVirtual === 1 && name.startsWith(`${each.name}_`))
  return owner?.name ?? name
}
