import type { Migration } from '../../base/sqlite/migration.ts'
import type { Finding } from '../queue/rows/findings/finding.ts'
import { allFindings } from '../queue/rows/findings/findings.ts'
import { migrations } from './migrations/migrations.ts'

/**
 * Every migration of the catalogue, including those of findings, oldest first. Throws if a version is missing or given
 * twice: two changes that were made at the same time would otherwise hide each other.
 */
export function catalogLayout(findings: readonly Finding[] = allFindings): readonly Migration[] {
  const all = [...migrations, ...findings.flatMap((finding) => finding.migrations ?? [])]
  const ordered = all.sort((a, b) => a.version - b.version)
  const wrong = ordered.findIndex(({ version }, place) => version !== place + 1)
  if (wrong >= 0)
    throw new Error(`The migrations of the catalogue have no version ${wrong + 1}, or have version ${wrong} twice.`)
  return ordered
}
