import { OfflineBackups } from '../../../library/safety/backup/offline-backups.ts'
import { openLogFile } from '../../log-file.ts'
import { placesOf } from './places-of.ts'
import type { CommonOptions } from './with-library.ts'

/** The backups of a library that is not open and may not be openable. */
export function openOffline(options: CommonOptions): OfflineBackups {
  const { libraryDir, logsDir } = placesOf(options)
  return new OfflineBackups(libraryDir, openLogFile(logsDir))
}
