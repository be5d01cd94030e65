import { say } from '../../contract/sentences/say.ts'
import { open, type FileHandle } from 'node:fs/promises'
import type { FileHashes } from '../photo/photo.ts'
import { asBlocked, type Blocked } from '../photo/blocked.ts'
import { DecodeFailure } from './decode-failure.ts'
import { giveBack } from './held-memory.ts'
import { hashBytes, hashFile } from './file-hashes.ts'
import { limits } from './limits.ts'
import { unwatched, type ReadWatch } from './read-watch.ts'
import { codeOf, isAbsent } from '../../base/files/file-errors.ts'

/** A photo's file, read once: whole in memory, or left on disk if it is very large. */
export type PhotoFile = {
  /** Input for libvips: the bytes, or the path of a very large file. */
  input: Buffer | string
  /** At least the first bytes; all of them if `input` is a buffer. */
  head: Buffer
  /** Size of the file. */
  bytes: number
  /** Null for bytes that came without a file. */
  path: string | null
  /** Hashes of the file, computed on first use, which must come before its memory is freed. */
  hashes(): Promise<FileHashes>
  /** Frees the memory of bytes that were read from disk; nothing may read them afterwards. */
  giveBack(): void
  /** Milliseconds that reading took, if the file is read again while it is decoded; 0 if it is in memory. */
  rereadMs: number
}

/** The origin of a photo's bytes: the path of a file, or the bytes themselves. */
export type PhotoOrigin = string | Uint8Array

const HEAD_BYTES = 1024 * 1024
/** Files are read in pieces of this many bytes, so that even a slow disk shows progress. */
const PIECE_BYTES = 512 * 1024

/** The name of a photo's file; empty for bytes. */
export const nameOf = (photo: PhotoOrigin): string => (typeof photo === 'string' ? photo : '')

/** The whole file in memory; formats that are parsed there have a size limit. Throws DecodeFailure. */
export function wholeOf({ input }: PhotoFile, format: string): Buffer {
  if (typeof input !== 'string') return input
  const max = megabytes(limits.bufferedBytes)
  throw new DecodeFailure('too-large', say('pictures.formatLarge', { format: format.toUpperCase(), most: max }))
}

/**
 * Reads a photo's file, or takes its bytes as they are. Rejects with a DecodeFailure that names the file's fault, or
 * with a Blocked if its disk does not deliver it now.
 */
export async function readPhotoFile(photo: PhotoOrigin, watch: ReadWatch = unwatched): Promise<PhotoFile> {
  const file = typeof photo === 'string' ? await readFromDisk(photo, watch) : holdBytes(photo)
  watch.read(file.rereadMs)
  return file
}

function holdBytes(bytes: Uint8Array): PhotoFile {
  checkNotEmpty(bytes.byteLength)
  return holdWhole(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), null)
}

async function readFromDisk(path: string, watch: ReadWatch): Promise<PhotoFile> {
  try {
    const file = await open(path, 'r')
    try {
      const bytes = await checkSize(file)
      const isLarge = bytes > limits.bufferedBytes
      return isLarge ? await readLarge(file, path, bytes, watch) : await readWhole(file, path, bytes, watch)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw describeReadError(error)
  }
}

async function checkSize(file: FileHandle): Promise<number> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new DecodeFailure('file-unreadable', say('pictures.notRegular'))
  checkNotEmpty(stats.size)
  return stats.size
}

function checkNotEmpty(size: number): void {
  if (size === 0) throw new DecodeFailure('file-empty', say('pictures.empty'))
}

/** Refuses files that are too large to decode; throws DecodeFailure. */
export function checkBytes(size: number): void {
  if (size > limits.fileBytes)
    throw new DecodeFailure(
      'too-large',
      say('pictures.fileLarge', { size: megabytes(size), most: megabytes(limits.fileBytes) }),
    )
}

async function readWhole(file: FileHandle, path: string, bytes: number, watch: ReadWatch): Promise<PhotoFile> {
  const whole = Buffer.allocUnsafeSlow(bytes)
  let at = 0
  while (at < bytes) {
    const { bytesRead } = await file.read(whole, at, Math.min(PIECE_BYTES, bytes - at), at)
    if (bytesRead === 0) break // it was truncated meanwhile
    at += bytesRead
    watch.reading()
  }
  return holdWhole(whole.subarray(0, at), path)
}

function holdWhole(bytes: Buffer, path: string | null): PhotoFile {
  let hashes: FileHashes | undefined
  let isGone = false
  return {
    input: bytes,
    head: bytes,
    bytes: bytes.length,
    path,
    hashes: async () => {
      if (isGone) throw new Error('The hashes of a file are computed before its memory is given back.')
      return (hashes ??= hashBytes(bytes))
    },
    giveBack() {
      if (path === null) return
      isGone = hashes === undefined
      giveBack(bytes)
    },
    rereadMs: 0,
  }
}

async function readLarge(file: FileHandle, path: string, bytes: number, watch: ReadWatch): Promise<PhotoFile> {
  const beganMs = performance.now()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const hashes = await hashFile(path, () => watch.reading())
  return {
    input: path,
    head: buffer.subarray(0, bytesRead),
    bytes,
    path,
    hashes: async () => hashes,
    giveBack: () => undefined,
    rereadMs: performance.now() - beganMs,
  }
}

function describeReadError(error: unknown): DecodeFailure | Blocked {
  if (error instanceof DecodeFailure) return error
  const code = codeOf(error)
  if (isAbsent(error)) return new DecodeFailure('file-missing', say('pictures.gone'), { cause: error })
  if (code === 'EACCES' || code === 'EPERM')
    return new DecodeFailure('file-forbidden', say('pictures.forbidden'), { cause: error })
  return (
    asBlocked(error) ??
    new DecodeFailure('file-unreadable', say('photos.unreadable', { code: code ?? String(error) }), { cause: error })
  )
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
