/// <reference lib="esnext.float16" />
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncFolder } from '../named/snapshot-file.ts'
import type { CodedIndex } from './coded-index.ts'
import { type SlotsPlace, slotBytesOf, writeSlot } from './vector-slots.ts'
import { OWNER_ONLY } from '../../base/sqlite/owner-only.ts'

/**
 * The codes and full vectors of an index in one file, all little-endian. A header of 4096 bytes (a JSON object padded
 * with spaces) comes first, then the sections that it names with their CRC-32, each from a multiple of 4096 on, then a
 * slot for each row (`vector-slots.ts`). The file can be rebuilt at any time and is replaced as a whole.
 */
export type CodeFileHeader = {
  magic: 'lumafold-codes'
  version: 4
  /** Identifies the state of the owner's vectors. */
  token: string
  dimensions: number
  headRows: number
  rows: number
  sections: { at: number; bytes: number; crc: number }[]
  slotsAt: number
}

/** A file that is written but not in its place yet. */
export type WrittenCodes = { slots: SlotsPlace; putInPlace: () => Promise<void> }

export const HEADER_BYTES = 4096
/** Bytes, and slots, written between two pauses for other work. */
const SLICE = 4 * 2 ** 20
const SLOTS_AT_ONCE = 256

export type CodeFileContent = {
  token: string
  index: CodedIndex
  /** The vector of an id in numbers of half precision; undefined if it is gone by now. */
  vectorOf: (id: number) => Float32Array | undefined
  /** Called between slices of work; false ends the writing. */
  goesOn: () => boolean
}

/**
 * Writes the present rows of an index, under another name until `putInPlace`. Returns null if `goesOn` ended it or a
 * row was removed meanwhile, since others move then. Rows replaced during the writing may be old or new.
 */
export async function writeCodeFile(path: string, content: CodeFileContent): Promise<WrittenCodes | null> {
  const part = `${path}.part`
  const file = await open(part, 'w', OWNER_ONLY.file)
  let slots: SlotsPlace | null = null
  try {
    slots = await writeAll(file, content)
    if (slots) await file.sync()
  } finally {
    await file.close()
    if (!slots) await rm(part, { force: true })
  }
  if (!slots) return null
  const putInPlace = async () => {
    await rename(part, path)
    await syncFolder(dirname(path))
  }
  return { slots, putInPlace }
}

async function writeAll(file: FileHandle, content: CodeFileContent): Promise<SlotsPlace | null> {
  const { token, index } = content
  const { dimensions, size: rows, removals } = index
  const isSteady = () => content.goesOn() && index.removals === removals
  const sections = await writeSections(file, index, rows, isSteady)
  if (sections === null) return null
  const { at: lastAt, bytes: lastBytes } = sections.at(-1)!
  const slots = { at: aligned(lastAt + lastBytes), rows, dimensions }
  if (!(await writeSlots(file, content, slots, isSteady))) return null
  const header: CodeFileHeader = {
    magic: 'lumafold-codes',
    version: 4,
    token,
    dimensions,
    headRows: sections[0]!.bytes / 4 / dimensions,
    rows,
    sections,
    slotsAt: slots.at,
  }
  await writeFully(file, Buffer.from(JSON.stringify(header).padEnd(HEADER_BYTES)), 0)
  return isSteady() ? slots : null
}

async function writeSections(file: FileHandle, index: CodedIndex, rows: number, isSteady: () => boolean) {
  const sections: CodeFileHeader['sections'] = []
  let at = HEADER_BYTES
  for (let n = 0; n < index.views(rows).length; n++) {
    const crc = await writeSection(file, at, () => index.views(rows)[n]!, isSteady)
    if (crc === null) return null
    const bytes = index.views(rows)[n]!.length
    sections.push({ at, bytes, crc })
    at = aligned(at + bytes)
  }
  return sections
}

async function writeSlots(
  file: FileHandle,
  { index, vectorOf }: CodeFileContent,
  { at, rows, dimensions }: SlotsPlace,
  isSteady: () => boolean,
): Promise<boolean> {
  const slotBytes = slotBytesOf(dimensions)
  for (let row = 0; row < rows; row += SLOTS_AT_ONCE) {
    if (!isSteady()) return false
    const slots = new Uint8Array(Math.min(SLOTS_AT_ONCE, rows - row) * slotBytes)
    for (let n = 0; n * slotBytes < slots.length; n++) {
      const id = index.idOf(row + n)
      const vector = vectorOf(id)
      // A slot of zeros belongs to no id: the owner then supplies the vector.
      if (vector?.length === dimensions) writeSlot(slots.subarray(n * slotBytes, (n + 1) * slotBytes), id, vector)
    }
    await writeFully(file, slots, at + row * slotBytes)
  }
  return true
}

/** Writes a section that may move in memory meanwhile. Returns its CRC-32, or null if the writing was ended. */
async function writeSection(file: FileHandle, at: number, view: () => Uint8Array, goesOn: () => boolean) {
  let crc = 0
  for (let start = 0; start < view().length; start += SLICE) {
    if (!goesOn()) return null
    const piece = view().slice(start, start + SLICE)
    crc = crc32(piece, crc)
    await writeFully(file, piece, at + start)
  }
  return crc
}

async function writeFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

const aligned = (at: number): number => Math.ceil(at / HEADER_BYTES) * HEADER_BYTES
