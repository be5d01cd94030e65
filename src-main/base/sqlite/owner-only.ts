import { closeSync, openSync } from 'node:fs'

/**
 * Modes of the program's own files: they tell of private photos and belong to the person alone. They are set file by
 * file and not as the process's umask, since exports, sidecars and copies from cards are created like the person's
 * other files. Windows has its own permissions and ignores modes.
 */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const

/**
 * Creates an empty file for SQLite, which would let others read it; the files beside it then get its mode. An existing
 * file is not opened: closing it would release this process's locks on it. If it cannot be created, SQLite says why.
 */
export function makeOwnerOnly(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY.file))
  } catch {
    // It exists, or SQLite will fail as well.
  }
}
