import { messageOf } from '../../../../contract/errors.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { DatabaseDescription } from '../../../../base/sqlite/database-description.ts'
import type { DamageReport } from '../../../../base/sqlite/database-task.ts'
import { findDamage } from '../../../../base/sqlite/find-damage.ts'
import { keepStatements } from '../../../../base/sqlite/keep-statements.ts'
import { openDatabase } from '../../../../base/sqlite/open-database.ts'
import type { Log } from '../../../host/log.ts'
import { canBeMadeAgain } from '../repair/derived-tables.ts'
import { rebuildCatalog } from '../repair/rebuild-catalog.ts'
import { Health } from './health.ts'

export type CheckOptions = {
  /** True after an unclean end: the complete file is checked before anything is written to it. */
  isSuspect: boolean
  log: Pick<Log, 'warn' | 'error'>
}

/** Opens a catalogue's database; a suspect one is checked, and derived data is rebuilt if needed. */
export function openChecked(
  library: DatabaseDescription,
  { isSuspect, log }: CheckOptions,
): { db: Db; health: Health } {
  const opened = open(library)
  if (!isSuspect) return opened
  const report = findDamage(opened.db)
  if (report.findings.length === 0) return opened
  if (!canBeMadeAgain(report)) {
    opened.health.conclude(report)
    log.error('The catalogue is damaged and is only read', report)
    return opened
  }
  opened.db.close()
  return mend(library, report, log)
}

function mend(library: DatabaseDescription, report: DamageReport, log: CheckOptions['log']) {
  try {
    rebuildCatalog(library)
    log.warn('A part of the catalogue was damaged and has been made again', report)
    const opened = open(library)
    opened.health.mended = [...report.tables, ...report.indexes]
    return opened
  } catch (error) {
    log.error('A damaged part of the catalogue could not be made again', { ...report, error: messageOf(error) })
    const opened = open(library)
    opened.health.conclude(report)
    return opened
  }
}

function open(library: DatabaseDescription): { db: Db; health: Health } {
  const db = keepStatements(openDatabase(library))
  return { db, health: new Health(db) }
}
