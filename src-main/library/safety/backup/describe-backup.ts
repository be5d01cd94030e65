import type { Backup } from '../../../contract/library/backups.ts'

/** A backup in a sentence, for example `2026-03-01 09:30 (1,234 photos)`, in the time zone of this machine. */
export const describeBackup = ({ at, photos }: Pick<Backup, 'at' | 'photos'>): string =>
  `${localTime(at)} (${photos.toLocaleString('en')} ${photos === 1 ? 'photo' : 'photos'})`

/** `2026-03-01 09:30` in the time zone of this machine. */
export function localTime(at: string): string {
  const date = new Date(at)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace('T', ' ')
}
