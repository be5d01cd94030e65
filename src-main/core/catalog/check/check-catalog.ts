import type { Db } from '../../../sqlite/connect.ts'
import type { DamageReport } from '../../../sqlite/database-task.ts'
import { findDamage } from '../../../sqlite/find-damage.ts'
import type { Check, Finding } from '../findings/finding.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import { countBroken, isRemovable } from './broken-references.ts'
import { catalogChecks } from './catalog-checks.ts'
import { type CatalogFault, REPAIR_ADVICE, RESTORE_ADVICE } from './catalog-fault.ts'
import { compareThumbnails } from './compare-thumbnails.ts'

const MAX_NAMED = 5

export type CheckDependencies = {
  db: Db
  thumbnails: Thumbnails
  findings: readonly Finding[]
  health: { conclude(report: DamageReport): void; readonly refusal: string | null }
}

/**
 * Looks through both files. Takes seconds for large libraries. Where rows are damaged, nothing is written from then on.
 */
export function checkCatalog({ db, thumbnails, findings, health }: CheckDependencies): CatalogFault[] {
  const report = findDamage(db)
  if (report.findings.length > 0) {
    health.conclude(report)
    const message = `The catalogue is damaged: ${report.findings.slice(0, MAX_NAMED).join('; ')}.`
    return [{ message, advice: health.refusal ?? RESTORE_ADVICE, isRepairable: false }]
  }
  return [
    ...listChecks(findings).flatMap((check) => runCheck(db, check)),
    ...checkReferences(db),
    ...checkThumbnails(db, thumbnails),
  ]
}

/** What is looked for: the catalogue's own checks, then those of each finding. */
export const listChecks = (findings: readonly Finding[]): readonly Check[] => [
  ...catalogChecks,
  ...findings.flatMap((finding) => finding.checks ?? []),
]

function checkReferences(db: Db): CatalogFault[] {
  return countBroken(db).map((broken) => {
    const isRepairable = isRemovable(broken)
    const message = `${broken.count} rows in ${broken.table} belong to something in ${broken.parent} that is gone.`
    return { message, advice: isRepairable ? REPAIR_ADVICE : RESTORE_ADVICE, isRepairable }
  })
}

function runCheck(db: Db, { problem, sql, repair }: Check): CatalogFault[] {
  const ids = db.prepare<[], number>(sql).pluck().all()
  if (ids.length === 0) return []
  const message = `${ids.length} ${problem} (ids ${ids.slice(0, MAX_NAMED).join(', ')}).`
  const isRepairable = repair !== undefined
  return [{ message, advice: isRepairable ? REPAIR_ADVICE : RESTORE_ADVICE, isRepairable }]
}

function checkThumbnails(db: Db, thumbnails: Thumbnails): CatalogFault[] {
  if (thumbnails.isDamaged())
    return [{ message: 'The file of thumbnails is damaged.', advice: REPAIR_ADVICE, isRepairable: true }]
  const { missing } = compareThumbnails(db, thumbnails)
  if (missing.length === 0) return []
  return [{ message: `${missing.length} thumbnails are gone.`, advice: REPAIR_ADVICE, isRepairable: true }]
}
