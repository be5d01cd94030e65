import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** What a file is on the disk: `key` names it whatever path leads to it. */
export type FileFacts = { key: string; bytes: number; modifiedMs: number }

/** Null where there is no file of its own: nothing, a folder, or a link to one elsewhere. */
export async function readFacts(path: string): Promise<FileFacts | null> {
  const facts = await lstat(path, { bigint: true }).catch(() => null)
  if (facts === null || !facts.isFile()) return null
  return {
    key: `${facts.dev} ${facts.ino}`,
    bytes: Number(facts.size),
    modifiedMs: Number(facts.mtimeNs / 1_000_000n),
  }
}

/** SHA-256 of a file's bytes, as a hexadecimal number; rejects where it cannot be read to its end. */
export async function hashFileAt(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
