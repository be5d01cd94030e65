import { closeSync, openSync, readSync } from 'node:fs'
import { isAbsent } from '../files/file-errors.ts'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/**
 * The first 100 bytes of page 1 as last committed to a database's write-ahead log; null if the log is absent or does
 * not contain that page. Layout: sqlite.org/fileformat2.html, "The Write-Ahead Log".
 */
export function readFirstPage(databasePath: string): Buffer | null {
  const file = openIfThere(`${databasePath}-wal`)
  if (file === null) return null
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
    const offset = findFirstPage(file, header)
    if (offset === null) return null
    const page = Buffer.alloc(100)
    readSync(file, page, 0, 100, offset)
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
  for (let at = HEADER_BYTES; readSync(file, frame, 0, FRAME_HEADER_BYTES, at) === FRAME_HEADER_BYTES; at += step) {
    const isCurrent = frame.compare(header, 16, 24, 8, 16) === 0 // the log is reused: older frames carry older salts
    if (!isCurrent) break
    if (frame.readUInt32BE(0) === 1) candidate = at + FRAME_HEADER_BYTES
    if (frame.readUInt32BE(4) !== 0) committed = candidate
  }
  return committed
}
