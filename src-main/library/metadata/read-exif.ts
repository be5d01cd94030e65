import exifr from 'exifr'
import { readHeader, type FileHeader } from '../../base/formats/header/read-header.ts'
import { extensionOf } from '../../base/formats/jpeg/jpeg-xmp.ts'
import { findCr3Metadata } from '../../base/formats/raw/cr3.ts'
import { readIim } from '../../base/formats/iptc/read-iim.ts'
import { asPlainTiff } from '../../base/formats/raw/as-plain-tiff.ts'
import { findRafPreview } from '../../base/formats/raw/find-raf-preview.ts'
import { findWebpMetadata, readWebpMetadata } from '../../base/formats/webp/webp-metadata.ts'
import type { RawExif } from './exif-fields.ts'
import type { BlockReader, EmbeddedBlocks } from './embedded-blocks.ts'
import type { OpenFile } from './with-file.ts'
import { readFilm } from './read-film.ts'
import { readGif } from './read-gif.ts'
import { readHeif } from './read-heif.ts'
import { readJxl } from './read-jxl.ts'
import { readPng } from './read-png.ts'
import { readPsd } from './read-psd.ts'
import { decodeXmp, readXmp } from './xmp.ts'
import { open, type FileHandle } from 'node:fs/promises'
import { decodeText } from '../../base/formats/text-encoding.ts'
import { TYPE_BYTES } from '../../base/formats/tiff/tiff-directories.ts'

/** Patches exifr; called once, before anything is read. */
function repairExifr(): void {
  repairFileReader()
  repairTiff()
}

/** The state of exifr's file reader that is needed here; its types omit it. */
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
 * read and each stayed open. Replaces how it opens a file, and closes one that cannot be read.
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

/** The state of exifr's EXIF reader that is needed here. */
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
const COPYRIGHT = 0x8298
/** XMP, IPTC and colour profiles, which programs write as numbers of any size; Photoshop's IPTC has four bytes each. */
const packets: ReadonlySet<number> = new Set([0x2bc, 0x83bb, 0x8773])
/** No value of metadata is longer. */
const MAX_VALUE_BYTES = 8 * 1024 * 1024

/**
 * EXIF says ASCII, and programs write anything: exifr reads only UTF-8. In a TIFF it reads packets of numbers as no
 * bytes, and fails completely. And if it reads a file in parts, values away from their directory are whatever was in
 * memory.
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
        if (typeof value !== 'string' || type !== ASCII) return value
        if (!value.includes(REPLACED)) return withoutRest(value, tag)
        const length = chunk.getUint32(at + 4)
        const start = length <= 4 ? at + 8 : chunk.getUint32(at + 8)
        const bytes = chunk.getUint8Array(start, Math.min(length, chunk.byteLength - start))
        return withoutRest(decodeText(bytes), tag)
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
        // The last ones first: exifr extends its copy of the file as far as they need.
        for (const { start, length } of values.sort((a, b) => b.start - a.start)) await file.ensureChunk(start, length)
      }
    },
  )
}

/** NUL ends a text, and cameras leave others behind it; only a copyright has a second one, of the editor. */
function withoutRest(text: string, tag: number): string {
  const parts = text
    .split('\0')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return (tag === COPYRIGHT ? parts.slice(0, 2).join('; ') : parts[0]) ?? ''
}

repairExifr()

/** Nothing is revived or translated: dates stay text, so that no time zone moves them. */
const options = {
  tiff: true,
  ifd0: {},
  exif: true,
  gps: true,
  iptc: true,
  icc: true,
  xmp: { parse: false },
  interop: true,
  makerNote: false,
  userComment: true,
  mergeOutput: false,
  reviveValues: false,
  translateValues: false,
}

/** All of exifr's blocks, as words and with their XMP. */
const allOptions = { ...options, ifd1: {}, xmp: { multiSegment: true }, translateValues: true }

/** exifr's reader with its open file, which its types omit. */
type Reader = InstanceType<typeof exifr.Exifr> & { file?: { close?(): Promise<void> } }

/** Maximum bytes of a file's beginning that are read for its metadata. */
const MAX_BYTES = 8 * 1024 * 1024

/** What exifr finds in bytes, or in the file of a path; null if it cannot read them. */
async function parse(input: Buffer | string, wanted: object = options): Promise<RawExif | null> {
  const reader: Reader = new exifr.Exifr(wanted)
  try {
    await reader.read(input)
    return ((await reader.parse()) as RawExif | undefined) ?? null
  } catch {
    return null // Damaged or unknown: the file has no metadata.
  } finally {
    // exifr closes a file only on success, and Node ends the process when it collects an open handle.
    await reader.file?.close?.()
  }
}

const isWhole = (raw: RawExif | null) => raw !== null && raw.errors === undefined

const HEAD_BYTES = 64 * 1024

/** The first bytes of a file, and more of them if the header of a JPEG continues. */
export async function readHead(file: OpenFile): Promise<{ head: Buffer; header: FileHeader }> {
  let head = await file.part(0, HEAD_BYTES)
  let header = readHeader(head)
  while (header.end !== null && header.end > head.length && head.length < Math.min(file.bytes, MAX_BYTES)) {
    head = await file.part(0, Math.min(MAX_BYTES, Math.max(header.end + HEAD_BYTES, 2 * head.length)))
    header = readHeader(head)
  }
  return { head, header }
}

