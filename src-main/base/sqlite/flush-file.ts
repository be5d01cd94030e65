import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { OWNER_ONLY } from './owner-only.ts'

/**
 * Flushes a file to the disk. Not for a database that this process has open: closing the descriptor would release
 * SQLite's locks on it.
 */
export function flushFile(path: string): void {
  flush(path, 'r+')
}

/**
 * Flushes names that were created, changed or removed in a folder. Windows does so by itself and has no call for it.
 */
export function flushFolder(path: string): void {
  if (process.platform !== 'win32') flush(path, 'r')
}

/** Renames a file durably: the new name survives a power cut. */
export function renameFlushed(from: string, to: string): void {
  renameSync(from, to)
  flushFolder(dirname(to))
}

/** Where `writeFlushed` writes first; a crash may leave it behind. */
export const freshPath = (path: string): string => `${path}.new`

/**
 * Writes one of the program's own files completely or not at all: a reader finds the old text or the new one, even
 * after a power cut.
 */
export function writeFlushed(path: string, text: string): void {
  const fresh = freshPath(path)
  writeFileSync(fresh, text, { mode: OWNER_ONLY.file })
  flushFile(fresh)
  renameFlushed(fresh, path)
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
