import { brotliDecompressSync } from 'node:zlib'
import { type EmbeddedBlocks, MAX_BLOCK_BYTES, MAX_INFLATED_BYTES, partOf, withoutExifMark } from './embedded-blocks.ts'
import { fileBoxes } from './file-boxes.ts'
import type { OpenFile } from './with-file.ts'
import { withoutExifHead } from './read-heif.ts'

/** The parts of a codestream are between boxes of metadata; films have thousands. */
const MAX_BOXES = 10_000
const TYPE_BYTES = 4

/**
 * Reads the metadata of a JPEG XL in boxes, plain or compressed, anywhere in the file (ISO/IEC 18181-2). A bare
 * codestream has none.
 */
export async function readJxl(file: OpenFile, head: Buffer): Promise<EmbeddedBlocks> {
  const found: EmbeddedBlocks = {}
  for await (const { type, start, length } of fileBoxes(file, head, MAX_BOXES)) {
    if (!['Exif', 'xml ', 'brob'].includes(type) || length > MAX_BLOCK_BYTES) continue
    const body = await partOf(file, head, start, length)
    const block = type === 'brob' ? expand(body) : { type, body }
    if (block?.type === 'Exif') found.exif ??= exifIn(block.body)
    if (block?.type === 'xml ' && isXmp(block.body)) found.xmp ??= block.body
  }
  return found
}

/** The content of a compressed box; null if it is damaged. */
function expand(box: Buffer): { type: string; body: Buffer } | null {
  const type = box.toString('latin1', 0, TYPE_BYTES)
  try {
    return { type, body: brotliDecompressSync(box.subarray(TYPE_BYTES), { maxOutputLength: MAX_INFLATED_BYTES }) }
  } catch {
    return null
  }
}

function exifIn(body: Buffer): Buffer | null {
  const exif = withoutExifHead(body)
  return exif && withoutExifMark(exif)
}

/** Other XML may be there, too. */
const isXmp = (xml: Buffer): boolean => xml.includes('adobe:ns:meta/') || xml.includes('22-rdf-syntax-ns#')
