import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RestoreRequest } from '../../../contract/library/backups.ts'
import { writeFlushed } from '../../../base/sqlite/flush-file.ts'

const pathIn = (libraryDir: string) => join(libraryDir, 'restore.json')

/**
 * A backup replaces the catalogue while nothing has it open, so a window's request waits in a file until the library is
 * next opened.
 */
export function putRestoreRequest(libraryDir: string, request: RestoreRequest): void {
  writeFlushed(pathIn(libraryDir), JSON.stringify(request))
}

/** The waiting request; null if there is none. */
export function readRestoreRequest(libraryDir: string): RestoreRequest | null {
  if (!existsSync(pathIn(libraryDir))) return null
  return RestoreRequest.parse(JSON.parse(readFileSync(pathIn(libraryDir), 'utf8')))
}

export function removeRestoreRequest(libraryDir: string): void {
  rmSync(pathIn(libraryDir), { force: true })
}
