import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { isPhotoName, isSkippedName } from './supported.ts'

/** Entries of a folder, as far as `walk` and the watches need them. */
export type FolderEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>

/**
 * `unusable` are photos and folders whose names are not valid UTF-8, with `\xHH` for the invalid bytes: Node cannot
 * open them by any path.
 */
export type FolderEntries = { entries: FolderEntry[]; unusable: string[] }

/** The entries of a folder by name. Rejects if it cannot be read. */
export async function readEntries(folder: string): Promise<FolderEntries> {
  const entries: FolderEntry[] = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  // Invalid UTF-8 is replaced by this character; it may also be a real one.
  if (!entries.some(({ name }) => name.includes('\uFFFD'))) return { entries, unusable: [] }
  const unusable = (await readdir(folder, { withFileTypes: true, encoding: 'buffer' })).filter(
    ({ name }) => !isUtf8(name),
  )
  const lost = new Set(unusable.map(({ name }) => name.toString('utf8')))
  return {
    entries: entries.filter(({ name }) => !lost.has(name)),
    unusable: unusable
      .filter((entry) => isWanted(entry.name.toString('latin1'), entry.isDirectory()))
      .map(({ name }) => showBytes(name))
      .sort(),
  }
}

const isWanted = (name: string, isFolder: boolean) => (isFolder ? !isSkippedName(name) : isPhotoName(name))

/** A name in readable form: ASCII as it is, other bytes as `\xHH`. */
export function showBytes(name: Uint8Array): string {
  return [...name]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
}
