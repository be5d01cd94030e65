import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { flushFolder, freshPath, renameFlushed, writeFlushed } from './flush-file.ts'

/** Names of files in the folder of the database. */
const Replacement = z.object({
  /** The new database. */
  by: z.string(),
  /** Name of the previous database afterwards. */
  aside: z.string(),
})
type Replacement = z.infer<typeof Replacement>

const notePath = (path: string) => `${path}.replacing`
/** The write-ahead log holds the latest commits: it moves with its database, under the matching name. */
const ENDS = ['-wal', '-journal', ''] as const

/**
 * Replaces a database with another one in the same folder, and keeps the old one under the name `aside`; neither may be
 * open. If it is interrupted, even by a power cut, `finishReplacing` completes it: a database never meets the journal
 * of another one.
 */
export function replaceDatabase(path: string, by: string, aside: string): void {
  writeFlushed(notePath(path), JSON.stringify({ by: basename(by), aside: basename(aside) } satisfies Replacement))
  finishReplacing(path)
}

/** Whether a `replaceDatabase` was interrupted. */
export const isReplacing = (path: string): boolean => existsSync(notePath(path))

/** Completes an interrupted `replaceDatabase`; does nothing if there was none. */
export function finishReplacing(path: string): void {
  rmSync(freshPath(notePath(path)), { force: true })
  if (!isReplacing(path)) return
  const { by, aside } = Replacement.parse(JSON.parse(readFileSync(notePath(path), 'utf8')))
  const folder = dirname(path)
  // The last step moves the new file away; while that file exists, the old one may still be in its place.
  if (existsSync(join(folder, by))) {
    for (const end of ENDS) if (existsSync(path + end)) renameSync(path + end, join(folder, aside) + end)
    rmSync(`${path}-shm`, { force: true })
    flushFolder(folder)
    renameFlushed(join(folder, by), path)
  }
  rmSync(notePath(path), { force: true })
}
