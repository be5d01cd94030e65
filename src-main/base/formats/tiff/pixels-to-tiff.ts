import { writeTiffDirectory, type TiffEntry } from './write-directory.ts'

/** Pixels in memory with their colour profile; null means sRGB. */
export type ProfiledPixels = {
  width: number
  height: number
  data: Uint8Array
  profile: Uint8Array | null
  /** 4 with opacity; 3 when absent. */
  channels?: 3 | 4
}

const HEADER_BYTES = 8

/**
 * Wraps 8-bit RGB or RGBA pixels and their colour profile in an uncompressed TIFF (revision 6.0), the simplest file
 * that libvips reads with colour management: raw pixels cannot carry a profile.
 */
export function pixelsToTiff({ width, height, data, profile, channels = 3 }: ProfiledPixels): Buffer {
  const entriesFor = (pixelsAt: number): TiffEntry[] => [
    { tag: 0x100, type: 4, values: [width] },
    { tag: 0x101, type: 4, values: [height] },
    { tag: 0x102, type: 3, values: Array.from({ length: channels }, () => 8) },
    { tag: 0x103, type: 3, values: [1] },
    { tag: 0x106, type: 3, values: [2] },
    { tag: 0x111, type: 4, values: [pixelsAt] },
    { tag: 0x115, type: 3, values: [channels] },
    { tag: 0x116, type: 4, values: [height] },
    { tag: 0x117, type: 4, values: [data.length] },
    ...(channels === 4 ? [{ tag: 0x152, type: 3 as const, values: [2] }] : []), // opacity that is not multiplied in
    ...(profile === null || profile.length === 0 ? [] : [{ tag: 0x8773, type: 7 as const, values: profile }]),
  ]
  const header = Buffer.from('49492a0008000000', 'hex')
  const length = writeTiffDirectory(entriesFor(0), HEADER_BYTES, true).length
  return Buffer.concat([header, writeTiffDirectory(entriesFor(HEADER_BYTES + length), HEADER_BYTES, true), data])
}
