import { readBoxes, type MediaBox } from './media-boxes.ts'

/** Bytes before the boxes inside a box that has a version and flags. */
const VERSION_BYTES = 4

/**
 * Size in pixels of the largest picture among all items of a HEIF file, tiles of a grid and hidden ones too
 * (ISO/IEC 23008-12, `ispe`); null where none is said.
 */
export function largestItemSize(bytes: Buffer): { width: number; height: number } | null {
  const [meta] = boxesOf(bytes, { start: 0, end: bytes.length }, 'meta')
  const properties = meta && boxesOf(bytes, { start: meta.start + VERSION_BYTES, end: meta.end }, 'iprp')[0]
  const container = properties && boxesOf(bytes, properties, 'ipco')[0]
  const sizes = (container ? boxesOf(bytes, container, 'ispe') : [])
    .filter(({ start, end }) => end - start >= VERSION_BYTES + 8)
    .map(({ start }) => ({
      width: bytes.readUInt32BE(start + VERSION_BYTES),
      height: bytes.readUInt32BE(start + VERSION_BYTES + 4),
    }))
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null
}

const boxesOf = (bytes: Buffer, { start, end }: Pick<MediaBox, 'start' | 'end'>, type: string): MediaBox[] =>
  readBoxes(bytes, start, end).filter((box) => box.type === type)
