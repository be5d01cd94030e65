import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.mjs'

/**
 * One hash over the content of files and folders of the project, given by their relative paths; absent ones count as
 * absent.
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(listFiles).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0')
  return hash.digest('hex')
}

function listFiles(path) {
  const full = inProject(path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full).flatMap((name) => listFiles(join(path, name)))
}
