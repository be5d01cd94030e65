import { inflateSync } from 'node:zlib'
import { readProfileName } from '../../base/formats/icc/profile-name.ts'
import { hasText } from '../../base/formats/signatures.ts'
import { decodeText } from '../../base/formats/text-encoding.ts'
import { type EmbeddedBlocks, MAX_BLOCK_BYTES, MAX_INFLATED_BYTES, partOf, withoutExifMark } from './embedded-blocks.ts'
import type { OpenFile } from './with-file.ts'
import { blocksOfResources } from './read-psd.ts'

const SIGNATURE_BYTES = 8
const HEAD_BYTES = 8
const CHECKSUM_BYTES = 4
/** A picture of 1 GB in chunks of 8 KB, as libpng writes them, has fewer. */
const MAX_CHUNKS = 150_000
/** Keywords have 1 to 79 characters. */
const MAX_KEYWORD = 79
const XMP_HEAD = 'http://ns.adobe.com/xap/1.0/\0'

const read: ReadonlySet<string> = new Set(['eXIf', 'iCCP', 'tEXt', 'zTXt', 'iTXt'])

/** Reads the metadata of a PNG, which may come before and after its picture (PNG, third edition, 11.3). */
export async function readPng(file: OpenFile, head: Buffer): Promise<EmbeddedBlocks> {
  const found: EmbeddedBlocks = {}
  // A profile that ImageMagick wrote as text repeats EXIF and XMP as they were before another program changed those.
  const profiles: EmbeddedBlocks = {}
  for (let at = SIGNATURE_BYTES, count = 0; at + HEAD_BYTES < file.bytes && count < MAX_CHUNKS; count++) {
    const bytes = await partOf(file, head, at, HEAD_BYTES)
    const length = bytes.readUInt32BE(0)
    const type = bytes.toString('latin1', 4, HEAD_BYTES)
    if (type === 'IEND') break
    if (read.has(type) && length <= MAX_BLOCK_BYTES) {
      const body = await partOf(file, head, at + HEAD_BYTES, length)
      if (type === 'eXIf') found.exif ??= withoutExifMark(body)
      else if (type === 'iCCP') found.profile ??= profileIn(body)
      else takeText(type, body, found, profiles)
    }
    at += HEAD_BYTES + length + CHECKSUM_BYTES
  }
  return { ...withoutNothing(profiles), ...withoutNothing(found) }
}

const withoutNothing = (blocks: EmbeddedBlocks): EmbeddedBlocks =>
  Object.fromEntries(Object.entries(blocks).filter(([, block]) => block !== null))

/** A profile after its name and a method of compression. */
function profileIn(body: Buffer): string | null {
  const end = body.indexOf(0)
  const profile = end < 0 ? null : inflate(body.subarray(end + 2))
  return profile && readProfileName(profile)
}

function takeText(type: string, body: Buffer, found: EmbeddedBlocks, profiles: EmbeddedBlocks): void {
  const end = body.indexOf(0)
  if (end < 1 || end > MAX_KEYWORD) return
  const keyword = body.toString('latin1', 0, end)
  const isProfile = /^Raw profile type /i.test(keyword)
  if (!isProfile && keyword !== 'XML:com.adobe.xmp' && keyword !== 'Creation Time') return
  const text = textIn(type, body, end + 1)
  if (text === null) return
  if (keyword === 'Creation Time') found.createdAt ??= decodeText(text)
  else if (isProfile) takeProfile(text.toString('latin1'), profiles)
  else found.xmp ??= text
}

/** The text after a keyword, decompressed; null if it is damaged. */
function textIn(type: string, body: Buffer, at: number): Buffer | null {
  if (type === 'tEXt') return body.subarray(at)
  if (type === 'zTXt') return inflate(body.subarray(at + 1))
  const isCompressed = body[at] === 1
  const languageEnd = body.indexOf(0, at + 2)
  const start = languageEnd < 0 ? -1 : body.indexOf(0, languageEnd + 1)
  if (start < 0) return null
  return isCompressed ? inflate(body.subarray(start + 1)) : body.subarray(start + 1)
}

/**
 * The form of ImageMagick and ExifTool: a name, a number of bytes, and these in hexadecimal; the name is unreliable.
 */
function takeProfile(text: string, profiles: EmbeddedBlocks): void {
  const [, name = '', digits = ''] = /^\s*(\S+)\s+\d+\s+([\da-f\s]*)/i.exec(text) ?? []
  const bytes = Buffer.from(digits.replaceAll(/\s/g, ''), 'hex')
  if (bytes.length === 0) return
  const isTiff = ['Exif\0\0', 'II*\0', 'MM\0*'].some((mark) => hasText(bytes, 0, mark))
  if (isTiff) profiles.exif ??= withoutExifMark(bytes)
  else if (hasText(bytes, 0, XMP_HEAD)) profiles.xmp ??= bytes.subarray(XMP_HEAD.length)
  else if (name.toLowerCase() === 'xmp') profiles.xmp ??= bytes
  else if (hasText(bytes, 0, '8BIM')) Object.assign(profiles, withoutNothing(blocksOfResources(bytes)))
  else if (bytes[0] === 0x1c) profiles.iptc ??= bytes
}

function inflate(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES })
  } catch {
    return null
  }
}
