import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isAbsent } from '../../../base/files/file-errors.ts'

/** Stats of a path; null if nothing is there, `unreadable` if that is unknown. */
export async function statPlace(target: string): Promise<BigIntStats | 'unreadable' | null> {
  try {
    return await stat(target, { bigint: true })
  } catch (error) {
    return isAbsent(error) ? null : 'unreadable'
  }
}

/** Whether two paths are one file or folder: then the file system treats two forms of a name as one. */
export async function isOnePlace(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([statPlace(a), statPlace(b)])
  if (first === null || second === null || first === 'unreadable' || second === 'unreadable') return false
  return first.ino !== 0n && first.ino === second.ino && first.dev === second.dev
}

/** Whether a folder lists exactly this name; another form of a name can be opened, but is not listed. */
export async function isListed(target: string): Promise<boolean> {
  return (await listNames(path.dirname(target))).has(path.basename(target))
}

/** The names in a folder; none if it cannot be read. */
export async function listNames(folder: string): Promise<Set<string>> {
  return new Set(await readdir(folder).catch(() => []))
}
