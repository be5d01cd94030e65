import type { Text } from '../../../contract/sentences/text.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Backup } from '../../../contract/library/backups.ts'
import { readFileHeader } from '../../../base/sqlite/file-header.ts'
import { catalogPath } from '../../catalog/database/library-database.ts'
import { libraryFilePath, type LibraryContent } from '../../library-file/library-file.ts'
import { describeBackup } from './describe-backup.ts'

type Lost = {
  libraryDir: string
  /** The content of `library.json`; null if it is missing. */
  content: LibraryContent | null
  backupFolder: string
  backups: readonly Backup[]
}

/**
 * Throws `library-damaged` if a folder has a library whose catalogue is missing, empty or a folder: opening it would
 * silently create a new library without any rating. Call it before SQLite sees the folder, since SQLite deletes the
 * write-ahead log of an empty file.
 */
export function refuseLostCatalogue({ libraryDir, content, backupFolder, backups }: Lost): void {
  const path = catalogPath(libraryDir)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const header = isFolder ? null : readFileHeader(path)
  const isLost = header === null || (header.isSqlite && header.isEmpty && !header.hasJournal)
  const traces = [libraryFilePath(libraryDir), join(libraryDir, 'thumbnails.db')].filter((each) => existsSync(each))
  const hasTraces = traces.length > 0 || backups.length > 0
  if (isFolder && !hasTraces) throw new AppError('library-damaged', say('opening.isFolder', { path }))
  if (!isLost || !hasTraces) return
  const what = isFolder ? 'folder' : existsSync(path) ? 'empty' : 'gone'
  throw new AppError(
    'library-damaged',
    several([
      content === null
        ? say('opening.lost', { path, what })
        : say('opening.lostOf', { path, what, photos: content.photos }),
      ...(isFolder ? [say('opening.moveAway')] : []),
      remedy(backups[0], backupFolder),
      say('opening.beginAnew'),
    ]),
  )
}

function remedy(newest: Backup | undefined, backupFolder: string): Text {
  return newest === undefined
    ? say('opening.noBackup', { path: backupFolder })
    : say('opening.restore', { backup: describeBackup(newest) })
}
