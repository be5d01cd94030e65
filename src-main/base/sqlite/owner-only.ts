import { closeSync, openSync } from 'node:fs'

/**
 * Modes of what the program keeps for itself: it tells of private photos, and is nobody else's. They are set file by file
 * and not as the process's umask, since exports, sidecars and copies from cards are made as the person's other files
 * are. Windows has rights of its own and takes no notice.
 */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const

/**
 * Makes an empty file for SQLite, which would let others read it; the files beside it then get its mode. What is there
 * is not opened: closing it would free the locks that this process has on it. Where it cannot be made, SQLite says why.
 */
export function makeOwnerOnly(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY.file))
  } catch {
    // It is there, or SQLite will fail as well.
  }
}
