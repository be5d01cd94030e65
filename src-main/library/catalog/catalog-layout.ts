import type { Migration } from '../../base/sqlite/migration.ts'
import type { Finding } from '../queue/rows/findings/finding.ts'
import { allFindings } from '../queue/rows/findings/findings.ts'
import { migrations } from './migrations/migrations.ts'
import { orderMigrations } from './migrations/order-migrations.ts'

/** Every change of the catalogue's layout, those of its findings among them, oldest first. */
export const catalogLayout = (findings: readonly Finding[] = allFindings): readonly Migration[] =>
  orderMigrations([...migrations, ...findings.flatMap((finding) => finding.migrations ?? [])])
