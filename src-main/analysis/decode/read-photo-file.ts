import { open, type FileHandle } from 'node:fs/promises'
import type { FileHashes } from '../photo/photo.ts'
import { DecodeFailure } from './decode-failure.ts'
import { hashBytes, hashFile } from './file-hashes.ts'
import { limits } from './limits.ts'

/** A photo's file, read once: whole in memory, or left on the disk where it is very large. */
export type PhotoFile = {
  /** What libvips opens: the bytes, or the path of a very large file. */
  input: Buffer | string
  /** The first bytes at least; all of them where `input` is a buffer. */
  head: Buffer
  /** Hashes of the file; computed when first asked for. */
  hashes(): Promise<FileHashes>
}

/** Where a photo's bytes come from: the path of a file, or the bytes themselves. */
export type PhotoOrigin = string | Uint8Array

const HEAD_BYTES = 1024 * 1024

/** The name that a photo's file has; empty for bytes. */
export const nameOf = (photo: PhotoOrigin): string => (typeof photo === 'string' ? photo : '')

/** The whole file in memory; formats that are parsed there have a limit of size. Throws DecodeFailure. */
export function wholeOf({ input }: PhotoFile, format: string): Buffer {
  if (typeof input !== 'string') return input
  const most = megabytes(limits.bufferedBytes)
  throw new DecodeFailure('too-large', `${format.toUpperCase()} files up to ${most} MB are read.`)
}

/**
 * Reads a photo's file, or takes its bytes as they are. Rejects with a DecodeFailure that says what is wrong with the
 * file.
 */
export async function readPhotoFile(photo: PhotoOrigin): Promise<PhotoFile> {
  return typeof photo === 'string' ? readFromDisk(photo) : holdBytes(photo)
}

function holdBytes(bytes: Uint8Array): PhotoFile {
  checkBytes(bytes.byteLength)
  return holdWhole(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

async function readFromDisk(path: string): Promise<PhotoFile> {
  try {
    const file = await open(path, 'r')
    try {
      const bytes = await checkSize(file)
      return bytes > limits.bufferedBytes ? await readLarge(file, path) : await readWhole(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toDecodeFailure(error)
  }
}

async function checkSize(file: FileHandle): Promise<number> {
  const facts = await file.stat()
  if (!facts.isFile()) throw new DecodeFailure('file-unreadable', 'This is not a regular file.')
  checkBytes(facts.size)
  return facts.size
}

function checkBytes(size: number): void {
  if (size === 0) throw new DecodeFailure('file-empty', 'The file is empty.')
  if (size > limits.fileBytes)
    throw new DecodeFailure(
      'too-large',
      `The file has ${megabytes(size)} MB; files up to ${megabytes(limits.fileBytes)} MB are read.`,
    )
}

async function readWhole(file: FileHandle): Promise<PhotoFile> {
  return holdWhole(await file.readFile())
}

function holdWhole(bytes: Buffer): PhotoFile {
  let hashes: FileHashes | undefined
  return { input: bytes, head: bytes, hashes: async () => (hashes ??= hashBytes(bytes)) }
}

async function readLarge(file: FileHandle, path: string): Promise<PhotoFile> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const hashes = await hashFile(path)
  return { input: path, head: buffer.subarray(0, bytesRead), hashes: async () => hashes }
}

function toDecodeFailure(error: unknown): DecodeFailure {
  if (error instanceof DecodeFailure) return error
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new DecodeFailure('file-missing', 'The file is no longer there.', { cause: error })
  if (code === 'EACCES' || code === 'EPERM')
    return new DecodeFailure('file-forbidden', 'Reading the file is not permitted.', { cause: error })
  return new DecodeFailure('file-unreadable', `The file cannot be read (${code ?? String(error)}).`, { cause: error })
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
