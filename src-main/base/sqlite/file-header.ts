import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { readFirstPage } from './read-first-page.ts'

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
