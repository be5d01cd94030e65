import { say } from '../../../contract/sentences/say.ts'
import { constants } from 'node:fs'
import { chmod, copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { flushFile } from '../../../base/sqlite/flush-file.ts'
import { replaceDatabase } from '../../../base/sqlite/replace-database.ts'
import { catalogPath } from '../../catalog/database/library-database.ts'
import { prepareRestored } from '../rows/recovery/prepare-restored.ts'
import type { Log } from '../../host/log.ts'
import type { BackupFolder } from './backup-folder.ts'
import { describeBackup, localTime } from './describe-backup.ts'
import type { Snapshot } from './manifest.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { hashFileSync } from '../../../base/files/hash.ts'

export type Restore = {
  libraryDir: string
  folder: BackupFolder
  id: string
  /** False to leave changes undone that a person made after the backup. */
  withNewerEdits: boolean
  /** The highest photo number known to have been used. */
  lastPhoto: number
  log: Pick<Log, 'info'>
  now(): number
}

const FRESH = 'library.restoring.db'
const ASIDE = 'library.before-restore-'
/** Catalogues that earlier restores set aside. */
const KEPT_ASIDE = 3

/**
 * Replaces the catalogue, which no process may have open, by a backup. The present catalogue is set aside, whatever its
 * state, and an interruption at any moment leaves the old catalogue or the new one. Throws `backup-not-found`, or
 * `library-damaged` if the backup itself is damaged; then nothing is changed.
 */
export async function restoreBackup(restore: Restore): Promise<Snapshot> {
  const { libraryDir, folder, id, withNewerEdits, lastPhoto, log, now } = restore
  const snapshot = await folder.find(id)
  const fresh = join(libraryDir, FRESH)
  await copyFile(folder.fileOf(id), fresh, constants.COPYFILE_FICLONE)
  await chmod(fresh, OWNER_ONLY.file)
  if (hashFileSync(fresh) !== snapshot.sha256) await refuseDamaged(snapshot, fresh)
  prepareRestored(fresh, { libraryDir, withNewerEdits, lastPhoto: Math.max(lastPhoto, snapshot.lastPhoto) })
  flushFile(fresh)
  // The watchers' notes are newer than the catalogue is now: skipped changes must be found again.
  await rm(join(libraryDir, 'watch'), { recursive: true, force: true })
  const stamp = localTime(new Date(now()).toISOString()).replace(' ', 'T').replace(':', '-')
  replaceDatabase(catalogPath(libraryDir), fresh, join(libraryDir, await freeName(libraryDir, stamp)))
  await removeOldAsides(libraryDir)
  log.info('A backup was restored', { id, at: snapshot.at, withNewerEdits })
  return snapshot
}

/** Deletes the remains of an interrupted restore. */
export async function sweepRestore(libraryDir: string): Promise<void> {
  for (const end of ['', '-journal', '-wal', '-shm']) await rm(join(libraryDir, FRESH + end), { force: true })
}

async function refuseDamaged(snapshot: Snapshot, copy: string): Promise<never> {
  await rm(copy, { force: true })
  throw new AppError('library-damaged', say('backups.damaged', { backup: describeBackup(snapshot) }))
}

async function freeName(libraryDir: string, stamp: string): Promise<string> {
  const names = await readdir(libraryDir)
  let name = `${ASIDE}${stamp}.db`
  for (let number = 2; names.includes(name); number++) name = `${ASIDE}${stamp}-${number}.db`
  return name
}

async function removeOldAsides(libraryDir: string): Promise<void> {
  const names = (await readdir(libraryDir)).filter((name) => name.startsWith(ASIDE))
  const stamps = names.filter((name) => name.endsWith('.db')).toSorted()
  const old = stamps.slice(0, -KEPT_ASIDE)
  for (const name of names.filter((each) => old.some((stamp) => each.startsWith(stamp))))
    await rm(join(libraryDir, name), { force: true })
}
