import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isAbsent } from '../../../base/files/file-errors.ts'

/** What lies at a path; null where nothing does, `unreadable` where nobody can say. */
export async function statPlace(target: string): Promise<BigIntStats | 'unreadable' | null> {
  try {
    return await stat(target, { bigint: true })
  } catch (error) {
    return isAbsent(error) ? null : 'unreadable'
  }
}

/**
 * Whether two paths lead to one file or folder, which is how a file system says that it takes two forms of a name for
 * one.
 */
export async function isOnePlace(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([statPlace(a), statPlace(b)])
  if (first === null || second === null || first === 'unreadable' || second === 'unreadable') return false
  return first.ino !== 0n && first.ino === second.ino && first.dev === second.dev
}

/** Whether a folder lists this very name; another form of a name is found there, and not listed. */
export async function isListed(target: string): Promise<boolean> {
  return (await listNames(path.dirname(target))).has(path.basename(target))
}

/** The names in a folder; none where it cannot be read. */
export async function listNames(folder: string): Promise<Set<string>> {
  return new Set(await readdir(folder).catch(() => []))
}
