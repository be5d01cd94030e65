import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath } from './open-service-db.ts'
import { holdLock, type HeldLock } from '../../../base/sqlite/hold-lock.ts'
import { refuseUnfinished } from './unfinished-mark.ts'

/**
 * Takes a data folder for this process. Throws `library-in-use` with the owner's process number, and `library-damaged`
 * if a migration into it was not finished, unless `mayBeUnfinished`. The command line may still open the database.
 */
export function takeServiceFolder(folder: string, { mayBeUnfinished = false } = {}): HeldLock {
  if (!mayBeUnfinished) refuseUnfinished(folder)
  keepPrivate(folder)
  return holdLock({
    path: join(folder, 'service.lock'),
    name: 'another service',
    refusal: (owner) =>
      `The service's data folder ${folder} is in use by ${inEnglish(owner)}. Stop it first, or choose another folder with --data.`,
  })
}

/**
 * Creates the folder for its owner only; one of an earlier version is now closed to others. A folder without a
 * service's data stays as it is. Windows has permissions of its own.
 */
function keepPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return
  if (existsSync(databasePath(folder))) chmodSync(folder, 0o700)
}
