import { BOX_HEAD_BYTES, readBoxHead } from '../../base/formats/isobmff/media-boxes.ts'
import type { OpenFile } from './with-file.ts'
import { decodeText, noTags, noteText, type FilmTags } from './film-tags.ts'

type Box = { type: string; uuid: string; start: number; end: number }

/** Boxes side by side; more are the pieces of a film that was streamed while it was recorded. */
const MAX_BOXES = 2_000
/** Larger boxes contain pictures and sound, not metadata. */
const MAX_BYTES = 4 * 1024 * 1024

const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac'

/** Reads the metadata of a film in boxes (MOV, MP4, 3GP): ISO/IEC 14496-12, QuickTime, 3GPP TS 26.244, Sony's XML. */
export async function readMovieTags(file: OpenFile): Promise<FilmTags> {
  const tags = noTags()
  for await (const box of boxesIn(file, 0, file.bytes)) {
    if (box.type === 'moov') await readMovie(file, box, tags)
    else if (box.type === 'meta') await readMeta(file, box, tags)
    else if (box.uuid === XMP_UUID) await readXmp(file, box, tags)
  }
  return tags
}

async function readMovie(file: OpenFile, movie: Box, tags: FilmTags): Promise<void> {
  for await (const box of boxesIn(file, movie.start, movie.end)) {
    if (box.type === 'mvhd') tags.createdMs = (await readTime(file, box)) ?? tags.createdMs
    else if (box.type === 'trak') await readTrack(file, box, tags)
    else if (box.type === 'meta') await readMeta(file, box, tags)
    else if (box.type === 'udta') await readUserData(file, box, tags)
    else if (box.uuid === XMP_UUID) await readXmp(file, box, tags)
  }
}

/** A track has a creation time, too, for a film without one. */
async function readTrack(file: OpenFile, track: Box, tags: FilmTags): Promise<void> {
  for await (const box of boxesIn(file, track.start, track.end))
    if (box.type === 'tkhd') tags.createdMs ??= await readTime(file, box)
}

/** Seconds from 1904 to 1970. */
const MAC_EPOCH = 2_082_844_800

/** The time at the beginning of a header, in Unix milliseconds; null if the camera did not know it. */
async function readTime(file: OpenFile, { start, end }: Box): Promise<number | null> {
  const bytes = await file.part(start, Math.min(12, end - start))
  const isLong = bytes[0] === 1
  if (bytes.length < (isLong ? 12 : 8)) return null
  const seconds = isLong ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4)
  // Some programs count from 1970: nothing was filmed before.
  const unix = seconds >= MAC_EPOCH ? seconds - MAC_EPOCH : seconds
  // A clock that was never set counts from 1904 or 1970, and stays within the first days.
  return unix > 30 * 86_400 && unix < 2 ** 33 ? unix * 1000 : null
}

/** Texts by keys (`mdta`), by atoms as in iTunes, and XML. Only the ISO form has a version before its boxes. */
async function readMeta(file: OpenFile, meta: Box, tags: FilmTags): Promise<void> {
  const hasVersion = (await file.part(meta.start + 4, 4)).toString('latin1') !== 'hdlr'
  let keys: string[] = []
  for await (const box of boxesIn(file, meta.start + (hasVersion ? 4 : 0), meta.end)) {
    if (box.type === 'keys') keys = readKeys(await contentOf(file, box))
    else if (box.type === 'ilst') await readItems(file, box, keys, tags)
    else if (box.type === 'xml ') readSonyXml((await contentOf(file, box)).toString('utf8', 4), tags)
  }
}

function readKeys(bytes: Buffer): string[] {
  const keys: string[] = []
  for (let at = 8; at + 8 <= bytes.length && keys.length < MAX_BOXES;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) break
    keys.push(bytes.toString('utf8', at + 8, Math.min(at + size, bytes.length)))
    at += size
  }
  return keys
}

async function readItems(file: OpenFile, list: Box, keys: readonly string[], tags: FilmTags): Promise<void> {
  for await (const item of boxesIn(file, list.start, list.end)) {
    const key = keys[Buffer.from(item.type, 'latin1').readUInt32BE(0) - 1] ?? item.type
    for await (const box of boxesIn(file, item.start, item.end))
      if (box.type === 'data') noteText(tags, key, valueOf(await contentOf(file, box)))
  }
}

/** A value after its type (QuickTime File Format, well-known types) and its locale. */
function valueOf(data: Buffer): string {
  if (data.length < 8) return ''
  const [type, value] = [data.readUInt32BE(0), data.subarray(8)]
  if (type === 1) return value.toString('utf8')
  if (type === 2) return new TextDecoder('utf-16be').decode(value)
  if (type === 23 && value.length === 4) return String(value.readFloatBE(0))
  if (type === 24 && value.length === 8) return String(value.readDoubleBE(0))
  const isNumber = (type === 21 || type === 22) && value.length >= 1 && value.length <= 6
  return isNumber ? String(type === 21 ? value.readIntBE(0, value.length) : value.readUIntBE(0, value.length)) : ''
}

