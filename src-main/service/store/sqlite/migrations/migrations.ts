import { first } from './0001-first.ts'
import { teaching } from './0002-teaching.ts'
import { uploadSums } from './0003-upload-sums.ts'
import { jobs } from './0004-jobs.ts'
import { batches } from './0005-batches.ts'
import { faces } from './0006-faces.ts'
import { countedKeys } from './0007-counted-keys.ts'
import { callbacks } from './0008-callbacks.ts'
import type { Migration } from '../../../../base/sqlite/migration.ts'

/** Every migration, oldest first; the version of the last one is the version that this program writes. */
export const migrations: readonly Migration[] = [
  first,
  teaching,
  uploadSums,
  jobs,
  batches,
  faces,
  countedKeys,
  callbacks,
]
