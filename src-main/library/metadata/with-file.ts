import { open, type FileHandle } from 'node:fs/promises'

/** A file opened to read parts of it. */
export type OpenFile = {
  bytes: number
  /** At most `length` bytes from `start`; fewer at the file's end. */
  part(start: number, length: number): Promise<Buffer>
}

async function readPart(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(buffer, 0, length, start)
  return buffer.subarray(0, bytesRead)
}

/** Opens a file for the duration of a task. Null if it is missing or may not be read. */
export async function withFile<T>(path: string, task: (file: OpenFile) => Promise<T>): Promise<T | null> {
  const handle = await open(path, 'r').catch(() => null)
  if (handle === null) return null
  try {
    const { size } = await handle.stat()
    return await task({
      bytes: size,
      part: (start, length) => readPart(handle, start, Math.max(0, Math.min(length, size - start))),
    })
  } finally {
    await handle.close()
  }
}
