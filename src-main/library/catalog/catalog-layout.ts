import type { Migration } from '../../base/sqlite/migration.ts'
import type { Finding } from '../queue/rows/findings/finding.ts'
import { allFindings } from '../queue/rows/findings/findings.ts'
import { migrations } from './migrations/migrations.ts'
import { orderMigrations } from './migrations/order-migrations.ts'

/** Every migration of the catalogue, including those of findings, oldest first. */
export const catalogLayout = (findings: readonly Finding[] = allFindings): readonly Migration[] =>
  orderMigrations([...migrations, ...findings.flatMap((finding) => finding.migrations ?? [])])
