/** A box of an ISO base media file. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const fullBox = (type: string, version: number, ...content: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...content)

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const fileType = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))

/** The file of 80 bytes that once hung a library: its first box is followed by one without a length. */
export const endlessHeif = Buffer.concat([fileType, Buffer.alloc(80 - fileType.length)])

type Metadata = { exif?: Buffer; xmp?: string }

/**
 * A HEIF file of metadata alone. `mediaFirst` puts the item list last, as some programs do; `inMeta` puts the items
 * into the list itself.
 */
export function heifFile(
  { exif, xmp }: Metadata,
  order: 'meta-first' | 'media-first' | 'in-meta' = 'meta-first',
): Buffer {
  const items = [
    ...(exif === undefined ? [] : [{ type: 'Exif', content: Buffer.concat([u32(6), Buffer.from('Exif\0\0'), exif]) }]),
    ...(xmp === undefined ? [] : [{ type: 'mime', content: Buffer.from(xmp, 'utf8') }]),
  ]
  const content = Buffer.concat(items.map((item) => item.content))
  const media = box('mdat', content)
  const metaWith = (start: number) => {
    const infos = items.map(({ type }, at) =>
      fullBox(
        'infe',
        2,
        u16(at + 1),
        u16(0),
        Buffer.from(`${type}\0${type === 'mime' ? 'application/rdf+xml\0' : ''}`),
      ),
    )
    let offset = start
    const locations = items.map((item, at) => {
      const place = Buffer.concat([u32(offset), u32(item.content.length)])
      offset += item.content.length
      return Buffer.concat([u16(at + 1), u16(order === 'in-meta' ? 1 : 0), u16(0), u16(1), place])
    })
    return fullBox(
      'meta',
      0,
      fullBox('iinf', 0, u16(items.length), ...infos),
      fullBox('iloc', 1, Buffer.from([0x44, 0]), u16(items.length), ...locations),
      ...(order === 'in-meta' ? [box('idat', content)] : []),
    )
  }
  if (order === 'in-meta') return Buffer.concat([fileType, metaWith(0)])
  if (order === 'media-first') return Buffer.concat([fileType, media, metaWith(fileType.length + 8)])
  const start = fileType.length + metaWith(0).length + 8
  return Buffer.concat([fileType, metaWith(start), media])
}
