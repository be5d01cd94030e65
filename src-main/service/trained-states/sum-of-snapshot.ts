import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readSnapshot } from '../../indexes/named/snapshot-file.ts'

/** The SHA-256 of a snapshot's file, which is read whole and checked. Throws `library-damaged`, or as `open` does. */
export async function sumOfSnapshot(path: string, signal: AbortSignal): Promise<string> {
  await readSnapshot(path, () => () => {})
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('hex')
}
