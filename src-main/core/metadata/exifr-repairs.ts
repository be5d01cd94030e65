import { open, type FileHandle } from 'node:fs/promises'
import exifr from 'exifr'
import { decodeText } from '../../formats/text-encoding.ts'
import { TYPE_BYTES } from '../../formats/tiff/tiff-directories.ts'

/** Puts right what exifr does not do as needed here; called once, before anything is read. */
export function repairExifr(): void {
  repairFileReader()
  repairTiff()
}

/** What exifr's reader of files keeps, as far as it is needed here; its types leave it out. */
type FileReader = {
  input: string
  fh: FileHandle | undefined
  size: number
  readChunked(): Promise<void>
  close(): Promise<void>
}
type FileReaderClass = new (...args: unknown[]) => FileReader

/**
 * exifr's own reader calls `stat` of an open file with its path, which Node refuses since release 26: no file could be
 * read and each stayed open. Replaces how it opens a file, closes one that cannot be read, and keeps the rest.
 */
function repairFileReader(): void {
  const Original = exifr.fileReaders.get('fs') as FileReaderClass
  exifr.fileReaders.set(
    'fs',
    class extends Original {
      override async readChunked(): Promise<void> {
        try {
          await super.readChunked()
        } catch (error) {
          await this.close()
          throw error
        }
      }

      async open(): Promise<void> {
        if (this.fh !== undefined) return
        this.fh = await open(this.input, 'r')
        this.size = (await this.fh.stat()).size
      }
    },
  )
}

/** What exifr's reader of EXIF keeps, as far as it is needed here. */
type TiffParser = {
  chunk: {
    byteLength: number
    getUint16(at: number): number
    getUint32(at: number): number
    getUint8Array(at: number, length: number): Uint8Array
  }
  file: { tiff?: boolean; size?: number; ensureChunk(at: number, length: number): Promise<void> }
  ifd0: unknown
  ifd0Offset: number
  exifOffset: number | undefined
  gpsOffset: number | undefined
  findIfd0Offset(): void
  parseTag(at: number, tag: number, block: string): unknown
  parseIfd0Block(): Promise<unknown>
  parseExifBlock(): Promise<unknown>
  parseGpsBlock(): Promise<unknown>
}
type TiffParserClass = new (...args: unknown[]) => TiffParser

const ASCII = 2
const LONG = 4
const ENTRY_BYTES = 12
const REPLACED = '\ufffd'
/** XMP, IPTC and colour profiles, which programs write as numbers of any size; Photoshop's IPTC has four bytes each. */
const packets: ReadonlySet<number> = new Set([0x2bc, 0x83bb, 0x8773])
/** No value of metadata is longer. */
const MAX_VALUE_BYTES = 8 * 1024 * 1024

/**
 * EXIF says ASCII, and programs write what they like: exifr reads UTF-8 alone. In a TIFF it reads packets of numbers as
 * no bytes, and fails on them as a whole; and of a file that it reads in parts, values that lie apart from their
 * directory are whatever was in memory.
 */
function repairTiff(): void {
  const Original = exifr.segmentParsers.get('tiff') as TiffParserClass
  exifr.segmentParsers.set(
    'tiff',
    class extends Original {
      override parseTag(at: number, tag: number, block: string): unknown {
        const { chunk } = this
        const type = chunk.getUint16(at + 2)
        if (type === LONG && packets.has(tag)) {
          const length = 4 * chunk.getUint32(at + 4)
          const start = length <= 4 ? at + 8 : chunk.getUint32(at + 8)
          if (start + length > chunk.byteLength) throw new Error('A packet lies outside of what was read.')
          return chunk.getUint8Array(start, length)
        }
        const value = super.parseTag(at, tag, block)
        if (typeof value !== 'string' || !value.includes(REPLACED) || type !== ASCII) return value
        const length = chunk.getUint32(at + 4)
        const start = length <= 4 ? at + 8 : chunk.getUint32(at + 8)
        const bytes = chunk.getUint8Array(start, Math.min(length, chunk.byteLength - start))
        return decodeText(bytes).replace(/\0+$/, '').trim()
      }

      override async parseIfd0Block(): Promise<unknown> {
        if (this.ifd0) return undefined
        this.findIfd0Offset()
        await this.loadValues(this.ifd0Offset)
        return super.parseIfd0Block()
      }

      override async parseExifBlock(): Promise<unknown> {
        if (!this.ifd0) await this.parseIfd0Block()
        await this.loadValues(this.exifOffset)
        return super.parseExifBlock()
      }

      override async parseGpsBlock(): Promise<unknown> {
        if (!this.ifd0) await this.parseIfd0Block()
        await this.loadValues(this.gpsOffset)
        return super.parseGpsBlock()
      }

      private async loadValues(directoryAt: number | undefined): Promise<void> {
        const { chunk, file } = this
        const end = file.size
        if (file.tiff !== true || end === undefined || directoryAt === undefined || directoryAt + 2 > end) return
        await file.ensureChunk(directoryAt, 2)
        const entries = chunk.getUint16(directoryAt)
        await file.ensureChunk(directoryAt + 2, ENTRY_BYTES * entries)
        const values = Array.from({ length: entries }, (_, i) => {
          const at = directoryAt + 2 + ENTRY_BYTES * i
          const length = (TYPE_BYTES[chunk.getUint16(at + 2)] ?? 0) * chunk.getUint32(at + 4)
          return { start: chunk.getUint32(at + 8), length }
        }).filter(({ start, length }) => length > 4 && length <= MAX_VALUE_BYTES && start + length <= end)
        // The last ones first, for which exifr makes its copy of the file as long as they need.
        for (const { start, length } of values.sort((a, b) => b.start - a.start)) await file.ensureChunk(start, length)
      }
    },
  )
}
