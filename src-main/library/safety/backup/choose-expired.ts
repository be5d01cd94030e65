import type { BackupReason } from '../../../contract/library/backups.ts'

/** Input of the choice. */
export type Dated = { id: string; at: string; reason: BackupReason }

/** The last upgrade of a catalogue's layout: the backup that it began with, and when it ended; null until then. */
export type Upgrade = { backup: string; endedAt: string | null }

const DAY_MS = 86_400_000
/** For this time after an upgrade the copy of the former layout stays in any case. */
const UPGRADE_KEPT_MS = 7 * DAY_MS
const KEPT = { days: 7, weeks: 4, months: 6 } as const
/** Besides those, the number of newest backups kept for each reason. */
const KEPT_OF: Readonly<Record<BackupReason, number>> = { daily: 1, asked: 5, migration: 3, before: 5 }

/**
 * Backups that have expired. The newest of each of the last seven days with one, the last four weeks and the last six
 * months stays, and so do the newest few of each reason. `nowMs` is in milliseconds since 1970. A backup from the
 * future, made while the clock was wrong, replaces no other one, and the newest such stays. The one from before the
 * last upgrade stays while `isHeldByUpgrade` is true.
 */
export function chooseExpired<Each extends Dated>(
  backups: readonly Each[],
  nowMs: number,
  upgrade: Upgrade | null = null,
): Each[] {
  const newestFirst = backups.toSorted((a, b) => b.at.localeCompare(a.at))
  const isFuture = ({ at }: Dated) => Date.parse(at) > nowMs + DAY_MS
  const past = newestFirst.filter((backup) => !isFuture(backup))
  const regular = past.filter(({ reason }) => reason === 'daily' || reason === 'asked')
  const kept = new Set<Dated>([
    ...newestFirst.filter(isFuture).slice(0, 1),
    ...past.slice(0, 1),
    ...past.filter(({ id }) => isHeldByUpgrade(id, upgrade, nowMs)),
    ...newestOfEach(regular, KEPT.days, dayOf),
    ...newestOfEach(regular, KEPT.weeks, weekOf),
    ...newestOfEach(regular, KEPT.months, (at) => dayOf(at).slice(0, 7)),
    ...Object.entries(KEPT_OF).flatMap(([reason, count]) =>
      past.filter((backup) => backup.reason === reason).slice(0, count),
    ),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

/** Whether a backup is the one from before the last upgrade, which has not ended, or ended less than a week ago. */
export function isHeldByUpgrade(id: string, upgrade: Upgrade | null, nowMs: number): boolean {
  if (id !== upgrade?.backup) return false
  return upgrade.endedAt === null || nowMs - Date.parse(upgrade.endedAt) < UPGRADE_KEPT_MS
}

/** The first of each group, for `count` groups; the list is sorted. */
function newestOfEach(sorted: readonly Dated[], count: number, groupOf: (at: string) => string): Dated[] {
  const groups = new Map<string, Dated>()
  for (const backup of sorted) if (!groups.has(groupOf(backup.at))) groups.set(groupOf(backup.at), backup)
  return [...groups.values()].slice(0, count)
}

/** The day in the person's time zone, for example `2026-03-01`. */
function dayOf(at: string): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The Monday of the week. */
function weekOf(at: string): string {
  const date = new Date(at)
  date.setDate(date.getDate() - ((date.getDay() + 6) % 7))
  return dayOf(date.toISOString())
}
