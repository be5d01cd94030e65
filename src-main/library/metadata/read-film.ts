import { readRecording } from '../../base/formats/mpeg-ts/read-transport-stream.ts'
import { sniffFormat } from '../../base/formats/sniff/sniff-format.ts'
import type { RawExif } from './exif-fields.ts'
import type { OpenFile } from './with-file.ts'
import { type FilmTags, decodeText, noTags, noteText } from './film-tags.ts'
import { readMatroskaTags } from './read-matroska-tags.ts'
import { readMovieTags } from './read-movie-tags.ts'
import { clockAt, parseWallClock, type WallClock } from './wall-clock.ts'

const MAX_CHUNKS = 2_000
const MAX_BYTES = 4 * 1024 * 1024
/** Before the first chunk: `RIFF`, a size, `AVI `. */
const HEAD_BYTES = 12

/** Reads the metadata of an AVI film: the date in its header, the texts of `INFO`, and Adobe's XMP. */
async function readAviTags(file: OpenFile): Promise<FilmTags> {
  const tags = noTags()
  await readChunks(file, HEAD_BYTES, file.bytes, tags)
  return tags
}

async function readChunks(file: OpenFile, from: number, to: number, tags: FilmTags, inList = ''): Promise<void> {
  for (let at = from, count = 0; at + 8 <= to && count < MAX_CHUNKS; count++) {
    const head = await file.part(at, 12)
    if (head.length < 8) return
    const [id, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    const list = id === 'LIST' ? head.toString('latin1', 8) : ''
    const end = Math.min(to, at + 8 + size)
    const read = () => file.part(at + 8, Math.min(end - at - 8, MAX_BYTES))
    if (inList === '' && (list === 'hdrl' || list === 'INFO')) await readChunks(file, at + 12, end, tags, list)
    else if (id === '_PMX') tags.xmp ??= (await read()).toString('utf8')
    else if (inList === 'INFO' || id === 'IDIT') noteText(tags, id, decodeText(await read()).trimEnd())
    at += 8 + size + (size % 2)
  }
}

const FIRST_PICTURES_BYTES = 1024 * 1024

/** A camcorder's metadata in the pictures of an AVCHD film. */
async function readCamcorderTags(file: OpenFile): Promise<FilmTags> {
  const tags = noTags()
  const recording = readRecording(await file.part(0, Math.min(file.bytes, FIRST_PICTURES_BYTES)))
  noteText(tags, 'creationdate', recording?.time ?? '')
  noteText(tags, 'make', recording?.make ?? '')
  noteText(tags, 'model', recording?.model ?? '')
  return tags
}

const readers: Readonly<Record<string, (file: OpenFile) => Promise<FilmTags>>> = {
  mov: readMovieTags,
  mp4: readMovieTags,
  mkv: readMatroskaTags,
  webm: readMatroskaTags,
  avi: readAviTags,
  mts: readCamcorderTags,
}

/**
 * The metadata of a film, under EXIF's names, so that everything else treats it as a photo's; null for any other file.
 * Damaged parts are skipped.
 */
export async function readFilm(path: string, file: OpenFile, head: Buffer): Promise<RawExif | null> {
  const { format, family } = sniffFormat(head, path)
  const read = family === 'video' ? readers[format] : undefined
  return read === undefined ? null : asExif(await read(file))
}

/** Names of texts in boxes, keys, atoms, elements and chunks, the most precise first. */
const names = {
  Make: ['make', 'manufacturer', '©mak', '@mak', 'manu'],
  Model: ['model', '©mod', '@mod', 'modl'],
  Software: ['software', '©swr', '@swr', 'isft'],
  XPTitle: ['title', 'displayname', '©nam', 'titl', 'inam'],
  ImageDescription: ['description', '©des', 'desc', 'dscp', 'comment', '©cmt', 'icmt'],
  Artist: ['author', 'artist', '©aut', '©art', 'auth', 'iart'],
  Copyright: ['copyright', '©cpy', 'cprt', 'icop'],
  Rating: ['rating.user'],
} as const
const keywordNames = ['keywords', '©key', 'keyw', 'kywd', 'ikey']
const placeNames = ['location.iso6709', '©xyz', 'location', 'loci']
const timeNames = ['creationdate', '©day', 'date_recorded', 'creation_time', 'date', 'idit', 'icrd']

function asExif({ texts, createdMs, xmp, serial }: FilmTags): RawExif {
  const first = (some: readonly string[]) => some.map((name) => texts.get(name)).find((text) => text !== undefined)
  const ifd0: Record<string, unknown> = {}
  for (const [tag, some] of Object.entries(names)) ifd0[tag] = first(some)
  const keywords = first(keywordNames)
  if (keywords !== undefined) ifd0['XPKeywords'] = keywords.replaceAll(',', ';')
  const place = parseIso6709(first(placeNames) ?? '')
  const times = timeNames.flatMap((name) => timeOf(texts.get(name) ?? '') ?? [])
  const local = times.find((time) => typeof time !== 'number')
  // A moment in UTC does not show the local time: XMP, which may, precedes it, as it precedes a change time.
  const moment = createdMs ?? times.find((time) => typeof time === 'number') ?? null
  if (moment !== null)
    ifd0['ModifyDate'] = hasLocalClock(ifd0['Make']) ? new Date(moment).toISOString().slice(0, 19) : writtenAt(moment)
  return {
    ifd0,
    exif: {
      ...(local !== undefined && { DateTimeOriginal: local.at, OffsetTimeOriginal: local.offset }),
      ...(serial !== null && { SerialNumber: serial }),
    },
    ...(place !== null && { gps: place }),
    ...(xmp !== null && { xmp }),
  }
}

function writtenAt(ms: number): string {
  const { takenAt, offset } = clockAt(ms)
  return takenAt + offset
}

/** GoPro writes local time in place of UTC. */
const hasLocalClock = (make: unknown): boolean => /^gopro/i.test(String(make))

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A local time, or, if the text ends with `Z`, a moment in Unix milliseconds. Null for a day without a time: that is a
 * film's release date.
 */
function timeOf(text: string): WallClock | number | null {
  const [, month, day, clock, year] = /^\w{3} (\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})/.exec(text.trim()) ?? []
  const written = month === undefined ? text : `${year}-${months.indexOf(month.toLowerCase()) + 1}-${day} ${clock}`
  if (!/\d[T\s]+\d{1,2}:\d{2}/.test(written)) return null
  const time = parseWallClock(written)
  return time !== null && /Z\s*$/.test(written) ? Date.parse(`${time.at}Z`) : time
}

