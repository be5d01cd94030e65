import type { Bytes } from '../bytes.ts'
import { gifKinds, gifScreenEnd, readGifBlocks } from '../gif/gif-blocks.ts'
import type { ByteRange } from './byte-range.ts'

const SCREEN_AT = 6
/** Extensions that drawing needs: graphic control and plain text. Comments and application extensions are left out. */
const DRAWN: ReadonlySet<number> = new Set([0xf9, 0x01])

/** Screen, colour tables and pictures of a GIF. */
export function findGifData(bytes: Bytes): ByteRange[] {
  const ranges: ByteRange[] = [{ start: SCREEN_AT, end: gifScreenEnd(bytes) }]
  for (const block of readGifBlocks(bytes)) {
    if (block === null) return []
    const { kind, label, start, end } = block
    if (kind === gifKinds.picture || DRAWN.has(label)) ranges.push({ start, end })
  }
  return ranges
}
