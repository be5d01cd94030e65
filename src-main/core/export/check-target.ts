import { randomUUID } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'

/** Makes sure that files can be written to a folder by writing one. Throws `not-a-folder` or `target-not-writable`. */
export function checkTarget(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new AppError('not-a-folder', `${folder} is not a folder; choose an existing folder for exported files.`)
  const probe = path.join(folder, `.lumafold-${randomUUID()}.part`)
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe)
  } catch (cause) {
    throw new AppError(
      'target-not-writable',
      `Files cannot be written to ${folder}; choose another folder or change its permissions.`,
      { cause },
    )
  }
}

const targetErrors: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR'])

/** True for errors that every further file would meet as well: a full or vanished disk, a folder made read-only. */
export function isTargetLost(error: unknown, folder: string): boolean {
  if (targetErrors.has((error as NodeJS.ErrnoException).code ?? '') || /no space left/i.test(String(error))) return true
  try {
    return !statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  } catch {
    return true // a folder that cannot even be looked at is lost
  }
}
