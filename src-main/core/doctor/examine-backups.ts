import { describeBackup } from '../backup/describe-backup.ts'
import type { LibraryBackups } from '../backup/library-backups.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnosis } from './diagnosis.ts'

const DAY_MS = 86_400_000
/** The daily backup may have waited for a day on which the program ran. */
const OLD_DAYS = 7

type Dependencies = {
  backups: Pick<LibraryBackups, 'describe' | 'isUpToDate'>
  catalog: Pick<Catalog, 'analysis'>
}

/** How old the newest backup is. */
export async function examineBackups({ backups, catalog }: Dependencies, nowMs = Date.now()): Promise<Diagnosis[]> {
  const { backups: list, folder } = await backups.describe()
  const [newest] = list
  if (newest === undefined) {
    if (catalog.analysis.counts().total === 0) return []
    const message = `There is no backup of the catalogue in ${folder} yet.`
    return [
      { area: 'backups', level: 'hint', message, advice: 'One is made each day; "lumafold backup now" makes one.' },
    ]
  }
  const days = Math.floor((nowMs - Date.parse(newest.at)) / DAY_MS)
  const message = `The newest of ${list.length} backups is of ${describeBackup(newest)}.`
  if (days < OLD_DAYS || (await backups.isUpToDate())) return [{ area: 'backups', level: 'good', message, advice: '' }]
  const advice = `It is ${days} days old: make one with "lumafold backup now", and look whether ${folder} has room.`
  return [{ area: 'backups', level: 'problem', message, advice }]
}
