import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ExifEntries } from './exif-of.ts'

/** What libvips writes as it is; it cuts a part in brackets off the end, which it takes for a remark of its own. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.endsWith(')')
/** So many characters are in no other place of a file. */
const LEAST_LENGTH = 24

/**
 * Texts of EXIF in UTF-8, as the Metadata Working Group has it. libvips brings them to ASCII, where `© Zoë` is
 * `(C) Zoe`; others stand in for them while a file is encoded, and `put` replaces those in its bytes, in place. What is
 * shorter than its stand-in ends in NUL.
 */
export function standInForTexts(exif: ExifEntries): { exif: ExifEntries; put(file: Buffer): Buffer } {
  const texts = new Map<string, Buffer>()
  const standIn = (text: string): string => {
    if (isPlain(text)) return text
    const bytes = Buffer.from(text)
    const name = `~${randomBytes(8).toString('hex')}`.padEnd(Math.max(LEAST_LENGTH, bytes.length), '~')
    texts.set(name, Buffer.concat([bytes, Buffer.alloc(name.length - bytes.length)]))
    return name
  }
  const replaced = (entries: Record<string, string>) =>
    Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, standIn(text)]))
  return {
    exif: { IFD0: replaced(exif.IFD0), IFD2: replaced(exif.IFD2), IFD3: exif.IFD3 },
    put(file) {
      for (const [name, bytes] of texts) {
        const at = file.indexOf(name, 0, 'latin1')
        if (at < 0) throw new Error('A text of EXIF is not in the file that was encoded.')
        bytes.copy(file, at)
      }
      return texts.size > 0 && hasPngSignature(file) ? withCheckedExif(file) : file
    },
  }
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const hasPngSignature = (file: Buffer): boolean => file.subarray(0, PNG.length).equals(PNG)

/** A chunk of PNG is its length, its name, its bytes and a sum of the latter two. */
function withCheckedExif(png: Buffer): Buffer {
  for (let at = PNG.length; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'eXIf') continue
    const end = at + 8 + png.readUInt32BE(at)
    png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end)
  }
  return png
}
