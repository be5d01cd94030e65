import { say } from '../../../contract/sentences/say.ts'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf, TextError } from '../../../contract/errors.ts'
import { imageHashOf } from '../../../base/formats/image-data/image-hash.ts'
import { editXmp } from '../../../base/formats/xmp/edit-xmp.ts'
import { newPacketText } from '../../../base/formats/xmp/new-xmp.ts'
import { readXmpDocument } from '../../../base/formats/xmp/xmp-document.ts'
import { hashOf } from '../patch/hash-of.ts'
import type { EmbeddedMetadata, ExifToolWriter } from './exiftool-writer.ts'
import { fileOrientationOf, isForXmp, orientationArgs, saysOrientation } from './file-orientation.ts'
import { mergeWork } from './merge-work.ts'
import { findFormerContent, newContent, writtenInto } from './next-content.ts'
import { changesAny } from './prepare-sidecar.ts'
import type { FileRequest, NextContent, Prepared, Refusal } from './prepared.ts'
import { repeatedArgs } from './repeated-args.ts'
import { targetOfXmp } from './target-of-xmp.ts'
import { xmpEdits } from './xmp-edits.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { valueFields } from '../../../contract/library/metadata-writing.ts'
import { parsePosition, writePosition } from '../../../contract/library/position.ts'
import { heightOf, numberOf } from '../fields.ts'
import { plainFields, textProperties } from '../text-properties.ts'
import { parseOffset, parseWallClock } from '../wall-clock.ts'
import { orientationIn } from '../xmp-fields.ts'
import type { Base, TargetContent, Value, ValueField, Written } from './work.ts'

/** Formats that ExifTool writes without touching the picture. */
const FORMATS: ReadonlySet<string> = new Set(['JPEG', 'TIFF', 'PNG', 'APNG', 'HEIC', 'HEIF', 'DNG'])
/** The file is in memory twice, and the process has half a gigabyte. */
const MAX_BYTES = 100 * 1024 * 1024

/** Why a file stays unchanged, as a part of a sentence. */
class Unwritable extends TextError {
  override name = 'Unwritable'
}

/**
 * Creates a copy of a photo's file with the person's work in it, beside the file, and compares the pictures of both.
 * The file itself is not touched. Rejects with the system's errors.
 */
export async function prepareFile(request: FileRequest, tool: ExifToolWriter): Promise<Prepared | Refusal> {
  try {
    return await prepare(request, tool)
  } catch (error) {
    await rm(request.temporary, { force: true })
    if (!(error instanceof Unwritable)) throw error
    return { refusal: say('writing.fileLeft', { name: path.basename(request.photo), reason: error.text }) }
  }
}

async function prepare(request: FileRequest, tool: ExifToolWriter): Promise<Prepared> {
  const { photo } = request
  if ((await stat(photo)).size > MAX_BYTES) throw new Unwritable(say('writing.larger', { most: MAX_BYTES / 1024 ** 2 }))
  const before = await readFile(photo)
  const embedded = await readEmbedded(request, tool)
  const document = embedded.packet === null ? null : readXmpDocument(embedded.packet)
  if (document !== null && 'problem' in document)
    throw new Unwritable(say('writing.fixedXmp', { reason: document.problem }))
  const beforeHash = hashOf(before)
  const writtenBefore = writtenInto(beforeHash, request)
  const target = withRepeated(targetOfXmp(document), embedded, request.base, writtenBefore)
  const merge = mergeWork({ ...request, written: writtenBefore, target })
  const result = { ...merge, ...fileOrientationOf(embedded, merge), path: photo, beforeHash, writtenBefore }
  if (!changesAny(merge)) return { ...result, next: null }
  const former = findFormerContent(before, request.versions, merge.written)
  if (former?.bytes) {
    await writeFile(request.temporary, former.bytes, { mode: OWNER_ONLY.file })
    return { ...result, next: checked(before, Buffer.from(former.bytes), { ...former, ...inFile(request) }) }
  }
  if (embedded.hasExtendedXmp) throw new Unwritable(say('writing.inPieces'))
  const edits = xmpEdits(document, target, merge).filter(({ name }) => isForXmp(embedded, document, name))
  const packet = edits.length === 0 ? null : editXmp(embedded.packet, edits, newPacketText)
  if (packet !== null && 'problem' in packet) throw new Unwritable(say('writing.fixedXmp', { reason: packet.problem }))
  const args = [...repeatedArgs(embedded, target, merge), ...orientationArgs(embedded, merge)]
  const after = await writeCopy(request, tool, { before, packet: packet?.bytes ?? null, args })
  return { ...result, next: checked(before, after, { ...newContent(before, after), ...inFile(request) }) }
}

const inFile = ({ temporary }: FileRequest) => ({ bytes: null, temporary })

async function readEmbedded({ photo }: FileRequest, tool: ExifToolWriter): Promise<EmbeddedMetadata> {
  const embedded = await tool.readEmbedded(photo).catch((error: unknown) => {
    throw new Unwritable(say('writing.toolUnread', { detail: messageOf(error) }))
  })
  if (embedded === null) throw new Unwritable(say('writing.noPerl'))
  if (FORMATS.has(embedded.fileType) || embedded.fileType.includes('WEBP')) return embedded
  throw new Unwritable(say('writing.otherFormat', { format: embedded.fileType }))
}

