import { rmSync, statSync, writeFileSync } from 'node:fs'
import { temporaryPath } from './files/running-exports.ts'
import { notAFolder, notWritable } from './target-errors.ts'

/** Checks that files can be written to a folder by writing one. Throws `not-a-folder` or `target-not-writable`. */
export function checkTarget(folder: string, jobId: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw notAFolder(folder)
  const probe = temporaryPath({ jobId, folder })
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe)
  } catch (cause) {
    throw notWritable(folder, cause)
  }
}
