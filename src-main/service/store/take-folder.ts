import { join } from 'node:path'
import { holdLock, type HeldLock } from '../../sqlite/hold-lock.ts'

/**
 * Takes a data folder for this process; throws `library-in-use` with the owner's process number. The command line may
 * still open the database beside it.
 */
export function takeServiceFolder(folder: string): HeldLock {
  return holdLock({
    path: join(folder, 'service.lock'),
    name: 'another service',
    refusal: (owner) =>
      `The service's data folder ${folder} is in use by ${owner}. Stop it first, or choose another folder with --data.`,
  })
}
