import { OfflineBackups } from '../../../core/backup/offline-backups.ts'
import { openLogFile } from '../../log-file.ts'
import { findPlaces } from '../../places.ts'
import type { CommonOptions } from './with-core.ts'

/** The backups of a library that need not be open, nor can be. */
export function openOffline({ library }: CommonOptions): OfflineBackups {
  const { libraryDir, logsDir } = findPlaces({ library })
  return new OfflineBackups(libraryDir, openLogFile(logsDir))
}
