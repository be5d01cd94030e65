import { createHash } from 'node:crypto'
import { readJpegSegments } from '../jpeg/jpeg-segments.ts'
import { withTiffEntries } from '../tiff/write-directory.ts'

/** A dataset of record 2 of IPTC-IIM 4.2: its number, and its maximum bytes. */
type Dataset = { number: number; max: number }

const datasets = {
  ObjectName: { number: 5, max: 64 },
  Keywords: { number: 25, max: 64 },
  SpecialInstructions: { number: 40, max: 256 },
  DateCreated: { number: 55, max: 8 },
  TimeCreated: { number: 60, max: 11 },
  'By-line': { number: 80, max: 32 },
  'By-lineTitle': { number: 85, max: 32 },
  City: { number: 90, max: 32 },
  'Sub-location': { number: 92, max: 32 },
  'Province-State': { number: 95, max: 32 },
  'Country-PrimaryLocationCode': { number: 100, max: 3 },
  'Country-PrimaryLocationName': { number: 101, max: 64 },
  OriginalTransmissionReference: { number: 103, max: 32 },
  Headline: { number: 105, max: 256 },
  Credit: { number: 110, max: 32 },
  Source: { number: 115, max: 32 },
  CopyrightNotice: { number: 116, max: 128 },
  'Caption-Abstract': { number: 120, max: 2000 },
  'Writer-Editor': { number: 122, max: 32 },
} as const satisfies Record<string, Dataset>

/** A dataset of IPTC-IIM by ExifTool's name. */
export type IimName = `IPTC:${keyof typeof datasets}`

/** Declares that all texts are UTF-8 (1:90), and the version of IIM (2:00). */
const HEAD = Buffer.concat([dataset(1, 90, Buffer.from('\x1b%G')), dataset(2, 0, Buffer.from([0, 4]))])

/** One text of IIM; a repeatable dataset occurs once for each value. */
export type IimText = readonly [name: IimName, text: string]

/**
 * Texts as a block of IPTC-IIM in UTF-8. A text too long for IIM is cut between two characters. Null if there are no
 * texts.
 */
export function writeIim(texts: readonly IimText[]): Buffer | null {
  const records = texts.flatMap(([name, text]) => (text === '' ? [] : [record(datasets[nameOf(name)], text)]))
  return records.length === 0 ? null : Buffer.concat([HEAD, ...records])
}

const nameOf = (name: IimName) => name.slice('IPTC:'.length) as keyof typeof datasets

function record({ number, max }: Dataset, text: string): Buffer {
  const bytes = Buffer.from(text)
  const cut = new TextDecoder().decode(bytes.subarray(0, max), { stream: true })
  return dataset(2, number, bytes.length <= max ? bytes : Buffer.from(cut))
}

function dataset(record: number, number: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0x1c, record, number, 0, 0])
  head.writeUInt16BE(bytes.length, 3)
  return Buffer.concat([head, bytes])
}

/** A resource of Photoshop, by its number. */
function resource(number: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(number, 4)
  head.writeUInt32BE(bytes.length, 8)
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length & 1)])
}

const IIM = 0x0404
const IIM_DIGEST = 0x0425
const TIFF_IIM = 0x83bb
const TIFF_PHOTOSHOP = 0x8649

/** The digest from which Adobe's programs and the Metadata Working Group see that XMP is in step with IIM. */
const digestOf = (iim: Buffer): Buffer => resource(IIM_DIGEST, createHash('md5').update(iim).digest())

const PHOTOSHOP = Buffer.from('Photoshop 3.0\0', 'latin1')
/** A segment has its own length in two bytes; longer content continues in the next segment. */
const MAX_SEGMENT_BYTES = 65_533 - PHOTOSHOP.length

/** Adds IIM to a JPEG, behind its EXIF and XMP. */
export function putIimInJpeg(jpeg: Buffer, iim: Buffer): Buffer {
  const resources = Buffer.concat([resource(IIM, iim), digestOf(iim)])
  const segments: Buffer[] = []
  for (let at = 0; at < resources.length; at += MAX_SEGMENT_BYTES) {
    const body = Buffer.concat([PHOTOSHOP, resources.subarray(at, at + MAX_SEGMENT_BYTES)])
    const head = Buffer.from([0xff, 0xed, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    segments.push(head, body)
  }
  const at = readJpegSegments(jpeg).segments.find(({ marker }) => marker !== 0xe0 && marker !== 0xe1)?.at ?? 2
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)])
}

/**
 * Adds IIM to a TIFF, whose first directory is rewritten at its end. The block is an array of four-byte numbers, as in
 * Photoshop's files: Nikon's programs read no other form.
 */
export function putIimInTiff(tiff: Buffer, iim: Buffer): Buffer {
  const padded = Buffer.concat([iim, Buffer.alloc(-iim.length & 3)])
  return withTiffEntries(tiff, [
    { tag: TIFF_IIM, type: 4, bytes: padded },
    { tag: TIFF_PHOTOSHOP, type: 1, bytes: digestOf(padded) },
  ])
}
