import { open, type FileHandle } from 'node:fs/promises'
import exifr from 'exifr'
import { decodeText } from '../../formats/text-encoding.ts'

/** Puts right what exifr does not do as needed here; called once, before anything is read. */
export function repairExifr(): void {
  repairFileReader()
  repairTexts()
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
  parseTag(at: number, tag: number, block: string): unknown
}
type TiffParserClass = new (...args: unknown[]) => TiffParser

const ASCII = 2
const REPLACED = '\ufffd'

/** EXIF says ASCII, and programs write what they like: exifr reads UTF-8 alone. */
function repairTexts(): void {
  const Original = exifr.segmentParsers.get('tiff') as TiffParserClass
  exifr.segmentParsers.set(
    'tiff',
    class extends Original {
      override parseTag(at: number, tag: number, block: string): unknown {
        const value = super.parseTag(at, tag, block)
        const { chunk } = this
        if (typeof value !== 'string' || !value.includes(REPLACED) || chunk.getUint16(at + 2) !== ASCII) return value
        const length = chunk.getUint32(at + 4)
        const start = length <= 4 ? at + 8 : chunk.getUint32(at + 8)
        const bytes = chunk.getUint8Array(start, Math.min(length, chunk.byteLength - start))
        return decodeText(bytes).replace(/\0+$/, '').trim()
      }
    },
  )
}
