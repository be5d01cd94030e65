import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { flushFolder, freshPath, renameFlushed, writeFlushed } from './flush-file.ts'

/** Names of files in the folder of the database. */
const Replacement = z.object({
  /** The new database. */
  by: z.string(),
  /** What the present one is called afterwards. */
  aside: z.string(),
})
type Replacement = z.infer<typeof Replacement>

const notePath = (path: string) => `${path}.replacing`
/** The write-ahead log holds what was committed last: it goes where its database goes, and under its name. */
const ENDS = ['-wal', '-journal', ''] as const

/**
 * Puts a database in the place of another one in the same folder, which is kept under the name `aside`; neither may be
 * open. A stop in the middle, also a power cut, is made good by `finishReplacing`: a database never meets the journal
 * of another one.
 */
export function replaceDatabase(path: string, by: string, aside: string): void {
  writeFlushed(notePath(path), JSON.stringify({ by: basename(by), aside: basename(aside) } satisfies Replacement))
  finishReplacing(path)
}

/** Ends what a stop left of `replaceDatabase`; does nothing where nothing is left. */
export function finishReplacing(path: string): void {
  rmSync(freshPath(notePath(path)), { force: true })
  if (!existsSync(notePath(path))) return
  const { by, aside } = Replacement.parse(JSON.parse(readFileSync(notePath(path), 'utf8')))
  const folder = dirname(path)
  // Its last step takes the new file away, so that while the file is there, the old one may still be in its place.
  if (existsSync(join(folder, by))) {
    for (const end of ENDS) if (existsSync(path + end)) renameSync(path + end, join(folder, aside) + end)
    rmSync(`${path}-shm`, { force: true })
    flushFolder(folder)
    renameFlushed(join(folder, by), path)
  }
  rmSync(notePath(path), { force: true })
}