async function readWebp(file: OpenFile, head: Buffer): Promise<EmbeddedBlocks> {
  const start = findWebpMetadata(head)
  if (start === null) return {}
  const isBehind = start >= head.length
  const bytes = isBehind ? await file.part(start, MAX_BYTES) : await file.part(0, MAX_BYTES)
  return readWebpMetadata(bytes, isBehind ? 0 : start)
}

/** Files with metadata in their own blocks, of which exifr finds none or only some. */
const blockReaders: Readonly<Partial<Record<FileHeader['kind'], BlockReader>>> = {
  webp: readWebp,
  heif: readHeif,
  jxl: readJxl,
  png: readPng,
  psd: readPsd,
  gif: readGif,
}

/** Kinds whose decoders do not turn pictures by EXIF: its orientation means nothing. */
const neverTurned: ReadonlySet<FileHeader['kind']> = new Set(['jxl', 'psd', 'gif'])

async function parseBlocks(blocks: EmbeddedBlocks, kind: FileHeader['kind']): Promise<RawExif | null> {
  const { exif, xmp, iptc, profile, createdAt } = blocks
  const raw: RawExif = (exif ? await parse(exif) : null) ?? {}
  if (neverTurned.has(kind)) delete raw.ifd0?.['Orientation']
  if (xmp) raw.xmp = decodeXmp(xmp)
  if (iptc) raw.iptc = namedIptc(readIim(iptc))
  if (profile) raw.icc = { ProfileDescription: profile }
  if (createdAt) raw.createdAt = createdAt
  return Object.keys(raw).length === 0 ? null : raw
}

/** As exifr returns the IPTC of a JPEG: one character per byte. */
function namedIptc(values: ReadonlyMap<number, readonly Buffer[]>): Record<string, unknown> {
  const names = exifr.tagKeys.get('iptc')
  return Object.fromEntries(
    [...values].map(([dataset, list]) => [
      names?.get(dataset) ?? String(dataset),
      list.map((value) => value.toString('latin1')),
    ]),
  )
}

/** exifr reads each block of a CR3 like a camera block: this names their tags. */
function named(block: Record<string, unknown> | undefined, as: 'exif' | 'gps'): Record<string, unknown> {
  const names = exifr.tagKeys.get(as)
  return Object.fromEntries(Object.entries(block ?? {}).map(([key, value]) => [names?.get(Number(key)) ?? key, value]))
}

async function readCr3(file: OpenFile, head: Buffer): Promise<RawExif | null> {
  const tiffs = findCr3Metadata(head.length < 65_536 ? head : await file.part(0, 256 * 1024))
  const [camera = null, exposure, place] = await Promise.all(tiffs.map((block) => parse(block)))
  if (camera === null) return null
  return { ifd0: camera.ifd0, exif: named(exposure?.ifd0, 'exif'), gps: named(place?.ifd0, 'gps') }
}

/** The metadata of the JPEG in the file: reads only its header. */
async function readRaf(file: OpenFile, head: Buffer): Promise<RawExif | null> {
  const { offset } = findRafPreview(head) ?? { offset: 0 }
  if (offset === 0 || offset >= file.bytes) return null
  const preview = await readHead({
    bytes: file.bytes - offset,
    part: (start, length) => file.part(offset + start, length),
  })
  return parse(preview.head)
}

/** exifr joins the parts of an extended packet by other rules than those of its writers. */
async function readJpeg(head: Buffer): Promise<RawExif | null> {
  const raw = await parse(head)
  const extension = raw?.xmp === undefined ? null : extensionOf(head, raw.xmp)
  const further = extension === null ? '' : decodeXmp(extension)
  if (raw !== null && readXmp(further).problem === null) raw.xmp += further
  return raw
}

/** TIFF may store its metadata anywhere: what the first bytes lack is read from its place. */
async function readAnywhere(path: string, head: Buffer, isAll: boolean): Promise<RawExif | null> {
  const plain = asPlainTiff(head)
  const raw = await parse(plain)
  return isWhole(raw) || isAll || plain !== head ? raw : ((await parse(path)) ?? raw)
}

/**
 * Reads the EXIF, IPTC, ICC and XMP blocks of a file with these first bytes. Null if it has none; never rejects for a
 * file's content.
 */
export async function readExif(
  path: string,
  file: OpenFile,
  head: Buffer,
  header: FileHeader,
): Promise<RawExif | null> {
  if (header.kind === 'heif' || header.kind === 'other') {
    const film = await readFilm(path, file, head)
    if (film !== null) return film
  }
  const readBlocks = blockReaders[header.kind]
  if (readBlocks !== undefined) return parseBlocks(await readBlocks(file, head), header.kind)
  if (header.kind === 'jpeg') return readJpeg(head)
  if (header.kind === 'cr3') return readCr3(file, head)
  if (header.kind === 'raf') return readRaf(file, head)
  if (header.kind === 'other') return null
  return readAnywhere(path, head, head.length === file.bytes)
}

/** The blocks of a file by exifr's names, in readable form; null if exifr cannot read it. */
export const readAllBlocks = (path: string): Promise<Record<string, unknown> | null> => parse(path, allOptions)
