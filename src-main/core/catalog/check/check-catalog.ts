import type { Db } from '../../../sqlite/connect.ts'
import type { Check, Finding } from '../findings/finding.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'

const MAX_NAMED = 5
const ADVICE = 'Close Lumafold, keep a copy of the library folder, and put back a backup of library.db.'

/** Looks through both files; every sentence names what is wrong and what to do. Takes seconds for large libraries. */
export function checkCatalog(db: Db, thumbnails: Thumbnails, findings: readonly Finding[]): string[] {
  const damage = (db.pragma(`quick_check(${MAX_NAMED})`) as { quick_check: string }[])
    .map((row) => row.quick_check)
    .filter((text) => text !== 'ok')
  if (damage.length > 0) return [`The catalogue is damaged: ${damage.join('; ')}. ${ADVICE}`]
  return [
    ...checkReferences(db),
    ...[...checks, ...findings.flatMap((finding) => finding.checks ?? [])].flatMap((check) => runCheck(db, check)),
    ...checkThumbnails(db, thumbnails),
  ]
}

function checkReferences(db: Db): string[] {
  const broken = db.pragma('foreign_key_check') as { table: string }[]
  const tables = [...new Set(broken.map((row) => row.table))]
  return broken.length === 0
    ? []
    : [`${broken.length} rows in ${tables.join(', ')} belong to something that is gone. ${ADVICE}`]
}

/** What holds of every sound catalogue, whatever was found about its photos. */
const checks: readonly Check[] = [
  {
    problem: 'photos have no file',
    sql: 'SELECT id FROM photos p WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.photo_id = p.id AND f.is_main = 1)',
  },
  {
    problem: 'photos say wrongly whether their file is there',
    sql: 'SELECT id FROM photos p WHERE is_missing <> (SELECT min(f.is_missing) FROM files f WHERE f.photo_id = p.id)',
  },
  {
    problem: 'photos cannot be found by their name',
    sql: 'SELECT id FROM photos WHERE NOT EXISTS (SELECT 1 FROM photo_text t WHERE t.rowid = photos.id)',
  },
  {
    problem: 'photos have a set of steps that is not known',
    sql: 'SELECT id FROM photos WHERE NOT EXISTS (SELECT 1 FROM step_sets s WHERE s.id = photos.step_set)',
  },
  {
    problem: 'folders are not below a watched folder',
    sql: 'SELECT id FROM folders WHERE root_id NOT IN (SELECT folder_id FROM roots)',
  },
]

function runCheck(db: Db, { problem, sql }: Check): string[] {
  const ids = db.prepare<[], number>(sql).pluck().all()
  return ids.length === 0 ? [] : [`${ids.length} ${problem} (ids ${ids.slice(0, MAX_NAMED).join(', ')}). ${ADVICE}`]
}

function checkThumbnails(db: Db, thumbnails: Thumbnails): string[] {
  const problems = thumbnails.check()
  if (problems.length > 0) return problems
  const expected = db.prepare<[], number>('SELECT count(*) FROM photos WHERE thumb_version > 0').pluck().get() ?? 0
  const missing = expected - thumbnails.count()
  return missing <= 0
    ? []
    : [
        `${missing} thumbnails are gone. Close Lumafold and delete thumbnails.db: thumbnails are made again at the next start.`,
      ]
}
