/** Pixels in memory with the colour profile they are meant in; null is sRGB. */
export type ProfiledPixels = { width: number; height: number; data: Uint8Array; profile: Uint8Array | null }

/**
 * Wraps 8-bit RGB pixels and their colour profile as an uncompressed TIFF (revision 6.0), the plainest file that
 * libvips reads with colour management: raw pixels handed to it cannot carry a profile.
 */
export function pixelsToTiff({ width, height, data, profile }: ProfiledPixels): Buffer {
  const profileBytes = profile?.length ?? 0
  const tags: [tag: number, type: number, count: number, value: number][] = [
    [0x100, 4, 1, width],
    [0x101, 4, 1, height],
    [0x102, 3, 3, 0],
    [0x103, 3, 1, 1],
    [0x106, 3, 1, 2],
    [0x111, 4, 1, 0],
    [0x115, 3, 1, 3],
    [0x116, 4, 1, height],
    [0x117, 4, 1, data.length],
  ]
  if (profileBytes > 0) tags.push([0x8773, 7, profileBytes, 0])
  const bitsAt = 8 + 2 + 12 * tags.length + 4
  const profileAt = bitsAt + 6
  const pixelsAt = profileAt + profileBytes + (profileBytes % 2)
  const places: Readonly<Record<number, number>> = { 0x102: bitsAt, 0x111: pixelsAt, 0x8773: profileAt }
  const head = Buffer.alloc(pixelsAt)
  head.write('II*\0', 0, 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(tags.length, 8)
  tags.forEach(([tag, type, count, value], i) => {
    const at = 10 + 12 * i
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(count, at + 4)
    head.writeUInt32LE(places[tag] ?? value, at + 8)
  })
  for (const channel of [0, 1, 2]) head.writeUInt16LE(8, bitsAt + 2 * channel)
  if (profile !== null) head.set(profile, profileAt)
  return Buffer.concat([head, data])
}
