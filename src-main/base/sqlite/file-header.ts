import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { isAbsent } from '../files/file-errors.ts'

/** The first bytes of a database file. */
export type FileHeader = {
  /** False if the file does not start like an SQLite file; the rest is then meaningless. */
  isSqlite: boolean
  /** Version of the layout, as last committed. */
  version: number
  applicationId: number
  /** True if no table was ever created in the file. */
  isEmpty: boolean
  /** True if the file is shorter than its header says, for example after an interrupted copy. */
  isCutOff: boolean
  /** True while a journal beside the file may have newer content. */
  hasJournal: boolean
}

const HEADER_BYTES = 100

/**
 * Reads the header of a database file from its bytes: SQLite itself, even when asked to open read-only, would create
 * files beside a database with a write-ahead log. Null for a file that is absent or has no bytes. Layout:
 * sqlite.org/fileformat2.html, "The Database Header".
 */
export function readFileHeader(path: string): FileHeader | null {
  if (!existsSync(path)) return null
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).size === 0) return null
    const header = Buffer.alloc(HEADER_BYTES)
    const isWhole = readSync(file, header, 0, HEADER_BYTES, 0) === HEADER_BYTES
    // In this order, another process that moves its journal into the file never makes the file look truncated.
    const hasJournal = isAnyFilled(`${path}-wal`, `${path}-journal`)
    const { size } = fstatSync(file)
    return {
      isSqlite: isWhole && header.toString('latin1', 0, 16) === 'SQLite format 3\0',
      version: (readFirstPage(path) ?? header).readUInt32BE(60),
      applicationId: header.readUInt32BE(68),
      isEmpty: header.readUInt32BE(40) === 0,
      isCutOff: !hasJournal && lengthIn(header) > size,
      hasJournal,
    }
  } finally {
    closeSync(file)
  }
}

/** Length of the file in bytes according to its header; 0 if an old program left an invalid length. */
function lengthIn(header: Buffer): number {
  const isValid = header.readUInt32BE(24) === header.readUInt32BE(92)
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  return isValid ? header.readUInt32BE(28) * pageBytes : 0
}

const isAnyFilled = (...paths: readonly string[]) =>
  paths.some((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)

const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/**
 * The first 100 bytes of page 1 as last committed to a database's write-ahead log; null if the log is absent or does
 * not contain that page. Layout: sqlite.org/fileformat2.html, "The Write-Ahead Log".
 */
function readFirstPage(databasePath: string): Buffer | null {
  const file = openIfThere(`${databasePath}-wal`)
  if (file === null) return null
  try {
    const header = Buffer.alloc(LOG_HEADER_BYTES)
    if (readSync(file, header, 0, LOG_HEADER_BYTES, 0) < LOG_HEADER_BYTES) return null
    const offset = findFirstPage(file, header)
    if (offset === null) return null
    const page = Buffer.alloc(HEADER_BYTES)
    readSync(file, page, 0, HEADER_BYTES, offset)
    return page
  } finally {
    closeSync(file)
  }
}

/** Checks and opens in one call: the last process that closes a database may delete its log at any moment. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function findFirstPage(file: number, header: Buffer): number | null {
  const step = FRAME_HEADER_BYTES + header.readUInt32BE(8)
  const frame = Buffer.alloc(FRAME_HEADER_BYTES)
  let candidate: number | null = null
  let committed: number | null = null
  for (let at = LOG_HEADER_BYTES; readSync(file, frame, 0, FRAME_HEADER_BYTES, at) === FRAME_HEADER_BYTES; at += step) {
    const isCurrent = frame.compare(header, 16, 24, 8, 16) === 0 // the log is reused: older frames carry older salts
    if (!isCurrent) break
    if (frame.readUInt32BE(0) === 1) candidate = at + FRAME_HEADER_BYTES
    if (frame.readUInt32BE(4) !== 0) committed = candidate
  }
  return committed
}
