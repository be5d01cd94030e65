import { foreign, say } from '../../../../contract/sentences/say.ts'
import type { Text } from '../../../../contract/sentences/text.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { DamageReport } from '../../../../base/sqlite/database-task.ts'
import { findDamage } from '../../../../base/sqlite/find-damage.ts'
import type { Check, Finding, RepairTools } from '../../../queue/rows/findings/finding.ts'
import type { Thumbnails } from '../../../pictures/rows/thumbnails.ts'
import { countBroken, isRemovable } from './broken-references.ts'
import { compareThumbnails } from './compare-thumbnails.ts'

const MAX_NAMED = 5

type CheckDependencies = {
  db: Db
  thumbnails: Thumbnails
  findings: readonly Finding[]
  health: { conclude(report: DamageReport): void; readonly refusal: Text | null }
}

/** Checks both files. Takes seconds for large libraries. If rows are damaged, nothing is written from then on. */
export function checkCatalog({ db, thumbnails, findings, health }: CheckDependencies): CatalogFault[] {
  const report = findDamage(db)
  if (report.findings.length > 0) {
    health.conclude(report)
    const message = say('doctor.damaged', { reasons: report.findings.slice(0, MAX_NAMED).map(foreign) })
    return [{ message, advice: health.refusal ?? RESTORE_ADVICE, isRepairable: false }]
  }
  return [
    ...listChecks(findings).flatMap((check) => runCheck(db, check)),
    ...checkReferences(db),
    ...checkThumbnails(db, thumbnails),
  ]
}

/** The checks: the catalogue's own, then those of each finding. */
export const listChecks = (findings: readonly Finding[]): readonly Check[] => [
  ...catalogChecks,
  ...findings.flatMap((finding) => finding.checks ?? []),
]

function checkReferences(db: Db): CatalogFault[] {
  return countBroken(db).map((broken) => {
    const isRepairable = isRemovable(broken)
    const { table, parent, count } = broken
    const message = say('doctor.rowsBroken', { table, parent, count })
    return { message, advice: isRepairable ? REPAIR_ADVICE : RESTORE_ADVICE, isRepairable }
  })
}

function runCheck(db: Db, { problem, sql, repair }: Check): CatalogFault[] {
  const ids = db.prepare<[], number>(sql).pluck().all()
  if (ids.length === 0) return []
  const message = problem(ids.length, ids.slice(0, MAX_NAMED).join(', '))
  const isRepairable = repair !== undefined
  return [{ message, advice: isRepairable ? REPAIR_ADVICE : RESTORE_ADVICE, isRepairable }]
}

function checkThumbnails(db: Db, thumbnails: Thumbnails): CatalogFault[] {
  if (thumbnails.isDamaged())
    return [{ message: say('doctor.thumbnailsDamaged'), advice: REPAIR_ADVICE, isRepairable: true }]
  const { missing } = compareThumbnails(db, thumbnails)
  if (missing.length === 0) return []
  return [
    { message: say('doctor.thumbnailsGone', { count: missing.length }), advice: REPAIR_ADVICE, isRepairable: true },
  ]
}

const inIds = 'IN (SELECT value FROM json_each(?))'
const update = (db: Db, sql: string, ids: readonly number[]) => void db.prepare(sql).run(JSON.stringify(ids))

/** Invariants of every sound catalogue, whatever was found about its photos. */
const catalogChecks: readonly Check[] = [
  {
    problem: (photos, ids) => say('doctor.noMainFile', { photos, ids }),
    sql: 'SELECT id FROM photos p WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.photo_id = p.id AND f.is_main = 1)',
    repair: {
      done: (photos) => say('repairs.mainFileChosen', { photos }),
      run: ({ db }, ids) =>
        update(
          db,
          `UPDATE files SET is_main = 1 WHERE id IN (SELECT min(id) FROM files WHERE photo_id ${inIds} GROUP BY photo_id)`,
          ids,
        ),
    },
  },
  {
    problem: (photos, ids) => say('doctor.wrongPresence', { photos, ids }),
    sql: 'SELECT id FROM photos p WHERE is_missing <> (SELECT min(f.is_missing) FROM files f WHERE f.photo_id = p.id)',
    repair: {
      done: (photos) => say('repairs.presenceCorrected', { photos }),
      run: ({ db }, ids) =>
        update(
          db,
          `UPDATE photos SET is_missing = (SELECT min(is_missing) FROM files f WHERE f.photo_id = photos.id) WHERE id ${inIds}`,
          ids,
        ),
    },
  },
  {
    problem: (photos, ids) => say('doctor.noWords', { photos, ids }),
    sql: 'SELECT id FROM photos WHERE NOT EXISTS (SELECT 1 FROM photo_text t WHERE t.rowid = photos.id)',
    repair: {
      done: (photos) => say('repairs.wordsRenewed', { photos }),
      run: ({ renewWords }, ids) => ids.forEach(renewWords),
    },
  },
  {
    problem: (photos, ids) => say('doctor.badValues', { photos, ids }),
    sql: `SELECT id FROM photos WHERE typeof(rating) <> 'integer' OR rating NOT BETWEEN 0 AND 5
      OR typeof(width) <> 'integer' OR typeof(height) <> 'integer' OR width < 0 OR height < 0
      OR typeof(faces) <> 'integer' OR typeof(thumb_version) <> 'integer' OR nsfw NOT IN (0, 1, 2)`,
    repair: {
      done: (photos) => say('repairs.valuesLimited', { photos }),
      run: ({ db }, ids) =>
        update(
          db,
          `UPDATE photos SET rating = CASE WHEN typeof(rating) = 'integer' AND rating BETWEEN 0 AND 5 THEN rating ELSE 0 END,
             width = max(0, CAST(width AS INTEGER)), height = max(0, CAST(height AS INTEGER)),
             faces = max(0, CAST(faces AS INTEGER)), thumb_version = CAST(thumb_version AS INTEGER),
             nsfw = CASE WHEN nsfw IN (0, 1, 2) THEN nsfw ELSE 0 END WHERE id ${inIds}`,
          ids,
        ),
    },
  },
  {
    problem: (photos, ids) => say('doctor.unknownSteps', { photos, ids }),
    sql: 'SELECT id FROM photos WHERE NOT EXISTS (SELECT 1 FROM step_sets s WHERE s.id = photos.step_set)',
    repair: { done: (photos) => say('repairs.stepsAgain', { photos }), run: analyseAgain },
  },
  {
    problem: (count, ids) => say('doctor.strayFolders', { count, ids }),
    sql: 'SELECT id FROM folders WHERE root_id NOT IN (SELECT folder_id FROM roots)',
  },
]

function analyseAgain({ db }: RepairTools, ids: readonly number[]): void {
  db.prepare("INSERT INTO step_sets (content) VALUES ('{}') ON CONFLICT (content) DO NOTHING").run()
  update(
    db,
    `UPDATE photos SET step_set = (SELECT id FROM step_sets WHERE content = '{}'),
       pending = (SELECT coalesce(sum(bit), 0) FROM steps WHERE is_active = 1 AND is_idle = 0),
       later = (SELECT coalesce(sum(bit), 0) FROM steps WHERE is_active = 1 AND is_idle = 1) WHERE id ${inIds}`,
    ids,
  )
}

/** A fault of a catalogue. */
export type CatalogFault = {
  message: Text
  /** What to do about it. */
  advice: Text
  /** Whether a repair mends it. */
  isRepairable: boolean
}

const REPAIR_ADVICE = say('doctor.mend')
const RESTORE_ADVICE = say('doctor.restore')
