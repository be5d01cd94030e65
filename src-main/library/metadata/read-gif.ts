import { type GifBlock, gifKinds, readGifBlocks } from '../../base/formats/gif/gif-blocks.ts'
import { hasText } from '../../base/formats/signatures.ts'
import type { EmbeddedBlocks } from './embedded-blocks.ts'
import type { OpenFile } from './with-file.ts'

/** Programs put metadata before the pictures, so the search stops early in a large animation. */
const MAX_BYTES = 16 * 1024 * 1024
const APPLICATION = 0xff
const XMP_MARK = '\x0bXMP DataXMP'
/** ImageMagick's. */
const IPTC_MARK = '\x0bMGKIPTC0000'
/** Skipping data blocks from anywhere in a packet ends after it: 0x01, all bytes down to 0x00, an end. */
const TRAILER_BYTES = 258

/** Reads the metadata of a GIF, which are in extensions of programs (XMP specification, part 3, 1.1.2). */
export async function readGif(file: OpenFile, head: Buffer): Promise<EmbeddedBlocks> {
  const bytes = head.length >= Math.min(file.bytes, MAX_BYTES) ? head : await file.part(0, MAX_BYTES)
  const found: EmbeddedBlocks = {}
  for (const block of readGifBlocks(bytes)) {
    if (block?.kind !== gifKinds.extension || block.label !== APPLICATION) continue
    if (hasText(bytes, block.dataAt, XMP_MARK)) found.xmp ??= packetIn(bytes, block)
    if (hasText(bytes, block.dataAt, IPTC_MARK)) found.iptc ??= dataIn(bytes, block)
  }
  return found
}

/** The packet is stored unchanged; some programs cut it into data blocks like everything else. */
function packetIn(bytes: Buffer, block: GifBlock): Buffer {
  const start = block.dataAt + XMP_MARK.length
  const isPlain = bytes[start] === '<'.charCodeAt(0) || bytes[start] === 0xef
  return isPlain ? bytes.subarray(start, Math.max(start, block.end - TRAILER_BYTES)) : dataIn(bytes, block)
}

/** The joined data blocks after a mark. */
function dataIn(bytes: Buffer, { dataAt, end }: GifBlock): Buffer {
  const parts: Buffer[] = []
  for (let at = dataAt + XMP_MARK.length; at < end; at += 1 + bytes[at]!)
    parts.push(bytes.subarray(at + 1, Math.min(end, at + 1 + bytes[at]!)))
  return Buffer.concat(parts)
}
