import type { Db } from './connect.ts'
import { isDamage } from './damage.ts'
import type { DamageReport } from './database-task.ts'
import { messageOf } from '../contract/errors.ts'

const MAX_FINDINGS = 20

type Table = { name: string; isVirtual: number }

/**
 * Looks through a database by SQLite's quick check, and where that finds damage, through each table: which of them are
 * damaged decides whether they can be made again. A table of full text is named once, whichever of its parts is
 * damaged.
 */
export function findDamage(db: Db): DamageReport {
  const findings = checkFor(db, `quick_check(${MAX_FINDINGS})`)
  if (findings.length === 0) return { tables: [], findings }
  const all = listTables(db)
  const damaged = all.filter(({ name }) => checkFor(db, `quick_check("${name}")`).length > 0)
  return { tables: [...new Set(damaged.map(({ name }) => ownerOf(name, all)))], findings }
}

function checkFor(db: Db, pragma: string): string[] {
  try {
    return (db.pragma(pragma) as { quick_check: string }[])
      .map((row) => row.quick_check)
      .filter((text) => text !== 'ok')
      .slice(0, MAX_FINDINGS)
  } catch (error) {
    if (isDamage(error)) return [messageOf(error)]
    throw error
  }
}

function listTables(db: Db): Table[] {
  try {
    return db
      .prepare<[], Table>(
        `SELECT name, sql LIKE 'CREATE VIRTUAL TABLE%' AS isVirtual FROM sqlite_schema
         WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'`,
      )
      .all()
  } catch (error) {
    if (isDamage(error)) return []
    throw error
  }
}

/** The table of full text that a table such as `words_data` belongs to; any other table itself. */
function ownerOf(name: string, tables: readonly Table[]): string {
  const owner = tables.find((each) => each.isVirtual === 1 && name.startsWith(`${each.name}_`))
  return owner?.name ?? name
}