/**
 * A place in ISO 6709, `+48.2081+016.3738+183/`, also with minutes and seconds (`+4812.49`, `+481229.2`), by EXIF's
 * names; null for anything else.
 */
export function parseIso6709(text: string): { latitude: number; longitude: number; GPSAltitude?: number } | null {
  const [, north, east, up] = /^\s*([+-]\d+(?:\.\d*)?)([+-]\d+(?:\.\d*)?)([+-]\d+(?:\.\d*)?)?/.exec(text) ?? []
  if (north === undefined || east === undefined) return null
  const place = { latitude: degreesOf(north, 2), longitude: degreesOf(east, 3) }
  if (place.latitude === 0 && place.longitude === 0) return null
  return up === undefined ? place : { ...place, GPSAltitude: Number(up) }
}

/** `digits` is the number of digits for degrees; two more are minutes, and two more seconds. */
function degreesOf(text: string, digits: number): number {
  const [whole = ''] = text.slice(1).split('.')
  const sign = text.startsWith('-') ? -1 : 1
  const number = Number(text.slice(1))
  if (whole.length <= digits) return sign * number
  const isLong = whole.length > digits + 2
  const degrees = Math.floor(number / (isLong ? 10_000 : 100))
  const minutes = isLong ? Math.floor(number / 100) % 100 : number % 100
  return sign * (degrees + minutes / 60 + (isLong ? (number % 100) / 3600 : 0))
}
