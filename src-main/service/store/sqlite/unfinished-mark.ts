import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { flushFolder, writeFlushed } from '../../../base/sqlite/flush-file.ts'

const markPath = (folder: string): string => join(folder, 'unfinished-migration')

/** Whether a migration into a data folder was started and not finished. */
export const isUnfinished = (folder: string): boolean => existsSync(markPath(folder))

/** Marks a data folder, so that no service starts on an incomplete one. */
export function markUnfinished(folder: string): void {
  writeFlushed(
    markPath(folder),
    'A migration of a service into this folder was begun. This file is deleted when it has been finished and checked.\n',
  )
}

/** Removes the mark, once everything is on the disk. */
export function markFinished(folder: string): void {
  rmSync(markPath(folder))
  flushFolder(folder)
}

/** Throws AppError `library-damaged` if a migration into the folder was not finished. */
export function refuseUnfinished(folder: string): void {
  if (!isUnfinished(folder)) return
  throw new AppError(
    'library-damaged',
    `The data folder ${folder} holds a migration that was not finished. Run "lumafold service migrate" into it again, or delete the folder: where the data came from, nothing was changed.`,
  )
}
