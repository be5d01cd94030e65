import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'

/** Marks an SQLite file as a catalogue of this program: the letters "LmFd". */
export const APPLICATION_ID = 0x4c6d4664

/**
 * Version of a catalogue file, read from its bytes: SQLite itself, even when asked to open read-only, would make files
 * beside a WAL database. Returns null for a file that is absent or still empty. Layout: sqlite.org/fileformat2.html.
 */
export function readFileVersion(path: string): number | null {
  if (!existsSync(path)) return null
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    if (size === 0) return null
    const header = Buffer.alloc(100)
    const got = readSync(file, header, 0, 100, 0)
    checkHeader(path, got, header)
    if (!hasJournal(path)) checkLength(path, header, size)
    return newestFirstPage(`${path}-wal`)?.readUInt32BE(60) ?? header.readUInt32BE(60)
  } finally {
    closeSync(file)
  }
}

function checkHeader(path: string, got: number, header: Buffer) {
  const isSqlite = got === 100 && header.toString('latin1', 0, 16) === 'SQLite format 3\0'
  if (!isSqlite)
    throw new AppError('library-damaged', `${path} is not a catalogue: its first bytes are damaged. ${WHAT_TO_DO}`)
  if (header.readUInt32BE(68) !== APPLICATION_ID && !hasJournal(path)) {
    throw new AppError(
      'library-damaged',
      `${path} is a database of another program, not a Lumafold catalogue. Choose another library folder.`,
    )
  }
}

/** A file shorter than its header says was cut off, for example by a copy that stopped. */
function checkLength(path: string, header: Buffer, size: number) {
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const isCountValid = header.readUInt32BE(24) === header.readUInt32BE(92)
  if (isCountValid && header.readUInt32BE(28) * pageSize > size) {
    throw new AppError('library-damaged', `${path} is cut off: part of the file is gone. ${WHAT_TO_DO}`)
  }
}

const hasJournal = (path: string) =>
  [`${path}-wal`, `${path}-journal`].some((name) => existsSync(name) && sizeOf(name) > 0)

function sizeOf(path: string): number {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}

/** Page 1 as last committed to the write-ahead log, where the version may be newer than in the file itself. */
function newestFirstPage(path: string): Buffer | null {
  if (!existsSync(path)) return null
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(32)
    if (readSync(file, header, 0, 32, 0) < 32) return null
    const offset = findFirstPage(file, header)
    if (offset === null) return null
    const page = Buffer.alloc(100)
    readSync(file, page, 0, 100, offset)
    return page
  } finally {
    closeSync(file)
  }
}

function findFirstPage(file: number, header: Buffer): number | null {
  const pageSize = header.readUInt32BE(8)
  const frame = Buffer.alloc(24)
  let candidate: number | null = null
  let committed: number | null = null
  for (let at = 32; readSync(file, frame, 0, 24, at) === 24; at += 24 + pageSize) {
    const isCurrent = frame.compare(header, 16, 24, 8, 16) === 0 // the log is reused: older frames carry older salts
    if (!isCurrent) break
    if (frame.readUInt32BE(0) === 1) candidate = at + 24
    if (frame.readUInt32BE(4) !== 0) committed = candidate
  }
  return committed
}

/** Advice that ends every message about a damaged catalogue. */
export const WHAT_TO_DO =
  'The photos themselves are not touched. Keep a copy of the library folder, then put back a backup of library.db, or move library.db away and add the folders again to analyse them anew.'
