import { implement } from '@orpc/server'
import type { Backup, Backups } from '../../src-main/contract/library/backups.ts'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'

/** The backups of a library in memory; `note` records each call. */
export function createFakeBackups(backups: Backups, note: (call: string, input: unknown) => void) {
  const calls = implement(libraryContract).backups
  const now: Backup = { id: 'now', at: '2026-03-01T09:30:00.000Z', reason: 'asked', note: null, photos: 1, bytes: 1000 }
  return {
    list: calls.list.handler(() => backups),
    now: calls.now.handler(() => {
      backups.backups.unshift(now)
      return now
    }),
    restore: calls.restore.handler(({ input }) => {
      note('backups.restore', input)
      backups.restoring = input.id
      return backups
    }),
    keepPresent: calls.keepPresent.handler(() => {
      backups.restoring = null
      return backups
    }),
  }
}
