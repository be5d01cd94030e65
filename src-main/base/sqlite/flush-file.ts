import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { OWNER_ONLY } from './owner-only.ts'

/**
 * Flushes what was written to a file to the disk. Not for a database that this process has open: closing the descriptor
 * would free SQLite's locks on it.
 */
export function flushFile(path: string): void {
  flush(path, 'r+')
}

/** Flushes names that were made, changed or removed in a folder. Windows does so by itself and has no call for it. */
export function flushFolder(path: string): void {
  if (process.platform !== 'win32') flush(path, 'r')
}

/** Gives a file another name, which holds also after a power cut. */
export function renameFlushed(from: string, to: string): void {
  renameSync(from, to)
  flushFolder(dirname(to))
}

/** Where `writeFlushed` writes first; a stop may leave it behind. */
export const freshPath = (path: string): string => `${path}.new`

/** Writes a file of the program's own whole or not at all: whoever reads it, also after a power cut, finds the old text or the new one. */
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
