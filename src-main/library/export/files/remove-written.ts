import { rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isAbsent } from '../../../base/files/file-errors.ts'
import { hashFile } from '../../../base/files/hash.ts'

/** `hash` may be several, separated by spaces, if it is unknown which of them was written last. */
export type WrittenFile = { id: number; file: string; hash: string }
/** `gone`: others removed it before; `changed`: it is not as it was written; `failed`: it could not be removed. */
export type Removal = { removed: number[]; gone: number[]; changed: string[]; failed: string[] }

/**
 * Removes files below a folder that are byte for byte as they were written, and folders that become empty. If the
 * folder is absent, everything has failed.
 */
export async function removeWritten(target: string, files: readonly WrittenFile[]): Promise<Removal> {
  const done: Removal = { removed: [], gone: [], changed: [], failed: [] }
  if (!(await stat(target).catch(() => null))?.isDirectory()) return { ...done, failed: files.map(({ file }) => file) }
  for (const written of files) await removeOne(target, written, done)
  await removeEmptyFolders(target, files)
  return done
}

async function removeOne(target: string, { id, file, hash }: WrittenFile, done: Removal): Promise<void> {
  const full = path.join(target, ...file.split('/'))
  try {
    await stat(full)
    if (!hash.split(' ').includes(await hashFile(full))) return void done.changed.push(file)
    await rm(full)
    done.removed.push(id)
  } catch (error) {
    if (isAbsent(error)) done.gone.push(id)
    else done.failed.push(file)
  }
}

async function removeEmptyFolders(target: string, files: readonly WrittenFile[]): Promise<void> {
  const folders = new Set(files.flatMap(({ file }) => foldersAbove(file)))
  const deepestFirst = [...folders].sort((a, b) => b.length - a.length)
  for (const folder of deepestFirst) await rmdir(path.join(target, folder)).catch(() => undefined) // not empty
}

/** `a/b` and `a` of `a/b/c.jpg`. */
function foldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
