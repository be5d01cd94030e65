import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const READ_BYTES = 1 << 20

/** SHA-256 of bytes, as hexadecimal digits. */
export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** SHA-256 of a file's bytes, as hexadecimal digits. Rejects with the system's error, or the reason of the signal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash, signal === undefined ? {} : { signal })
  return hash.digest('hex')
}

/** As `hashFile`, synchronously. `mayGoOn` is called before each megabyte, and may throw to end it. */
export function hashFileSync(path: string, mayGoOn: () => void = () => {}): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let count = -1; count !== 0;) {
      mayGoOn()
      count = readSync(file, buffer, 0, READ_BYTES, null)
      hash.update(buffer.subarray(0, count))
    }
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}

/** As `hashFile`; empty if the file cannot be read. */
export const hashIfReadable = (path: string): Promise<string> => hashFile(path).catch(() => '')
