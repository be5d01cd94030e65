import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { Backup } from '../../../contract/library/backups.ts'

/** A backup in a sentence, for example `2026-03-01 09:30 (1,234 photos)`, in the time zone of this machine. */
export const describeBackup = ({ at, photos }: Pick<Backup, 'at' | 'photos'>): Text =>
  say('backups.backup', { time: localTime(at), photos })

/** `2026-03-01 09:30` in the time zone of this machine. */
export function localTime(at: string): string {
  const date = new Date(at)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace('T', ' ')
}