/** Texts that 3GPP writes as version, language and text. */
const threeGpp = new Set(['titl', 'auth', 'dscp', 'cprt', 'kywd'])

async function readUserData(file: OpenFile, data: Box, tags: FilmTags): Promise<void> {
  for await (const box of boxesIn(file, data.start, data.end)) {
    if (box.type === 'meta') await readMeta(file, box, tags)
    else if (box.type === 'XMP_') await readXmp(file, box, tags)
    else if (box.type === 'loci') noteText(tags, 'loci', readLocation(await contentOf(file, box)))
    else if (box.type === 'FIRM') noteText(tags, 'make', 'GoPro')
    else if (box.type === 'GPMF') noteText(tags, 'model', readGoProModel(await contentOf(file, box)))
    else if (threeGpp.has(box.type)) noteText(tags, box.type, decodeText((await contentOf(file, box)).subarray(6)))
    else if (/^[\xa9@]/.test(box.type)) noteText(tags, box.type, readUserText(await contentOf(file, box)))
  }
}

/** Length, language and text, once for each language; some programs write the text alone. */
function readUserText(bytes: Buffer): string {
  const length = bytes.length < 4 ? 0 : bytes.readUInt16BE(0)
  const isPlain = length === 0 || 4 + length > bytes.length
  return decodeText(isPlain ? bytes : bytes.subarray(4, 4 + length))
}

/** A place of 3GPP as ISO 6709: version, language, name, role, then three numbers with 16 bits behind the point. */
function readLocation(bytes: Buffer): string {
  const isWide = bytes.length >= 8 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(6))
  let at = 6
  while (at + 1 < bytes.length && (bytes[at] !== 0 || (isWide && bytes[at + 1] !== 0))) at += isWide ? 2 : 1
  at += (isWide ? 2 : 1) + 1
  if (at + 12 > bytes.length) return ''
  const [east, north, up] = [0, 4, 8].map((offset) => bytes.readInt32BE(at + offset) / 0x10000) as [
    number,
    number,
    number,
  ]
  const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(5)}`
  return `${signed(north)}${signed(east)}${signed(up)}`
}

/** `MINF` in the settings of a GoPro: four letters, a type, the size of one and their number, then the text. */
function readGoProModel(bytes: Buffer): string {
  const at = bytes.indexOf('MINFc')
  if (at < 0 || at + 8 > bytes.length) return ''
  return decodeText(bytes.subarray(at + 8, at + 8 + bytes[at + 5]! * bytes.readUInt16BE(at + 6)))
}

/** Sony's XML beside XAVC films (NonRealTimeMeta). */
function readSonyXml(xml: string, tags: FilmTags): void {
  const attributesOf = (tag: string) =>
    Object.fromEntries([...tag.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const first = (name: string) => attributesOf(new RegExp(`<${name}\\s[^>]*>`).exec(xml)?.[0] ?? '')
  const device = first('Device')
  noteText(tags, 'creationdate', first('CreationDate')['value'])
  noteText(tags, 'make', device['manufacturer'])
  noteText(tags, 'model', device['modelName'])
  tags.serial ??= device['serialNo'] ?? null
  const items = new Map(
    [...xml.matchAll(/<Item\s[^>]*>/g)].map(([tag]) => {
      const { name = '', value = '' } = attributesOf(tag)
      return [name, value]
    }),
  )
  const side = (name: string) => {
    const [degrees = Number.NaN, minutes = 0, seconds = 0] = (items.get(name) ?? '').split(':').map(Number)
    const value = items.has(name) ? degrees + minutes / 60 + seconds / 3600 : Number.NaN
    return `${/[SW]/.test(items.get(`${name}Ref`) ?? '') ? '-' : '+'}${value.toFixed(6)}`
  }
  const place = side('Latitude') + side('Longitude')
  if (!place.includes('NaN')) noteText(tags, 'location.iso6709', place)
}

async function readXmp(file: OpenFile, box: Box, tags: FilmTags): Promise<void> {
  tags.xmp ??= (await contentOf(file, box)).toString('utf8') || null
}

const contentOf = (file: OpenFile, { start, end }: Box): Promise<Buffer> =>
  file.part(start, Math.min(end - start, MAX_BYTES))

/** The boxes between two places of a file, reading only their heads. Ends at the first invalid one. */
async function* boxesIn(file: OpenFile, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from, count = 0; at + 8 <= to && count < MAX_BOXES; count++) {
    const head = await file.part(at, 2 * BOX_HEAD_BYTES)
    const box = readBoxHead(head)
    if (box === null) return
    const start = at + (head.readUInt32BE(0) === 1 ? BOX_HEAD_BYTES : 8)
    const uuid = box.type === 'uuid' ? head.toString('hex', start - at, start - at + 16) : ''
    yield { type: box.type, uuid, start: start + uuid.length / 2, end: Math.min(at + box.size, to) }
    at += box.size
  }
}
