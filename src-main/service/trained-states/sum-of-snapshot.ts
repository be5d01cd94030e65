import { readSnapshot } from '../../indexes/named/snapshot-file.ts'
import { hashFile } from '../../base/files/hash.ts'

/** The SHA-256 of a snapshot's file, which is read whole and checked. Throws `library-damaged`, or as `open` does. */
export async function sumOfSnapshot(path: string, signal: AbortSignal): Promise<string> {
  await readSnapshot(path, () => () => {})
  return hashFile(path, signal)
}
