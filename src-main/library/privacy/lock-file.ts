import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../contract/errors.ts'
import { writeFlushed } from '../../base/sqlite/flush-file.ts'
import type { Log } from '../host/log.ts'
import { PassphraseHash } from './passphrase-hash.ts'

/** The stored lock: its passphrase as a hash, and the number of consecutive wrong tries. */
export const Lock = z.object({
  version: z.literal(1),
  passphrase: PassphraseHash,
  failures: z.int().min(0),
  /** Milliseconds since 1970; 0 without one. */
  lastFailedMs: z.number().min(0),
})
export type Lock = z.infer<typeof Lock>

/** Why a lock cannot be used; photos stay hidden then, since the library's owner is unknown. */
export type UnreadableLock = 'unreadable'

/**
 * `lock.json` of a library's folder. It is beside the catalogue and not in it, so that restoring a backup neither
 * removes a passphrase nor restores an old one.
 */
export class LockFile {
  readonly #path: string
  readonly #log: Log

  constructor(libraryDir: string, log: Log) {
    this.#path = join(libraryDir, 'lock.json')
    this.#log = log
  }

  /** Null if no passphrase is set. */
  read(): Lock | UnreadableLock | null {
    if (!existsSync(this.#path)) return null
    try {
      return Lock.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch (error) {
      this.#log.error('The lock of the library cannot be read', { error: messageOf(error) })
      return 'unreadable'
    }
  }

  write(lock: Lock): void {
    writeFlushed(this.#path, `${JSON.stringify(lock, null, 2)}\n`)
    chmodSync(this.#path, 0o600)
  }

  remove(): void {
    rmSync(this.#path, { force: true })
  }
}
