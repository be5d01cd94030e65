import { writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#468' } })

/** A small JPEG with the given EXIF, written by sharp. */
export function jpegWithExif(exif: Record<string, Record<string, string>>, orientation?: number): Promise<Buffer> {
  const picture = plain().withExif(exif)
  return (orientation === undefined ? picture : picture.withMetadata({ orientation })).jpeg().toBuffer()
}

const packet = (properties: string) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" ${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** An XMP packet: attributes of the description, then elements. */
export const xmpPacket = (attributes: string, elements = '') => packet(`${attributes}>${elements}`)

/** Puts a segment right after a JPEG's first two bytes. */
function withSegment(jpeg: Buffer, marker: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xff00 | marker, 0)
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

export const withXmp = (jpeg: Buffer, xmp: string) =>
  withSegment(
    jpeg,
    0xe1,
    Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), Buffer.from(xmp, 'utf8')]),
  )

/** Comment segments that push the rest beyond a file's first bytes. */
export function withPadding(jpeg: Buffer, segments: number): Buffer {
  let padded = jpeg
  for (let at = 0; at < segments; at++) padded = withSegment(padded, 0xfe, Buffer.alloc(60_000, 0x20))
  return padded
}

/** IPTC records (dataset number and text) in a Photoshop resource block. */
export function withIptc(jpeg: Buffer, records: [number, Buffer][]): Buffer {
  const data = Buffer.concat(
    records.map(([dataset, text]) => {
      const head = Buffer.from([0x1c, 2, dataset, 0, 0])
      head.writeUInt16BE(text.length, 3)
      return Buffer.concat([head, text])
    }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const resource = Buffer.concat([
    Buffer.from('8BIM'),
    Buffer.from([4, 4, 0, 0]),
    size,
    data,
    Buffer.alloc(data.length % 2),
  ])
  return withSegment(jpeg, 0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource]))
}

/** A box of ISO base media and JPEG XL files. */
export function mediaBox(type: string, ...parts: (Buffer | string)[]): Buffer {
  const head = Buffer.alloc(8)
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A JPEG XL of these boxes, which no decoder can show. */
export const jxlFile = (...boxes: Buffer[]): Buffer =>
  Buffer.concat([
    mediaBox('JXL ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    mediaBox('ftyp', 'jxl \0\0\0\0jxl '),
    ...boxes,
  ])

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), ...parts.map((part) => Buffer.from(part))])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length - 4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A GIF extension that holds an XMP packet, with the trailer that guides parsers which skip blocks. */
export const gifXmp = (packet: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'),
    packet,
    Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0]),
  ])

export async function put(path: string, bytes: Buffer | string): Promise<string> {
  await writeFile(path, bytes)
  return path
}

/** A TIFF file whose only directory comes after 200 kB of picture and holds one tag, the camera's maker. */
export function tiffWithMakeAtEnd(make: string): Buffer {
  const directoryAt = 200_000
  const file = Buffer.alloc(directoryAt + 18 + make.length + 1)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(directoryAt, 4)
  file.writeUInt16LE(1, directoryAt) // entries
  file.writeUInt16LE(0x010f, directoryAt + 2)
  file.writeUInt16LE(2, directoryAt + 4) // ASCII
  file.writeUInt32LE(make.length + 1, directoryAt + 6)
  file.writeUInt32LE(directoryAt + 18, directoryAt + 10)
  file.write(make, directoryAt + 18, 'latin1')
  return file
}
