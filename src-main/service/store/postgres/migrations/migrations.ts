import type { PostgresMigration } from './migration.ts'
import { accounts } from './0001-accounts.ts'
import { usage } from './0002-usage.ts'
import { uploadsAndCallbacks } from './0003-uploads-and-callbacks.ts'
import { classifiers } from './0004-classifiers.ts'
import { indexes } from './0005-indexes.ts'
import { faces } from './0006-faces.ts'
import { batches } from './0007-batches.ts'
import { keptQueryPlans } from './0008-kept-query-plans.ts'
import { keptUploads } from './0009-kept-uploads.ts'
import { countedKeys } from './0010-counted-keys.ts'
import { batchClaims } from './0011-batch-claims.ts'
import { trainings } from './0012-trainings.ts'
import { picturePlaces } from './0013-picture-places.ts'

/** Every migration, oldest first. Shipped ones are never edited. */
export const migrations: readonly PostgresMigration[] = [
  accounts,
  usage,
  uploadsAndCallbacks,
  classifiers,
  indexes,
  faces,
  batches,
  keptQueryPlans,
  keptUploads,
  countedKeys,
  batchClaims,
  trainings,
  picturePlaces,
]
