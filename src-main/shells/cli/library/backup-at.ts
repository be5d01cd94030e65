import { AppError } from '../../../contract/errors.ts'
import type { Backup } from '../../../contract/library/backups.ts'

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/

/**
 * The requested backup: by its id, the newest one up to the end of a day or up to a time in this machine's time zone,
 * or simply the newest. Throws `backup-not-found`, or `bad-params` for an invalid date.
 */
export function backupAt(backups: readonly Backup[], asked: string | undefined, folder: string): Backup {
  const newestFirst = backups.toSorted((a, b) => b.at.localeCompare(a.at))
  const found =
    asked === undefined
      ? newestFirst[0]
      : (backups.find(({ id }) => id === asked) ?? newestFirst.find(({ at }) => Date.parse(at) <= endOf(asked)))
  if (found !== undefined) return found
  const until = asked === undefined ? '' : ` from ${asked} or before`
  throw new AppError('backup-not-found', `There is no backup${until} in ${folder}. "lumafold backup list" shows them.`)
}

function endOf(asked: string): number {
  const isDay = asked.length === 10
  const ms = DATE.test(asked) ? Date.parse(isDay ? `${asked}T23:59:59.999` : asked) : Number.NaN
  if (!Number.isNaN(ms)) return isDay ? ms : ms + 999
  throw new AppError('bad-params', `"${asked}" is no date such as 2026-03-01 or 2026-03-01T09:30, and no backup's id.`)
}
