import { link, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { numberedName } from './file-names.ts'
import { temporaryPath } from './running-exports.ts'

/** More files of one name than this mean that something else is wrong. */
const MAX_ATTEMPTS = 10_000
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** A name for the new file: `stem`, then ` (from)`, ` (from + 1)`, … */
export type NewName = { folder: string; jobId: string; stem: string; extension: string; from?: number }

/**
 * Writes a file that is either whole or not there, and never replaces one: `write` fills a temporary file in the same
 * folder, which then takes the first free name. Returns the path. The temporary file is removed when anything fails.
 */
export async function writeNewFile(
  { folder, jobId, stem, extension, from = 1 }: NewName,
  write: (temporary: string) => Promise<void>,
): Promise<string> {
  const temporary = temporaryPath({ jobId, folder })
  try {
    await write(temporary)
    await flush(temporary)
    for (let attempt = from; attempt < from + MAX_ATTEMPTS; attempt++) {
      const wanted = path.join(folder, numberedName(stem, extension, attempt))
      if (await takeName(temporary, wanted)) return wanted
    }
    throw new Error(`No free name for ${stem}${extension} in the target folder.`)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * False where the name is taken. A hard link fails on a taken name in one step; where links are not supported, an empty
 * file reserves it.
 */
async function takeName(temporary: string, wanted: string): Promise<boolean> {
  try {
    await link(temporary, wanted)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    return reserveAndReplace(temporary, wanted)
  }
}

async function reserveAndReplace(temporary: string, wanted: string): Promise<boolean> {
  try {
    await (await open(wanted, 'wx')).close()
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    await rename(temporary, wanted)
    return true
  } catch (error) {
    await rm(wanted, { force: true })
    throw error
  }
}
