import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { ByteRange } from '../../base/formats/image-data/byte-range.ts'
import { findImageData } from '../../base/formats/image-data/find-image-data.ts'
import { imageHashOf, nameImageHash } from '../../base/formats/image-data/image-hash.ts'
import type { FileHashes } from '../photo/photo.ts'
import { FileBytes } from './file-bytes.ts'

const CHUNK_BYTES = 1024 * 1024

/** Hashes of a file in memory. */
export function hashBytes(bytes: Buffer): FileHashes {
  return { contentHash: createHash('sha256').update(bytes).digest('hex'), imageHash: imageHashOf(bytes) }
}

/**
 * Hashes of a file on disk, of any size; `onRead` is called after each piece. Rejects with the system's error if it
 * cannot be read.
 */
export async function hashFile(path: string, onRead: () => void = () => undefined): Promise<FileHashes> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const contentHash = await hashRanges(file, [{ start: 0, end: size }], onRead)
    const ranges = findImageData(new FileBytes(file.fd, size))
    return { contentHash, imageHash: nameImageHash(await hashRanges(file, ranges, onRead)) }
  } finally {
    await file.close()
  }
}

async function hashRanges(file: FileHandle, ranges: readonly ByteRange[], onRead: () => void): Promise<string> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (const { start, end } of ranges) {
    for (let at = start; at < end;) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, end - at), at)
      if (bytesRead === 0) break
      hash.update(chunk.subarray(0, bytesRead))
      at += bytesRead
      onRead()
    }
  }
  return hash.digest('hex')
}
