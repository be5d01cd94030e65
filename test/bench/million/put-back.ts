import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where the benchmarks move files and folders of a library while they run. */
export const folderOf = {
  away: (photosDir: string) => `${photosDir}-away`,
  first: (photosDir: string) => join(photosDir, '0'),
  renamed: (photosDir: string) => join(photosDir, 'renamed'),
  moved: (photosDir: string) => join(photosDir, 'moved'),
} as const

/** Moves the photos back to where they were created, as after a stopped benchmark. */
export function putBack(photosDir: string): void {
  const [away, renamed, moved] = [folderOf.away(photosDir), folderOf.renamed(photosDir), folderOf.moved(photosDir)]
  const first = folderOf.first(photosDir)
  if (existsSync(away) && !existsSync(photosDir)) renameSync(away, photosDir)
  if (existsSync(renamed) && !existsSync(first)) renameSync(renamed, first)
  if (!existsSync(moved)) return
  for (const folder of readdirSync(moved)) {
    for (const name of readdirSync(join(moved, folder)))
      renameSync(join(moved, folder, name), join(first, folder, name))
    rmdirSync(join(moved, folder))
  }
  rmdirSync(moved)
}