/** The content of a copy; without a packet its XMP stays. */
type Copy = { before: Buffer; packet: Buffer | null; args: readonly string[] }

/** Makes ExifTool write into a copy, and reads the packet back. */
async function writeCopy({ temporary }: FileRequest, tool: ExifToolWriter, copy: Copy): Promise<Buffer> {
  const { before, packet, args } = copy
  const packetFile = `${temporary}.xmp`
  try {
    // The copy of a photo gets the same permissions.
    await writeFile(temporary, before, { mode: OWNER_ONLY.file })
    if (packet !== null) await writeFile(packetFile, packet, { mode: OWNER_ONLY.file })
    const all = [...(packet === null ? [] : [`-XMP<=${packetFile}`]), ...args]
    await tool.write(temporary, all).catch((error: unknown) => {
      const [detail = ''] = messageOf(error).split(/\n| - /)
      throw new Unwritable(say('writing.toolFailed', { detail }))
    })
    const written = await tool.readEmbedded(temporary)
    if (packet !== null && !isSamePacket(written?.packet ?? null, packet)) throw new Unwritable(say('writing.otherXmp'))
    return await readFile(temporary)
  } finally {
    await rm(packetFile, { force: true })
  }
}

/**
 * ExifTool adds a wrapper to a packet without one, as those of phones; in a PNG it marks it as read-only, and padding
 * may be removed.
 */
function isSamePacket(found: Buffer | null, wanted: Buffer): boolean {
  const plain = (packet: Buffer) =>
    packet
      .toString('latin1')
      .replace(/^\s*<\?xpacket begin=[^>]*>\s*/, '')
      .replace(/\s*<\?xpacket end=.[wr].\?>\s*$/, '')
      .trimEnd()
  return found !== null && plain(found) === plain(wanted)
}

function checked(before: Buffer, after: Buffer, next: NextContent): NextContent {
  if (imageHashOf(before) === imageHashOf(after)) return next
  throw new Unwritable(say('writing.otherPicture'))
}

/** EXIF and IPTC tags of a field, by ExifTool's names. */
const tagsOf: Readonly<Partial<Record<ValueField, readonly string[]>>> = {
  rating: ['IFD0:Rating', 'IFD0:RatingPercent'],
  title: ['IPTC:ObjectName', 'IFD0:XPTitle'],
  caption: ['IPTC:Caption-Abstract', 'IFD0:ImageDescription', 'IFD0:XPComment', 'ExifIFD:UserComment'],
  creator: ['IPTC:By-line', 'IFD0:Artist', 'IFD0:XPAuthor'],
  copyright: ['IPTC:CopyrightNotice', 'IFD0:Copyright'],
  takenAt: ['IPTC:DateCreated'],
  ...Object.fromEntries(plainFields.map((field) => [field, [textProperties[field].iim?.write ?? '']])),
}

/**
 * A file's content: if its XMP lacks a field that EXIF or IPTC have, their value as the library read it. Otherwise a
 * field that the person clears would seem empty already, and stay. Lumafold's own values are in XMP.
 */
function withRepeated(target: TargetContent, embedded: EmbeddedMetadata, base: Base, written: Written): TargetContent {
  const { repeated } = embedded
  const values = { ...target.values }
  if (saysOrientation(embedded)) values.orientation = orientationIn(repeated.get('IFD0:Orientation'))
  for (const field of valueFields) {
    const isRepeated = tagsOf[field]?.some((tag) => repeated.has(tag)) ?? false
    if (values[field] === null && isRepeated && written.values[field] === undefined)
      values[field] = base.values[field] ?? null
  }
  // EXIF's time is read before XMP's; the time of digitising counts only if there is no other.
  const original = parseWallClock(repeated.get('ExifIFD:DateTimeOriginal'))
  const taken = original ?? (values.takenAt === null ? parseWallClock(repeated.get('ExifIFD:CreateDate')) : null)
  if (taken !== null) values.takenAt = taken.at + (taken.offset ?? offsetIn(repeated) ?? '')
  values.position = positionIn(repeated, values.position) ?? values.position
  return { ...target, values, original: (original === null ? target.original : values.takenAt) ?? null }
}

const offsetIn = (repeated: EmbeddedMetadata['repeated']): string | null =>
  parseOffset(repeated.get('ExifIFD:OffsetTimeOriginal')) ??
  parseOffset(repeated.get('ExifIFD:OffsetTimeDigitized')) ??
  parseOffset(repeated.get('ExifIFD:OffsetTime'))

/** EXIF's position is read first, too; missing parts come from XMP. */
function positionIn(repeated: EmbeddedMetadata['repeated'], ofXmp: Value): string | null {
  const signed = (name: string, below: RegExp) => {
    const value = numberOf(repeated.get(`GPS:${name}`))
    return value !== null && below.test(String(repeated.get(`GPS:${name}Ref`))) ? -value : value
  }
  const [latitude, longitude] = [signed('GPSLatitude', /^S/i), signed('GPSLongitude', /^W/i)]
  if (latitude === null || longitude === null) return null
  const height = heightOf(numberOf(repeated.get('GPS:GPSAltitude')), repeated.get('GPS:GPSAltitudeRef'))
  const altitude = height ?? parsePosition(ofXmp)?.altitude ?? null
  return writePosition({ latitude, longitude, altitude })
}
