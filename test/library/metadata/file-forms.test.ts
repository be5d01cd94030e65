import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { brotliCompressSync, deflateSync } from 'node:zlib'
import { exiftoolPath } from 'exiftool-vendored'
import { beforeAll, describe, expect, test } from 'vitest'
import { createExifToolReader } from '../../../src-main/library/metadata/exiftool.ts'
import { joinSources, readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { makeTempFolder, removeFolder, tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { psdFile } from '../../fixtures/psd-files.ts'
import { gifXmp, jpegWithExif, jxlFile, mediaBox, pngChunk, put, withIptc, withXmp, xmpPacket } from './photo-file.ts'
import { runExiftool } from '../../fixtures/exiftool.ts'

const picture = await drawPicture({ width: 8, height: 8 })
const read = async (name: string, bytes: Buffer) =>
  (await readMetadata(await put(path.join(tempFolder('forms'), name), bytes)))!.metadata

const values = {
  takenAt: '2021-03-04T05:06:07',
  offset: '+01:00',
  cameraModel: 'X-T5',
  latitude: -48.5,
  rating: 4,
  keywords: ['Straße'],
}
const packet = Buffer.from(
  xmpPacket('xmp:Rating="4"', '<dc:subject><rdf:Bag><rdf:li>Straße</rdf:li></rdf:Bag></dc:subject>'),
)
/** EXIF by byte order, as ExifTool writes it. */
const exifOf = new Map<'II' | 'MM', Buffer>()

beforeAll(async () => {
  const dir = makeTempFolder('exif')
  const tool = await exiftoolPath()
  for (const order of ['II', 'MM'] as const) {
    const file = await put(path.join(dir, `${order}.jpg`), picture)
    const tags = [
      '-Model=X-T5',
      '-DateTimeOriginal=2021:03:04 05:06:07',
      '-OffsetTimeOriginal=+01:00',
      '-Orientation#=6',
    ]
    const place = ['-GPSLatitude=48.5', '-GPSLatitudeRef=S', '-GPSLongitude=16.25', '-GPSLongitudeRef=E']
    runExiftool(['-q', '-overwrite_original', `-ExifByteOrder=${order}`, ...tags, ...place, file])
    exifOf.set(order, execFileSync(tool, ['-b', '-Exif', file]))
  }
  removeFolder(dir)
})

const tiff = (order: 'II' | 'MM'): Buffer => {
  const exif = exifOf.get(order)!
  return exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
}

const iim = (dataset: number, text: Buffer | string): Buffer => {
  const value = Buffer.from(text)
  const head = Buffer.from([0x1c, 2, dataset, 0, 0])
  head.writeUInt16BE(value.length, 3)
  return Buffer.concat([head, value])
}

describe('JPEG XL', () => {
  const box = mediaBox
  const stream = box('jxlc', Buffer.from([0xff, 0x0a, 0x41, 0x10]), Buffer.alloc(100_000, 1))
  const brob = (inner: string, body: Buffer) => box('brob', inner, brotliCompressSync(body))

  test.each(['plain', 'compressed', 'behind the picture, with a mark'])('%s', async (form) => {
    const exif = Buffer.concat([Buffer.alloc(4), tiff(form === 'plain' ? 'MM' : 'II')])
    const marked = Buffer.concat([Buffer.from([0, 0, 0, 6]), Buffer.from('Exif\0\0'), tiff('MM')])
    const boxes = {
      plain: [box('Exif', exif), box('xml ', packet), stream],
      compressed: [brob('xml ', packet), stream, brob('Exif', exif)],
      'behind the picture, with a mark': [box('xml ', '<note/>'), stream, box('Exif', marked), box('xml ', packet)],
    }[form]!
    const metadata = await read('a.jxl', jxlFile(...boxes))
    // Its own header gives the orientation.
    expect(metadata).toMatchObject({ ...values, orientation: 1 })
  })

  test('a damaged box costs only its own content', async () => {
    const broken = box('brob', 'Exif', Buffer.alloc(50, 0xff))
    const metadata = await read('a.jxl', jxlFile(broken, stream, box('xml ', packet)))
    expect(metadata).toMatchObject({ rating: 4, cameraModel: null })
  })
})

describe('Photoshop files', () => {
  const planes = Array.from({ length: 3 }, () => Buffer.alloc(64, 128))
  const psd = (resources: { id: number; content: Buffer }[], isLarge = false) =>
    psdFile({ width: 8, height: 8, mode: 3, depth: 8, planes, resources, isLarge })

  test.each([false, true])('EXIF and XMP are image resources (PSB: %s)', async (isLarge) => {
    const thumbnail = { id: 1036, content: Buffer.alloc(90_001) }
    const all = [thumbnail, { id: 1058, content: tiff('MM') }, { id: 1060, content: packet }]
    expect(await read('a.psd', psd(all, isLarge))).toMatchObject({ ...values, orientation: 1 })
  })

  test('IPTC alone, in any encoding', async () => {
    const content = Buffer.concat([
      iim(25, 'eins'),
      iim(25, 'Größe'),
      iim(120, Buffer.from('Stra\xdfe \x84x\x93', 'latin1')),
    ])
    expect(await read('a.psd', psd([{ id: 1028, content }]))).toMatchObject({
      keywords: ['eins', 'Größe'],
      caption: 'Straße „x“',
    })
  })
})

describe('GIF', () => {
  const mark = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1')
  const blocks = (bytes: Buffer) =>
    Buffer.concat([
      ...Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) => {
        const part = bytes.subarray(at * 255, at * 255 + 255)
        return Buffer.concat([Buffer.from([part.length]), part])
      }),
      Buffer.from([0]),
    ])

  test.each([
    ['as it is, before a trailer', () => gifXmp(packet)],
    ['cut into blocks', () => Buffer.concat([mark, blocks(packet)])],
  ])('XMP %s', async (_form, extension) => {
    const gif = await drawPicture({ width: 8, height: 8, format: 'gif' })
    const end = gif.length - 1
    const metadata = await read('a.gif', Buffer.concat([gif.subarray(0, end), extension(), gif.subarray(end)]))
    expect(metadata).toMatchObject({ rating: 4, keywords: ['Straße'] })
  })

  test('of ExifTool', { tags: 'night' }, async () => {
    const file = await put(
      path.join(tempFolder('forms'), 'a.gif'),
      await drawPicture({ width: 8, height: 8, format: 'gif' }),
    )
    runExiftool(['-q', '-overwrite_original', '-XMP:Subject=Straße', '-XMP:Rating=4', file])
    expect((await readMetadata(file))!.metadata).toMatchObject({ rating: 4, keywords: ['Straße'] })
  })
})

describe('PNG', () => {
  const chunk = pngChunk
  /** After the header, or after the picture. */
  async function png(chunks: Buffer, place: 'before' | 'behind' = 'before'): Promise<Buffer> {
    const plain = await drawPicture({ width: 300, height: 300, format: 'png', noise: 1 })
    const at = place === 'before' ? 33 : plain.length - 12
    return Buffer.concat([plain.subarray(0, at), chunks, plain.subarray(at)])
  }
  const profile = (name: string, bytes: Buffer) =>
    Buffer.from(`\n${name}\n${String(bytes.length).padStart(8)}\n${bytes.toString('hex').replace(/.{72}/g, '$&\n')}\n`)
  const zTXt = (keyword: string, text: Buffer) => chunk('zTXt', `${keyword}\0\0`, deflateSync(text))
  const jpegExif = () => Buffer.concat([Buffer.from('Exif\0\0'), tiff('II')])

  test.each(['before', 'behind'] as const)(
    'compressed XMP %s the picture, and profiles as ImageMagick writes them',
    async (place) => {
      const xmp = chunk('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0', deflateSync(packet))
      const exif = zTXt('Raw profile type APP1', profile('generic', jpegExif()))
      expect(await read('a.png', await png(Buffer.concat([xmp, exif]), place))).toMatchObject(values)
    },
  )

  test.each([
    ['exif', () => profile('exif', jpegExif()), { cameraModel: 'X-T5' }],
    ['xmp', () => profile('xmp', packet), { rating: 4 }],
    ['iptc', () => profile('iptc', iim(25, 'Größe')), { keywords: ['Größe'] }],
    [
      '8bim',
      () =>
        profile('8bim', Buffer.concat([Buffer.from('8BIM\x04\x04\0\0\0\0\0\x09'), iim(25, 'Maß'), Buffer.alloc(1)])),
      { keywords: ['Maß'] },
    ],
  ])('a profile of %s, compressed and not', async (name, text, expected) => {
    const keyword = `Raw profile type ${name}`
    expect(await read('a.png', await png(zTXt(keyword, text())))).toMatchObject(expected)
    expect(await read('b.png', await png(chunk('tEXt', `${keyword}\0`, text())))).toMatchObject(expected)
  })

  test.each([
    ['Sat, 3 Feb 2018 04:05:06 +0900', '2018-02-03T04:05:06', '+09:00'],
    ['3 February 2018 04:05 GMT', '2018-02-03T04:05:00', '+00:00'],
    ['Sat Feb  3 04:05:06 2018', '2018-02-03T04:05:06', null],
    ['2018-02-03T04:05:06Z', '2018-02-03T04:05:06', '+00:00'],
    ['2018:02:03 04:05:06', '2018-02-03T04:05:06', null],
    ['some day', null, null],
  ])('Creation Time: %s', async (text, takenAt, offset) => {
    const bytes = await png(chunk('tEXt', `Creation Time\0${text}`), 'behind')
    expect(await read('a.png', bytes)).toMatchObject({ takenAt, offset })
  })

  test('text that expands endlessly is left out', { tags: 'night' }, async () => {
    const bomb = zTXt('Raw profile type xmp', Buffer.alloc(64 * 1024 * 1024, 0x20))
    expect(await read('a.png', await png(Buffer.concat([bomb, chunk('eXIf', tiff('MM'))])))).toMatchObject({
      cameraModel: 'X-T5',
    })
  })
})

describe('text', () => {
  test.each([
    ['Latin-1', 'Straße in Köln', Buffer.from('Straße in Köln', 'latin1')],
    ['Windows-1252', '„Öl“ – 5 €', Buffer.from('\x84\xd6l\x93 \x96 5 \x80', 'latin1')],
    ['UTF-8', 'Straße 東京', Buffer.from('Straße 東京')],
    ['UTF-8 that was cut off', 'Maß', Buffer.from('Maß ö').subarray(0, 6)],
  ])('of EXIF in %s', async (_encoding, text, bytes) => {
    const stand = 'x'.repeat(bytes.length)
    const jpeg = await jpegWithExif({ IFD0: { ImageDescription: stand, Artist: stand } })
    const file = Buffer.from(jpeg.toString('latin1').replaceAll(stand, bytes.toString('latin1')), 'latin1')
    expect(await read('a.jpg', file)).toMatchObject({ caption: text, creator: text })
  })

  test.each(['utf-16le', 'utf-16be', 'ISO-8859-1', 'windows-1252', 'windows-1251', 'Shift_JIS', 'none'])(
    'of a sidecar in %s',
    async (encoding) => {
      const text = { 'windows-1251': 'Привет', Shift_JIS: '東京ソ', 'windows-1252': '5 €' }[encoding] ?? 'Köln'
      const bytes: Record<string, Buffer> = {
        'windows-1251': Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'),
        Shift_JIS: Buffer.from([0x93, 0x8c, 0x8b, 0x9e, 0x83, 0x5c]),
        'windows-1252': Buffer.from('5 \x80', 'latin1'),
      }
      const xml = (value: string) =>
        `<?xml version="1.0"${encoding === 'none' ? '' : ` encoding="${encoding}"`}?>${xmpPacket('', `<dc:description>${value}</dc:description>`).replace(/<\?xpacket.*?\?>/g, '')}`
      const latin = Buffer.from(xml((bytes[encoding] ?? Buffer.from(text, 'latin1')).toString('latin1')), 'latin1')
      const wide = Buffer.from(xml(text), 'utf16le')
      const sidecar = encoding === 'utf-16le' ? wide : encoding === 'utf-16be' ? wide.swap16() : latin
      const file = await put(path.join(tempFolder('forms'), 'a.jpg'), picture)
      await put(`${file}.xmp`, sidecar)
      expect((await readMetadata(file))!.metadata.caption).toBe(text)
    },
  )

  test.each([
    'OLYMPUS DIGITAL CAMERA         ',
    'SONY DSC',
    'oznorWO',
    'SAMSUNG',
    '<Digimax i5, Samsung #1>',
    'DCIM\\100MEDIA\\DJI_0001.JPG',
  ])('%s is not a caption, in any place', async (text) => {
    const xml = text.replace('<', '&lt;')
    const exif = await jpegWithExif({ IFD0: { ImageDescription: text } })
    expect(await read('a.jpg', exif)).toMatchObject({ caption: null })
    const xmp = withXmp(picture, xmpPacket('', `<dc:description>${xml}</dc:description>`))
    expect(await read('b.jpg', withIptc(xmp, [[120, Buffer.from(text)]]))).toMatchObject({ caption: null })
  })

  test.each([
    ['ASCII', 'Hello', Buffer.from('ASCII\0\0\0Hello\0')],
    ['ASCII in Latin-1', 'Köln', Buffer.from('ASCII\0\0\0K\xf6ln', 'latin1')],
    ['no code', 'Köln', Buffer.from('\0\0\0\0\0\0\0\0Köln')],
    ['UTF-16, little', 'über Köln', Buffer.concat([Buffer.from('UNICODE\0'), Buffer.from('über Köln\0', 'utf16le')])],
    [
      'UTF-16, big',
      'über Köln',
      Buffer.concat([Buffer.from('UNICODE\0'), Buffer.from('über Köln', 'utf16le').swap16()]),
    ],
    [
      'UTF-16, big, Japanese',
      '東京の夜',
      Buffer.concat([Buffer.from('UNICODE\0'), Buffer.from('東京の夜', 'utf16le').swap16()]),
    ],
    ['JIS', '東京', Buffer.concat([Buffer.from('JIS\0\0\0\0\0'), Buffer.from('\x1b$BEl5~\x1b(B', 'latin1')])],
    ['blanks', null, Buffer.from('ASCII\0\0\0          ')],
    ['data of a program', null, Buffer.from('ASCII\0\0\0{"mirror":false}')],
    ['bytes', null, Buffer.from('\0\0\0\0\0\0\0\0\x01\x02ab\x03', 'latin1')],
  ])('a comment with %s is a caption if nothing else is one', async (_kind, caption, comment) => {
    const stand = 'y'.repeat(Math.max(6, comment.length))
    const jpeg = await jpegWithExif({ IFD0: { ImageDescription: 'SONY DSC' }, IFD2: { UserComment: stand } })
    const padded = Buffer.concat([comment, Buffer.alloc(stand.length - comment.length)])
    // libvips puts its own code before the text.
    const file = Buffer.from(
      jpeg
        .toString('latin1')
        .replace(new RegExp(`ASCII\0\0\0${stand}`), `${padded.toString('latin1')}${'\0'.repeat(8)}`),
      'latin1',
    )
    expect(await read('a.jpg', file)).toMatchObject({ caption })
  })

  test('another caption is preferred to a comment', async () => {
    const exif = { IFD0: { ImageDescription: 'Caption' }, IFD2: { UserComment: 'Comment' } }
    expect(await read('a.jpg', await jpegWithExif(exif))).toMatchObject({ caption: 'Caption' })
  })
})

describe('where', () => {
  test.each([
    ['43.0764', 'N', '79.077', 'W', 43.0764, -79.077],
    ['-33.5', null, '151.25', null, -33.5, 151.25],
    ['33.5', 'South', '151.25', 'East', -33.5, 151.25],
    ['-33.5', 'S', '+151.25', 'E', -33.5, 151.25],
    ['33,30S', null, '151,15,0E', null, -33.5, 151.25],
    ['33,30.0', 'S', '151,15.0', 'E', -33.5, 151.25],
    [`33°30'0.00"S`, null, `151° 15′ 0″ E`, null, -33.5, 151.25],
    [`33 deg 30' 0.00" S`, null, `151 deg 15' 0.00" E`, null, -33.5, 151.25],
    ['33/1 30/1 0/1', 'S', '151/1,15/1,0/1', 'E', -33.5, 151.25],
    ['S33.5', null, 'E 151 15 0', null, -33.5, 151.25],
    ['0/0', 'N', '0/0', 'E', null, null],
    ['0.0', 'N', '0.0', 'E', null, null],
    ['0,0.0N', null, '0,0.0E', null, null, null],
    ['0,30.0N', null, '0,0.0E', null, 0.5, 0],
    ['somewhere', 'N', '12', 'E', null, null],
  ])('XMP: %s %s, %s %s', async (latitude, north, longitude, east, expectedY, expectedX) => {
    const value = (name: string, text: string | null) => (text === null ? '' : `<exif:${name}>${text}</exif:${name}>`)
    const elements =
      value('GPSLatitude', latitude) +
      value('GPSLatitudeRef', north) +
      value('GPSLongitude', longitude) +
      value('GPSLongitudeRef', east)
    const metadata = await read('a.jpg', withXmp(picture, xmpPacket('', elements)))
    expect(metadata).toMatchObject({ latitude: expectedY, longitude: expectedX })
  })

  test.each([
    ['0', 12.5],
    ['1', -12.5],
    ['2', 12.5],
    ['3', -12.5],
  ])('a height measured by %s', async (reference, expected) => {
    const xmp = withXmp(
      picture,
      xmpPacket(
        '',
        `<exif:GPSAltitude>125/10</exif:GPSAltitude><exif:GPSAltitudeRef>${reference}</exif:GPSAltitudeRef>`,
      ),
    )
    expect(await read('a.jpg', xmp)).toMatchObject({ altitude: expected })
    const place = { GPSLatitudeRef: 'N', GPSLatitude: '1/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 0/1 0/1' }
    const exif = await jpegWithExif({ IFD3: { ...place, GPSAltitude: '125/10', GPSAltitudeRef: '0' } })
    // libvips writes only 0: tag 5, a byte, one of them.
    const at = exif.indexOf(Buffer.from([5, 0, 1, 0, 1, 0, 0, 0]))
    exif[at + 8] = Number(reference)
    expect(await read('b.jpg', exif)).toMatchObject({ altitude: expected, latitude: 1 })
  })

  test.each([
    ['0/0 0/0 0/0', '0/0 0/0 0/0'],
    ['0/1 0/1 0/1', '0/1 0/1 0/1'],
  ])('EXIF: %s is not a place', async (latitude, longitude) => {
    const place = { GPSLatitudeRef: 'N', GPSLatitude: latitude, GPSLongitudeRef: 'E', GPSLongitude: longitude }
    expect(await read('a.jpg', await jpegWithExif({ IFD3: place }))).toMatchObject({ latitude: null, longitude: null })
  })

  test('south, west and below sea level in files that ExifTool reads', { tags: 'night' }, async () => {
    const file = await put(path.join(tempFolder('forms'), 'a.jpg'), picture)
    const place = ['-GPSLatitude=48.5', '-GPSLatitudeRef=S', '-GPSLongitude=16.25', '-GPSLongitudeRef=W']
    const height = ['-GPSAltitude=7', '-GPSAltitudeRef#=1']
    runExiftool(['-q', '-overwrite_original', ...place, ...height, file])
    const tool = createExifToolReader()
    const raw = (await tool.read(file))!
    await tool.close()
    const header = { kind: 'other', width: 0, height: 0, end: null } as const
    expect(joinSources(raw, { packets: [], takeout: {} }, header)).toMatchObject({
      latitude: -48.5,
      longitude: -16.25,
      altitude: -7,
    })
  })
})

describe('when the original was made', () => {
  const digitized = { IFD2: { DateTimeDigitized: '2023:03:04 09:08:07' } }
  test.each([
    ['photoshop:DateCreated', '<photoshop:DateCreated>1952-06-01</photoshop:DateCreated>', '1952-06-01T00:00:00'],
    ['a month', '<photoshop:DateCreated>1952-06</photoshop:DateCreated>', '1952-06-01T00:00:00'],
    ['a year', '<photoshop:DateCreated>1952</photoshop:DateCreated>', '1952-01-01T00:00:00'],
    ['exif:DateTimeOriginal', '<exif:DateTimeOriginal>1952-06-01T10:00</exif:DateTimeOriginal>', '1952-06-01T10:00:00'],
    ['xmp:CreateDate', '<xmp:CreateDate>2022-01-01T00:00:00</xmp:CreateDate>', '2023-03-04T09:08:07'],
  ])('is preferred to the time of digitising: %s', async (_name, element, takenAt) => {
    const file = withXmp(await jpegWithExif(digitized), xmpPacket('', element))
    expect(await read('a.jpg', file)).toMatchObject({ takenAt })
  })

  test.each([
    ['20231029', '143312+0200', '2023-10-29T14:33:12', '+02:00'],
    ['2023-10-29', '14:33:12+02:00', '2023-10-29T14:33:12', '+02:00'],
    ['2023:10:29', '14:33:12', '2023-10-29T14:33:12', null],
    ['2023-10-29', '1433', '2023-10-29T14:33:00', null],
    ['20231000', '', '2023-10-01T00:00:00', null],
    ['19520000', '', '1952-01-01T00:00:00', null],
  ])('by IPTC %s %s, preferred to the time of digitising', async (date, time, takenAt, offset) => {
    const records: [number, Buffer][] = [
      [55, Buffer.from(date)],
      ...(time === '' ? [] : [[60, Buffer.from(time)] as [number, Buffer]]),
    ]
    expect(await read('a.jpg', withIptc(await jpegWithExif(digitized), records))).toMatchObject({ takenAt, offset })
  })

  test.each([
    ['2009: 5: 2  9: 3: 1', '2009-05-02T09:03:01'],
    ['1952:06:01   :  :  ', '1952-06-01T00:00:00'],
    ['1952:  :     :  :  ', '1952-01-01T00:00:00'],
    ['    :  :     :  :  ', '2023-03-04T09:08:07'],
  ])('padded with blanks: %s', async (text, takenAt) => {
    const file = await jpegWithExif({ IFD2: { ...digitized.IFD2, DateTimeOriginal: text } })
    expect(await read('a.jpg', file)).toMatchObject({ takenAt })
  })

  test("a sidecar that has only the file's creation time leaves the camera's time", async () => {
    const file = await put(
      path.join(tempFolder('forms'), 'a.jpg'),
      await jpegWithExif({ IFD2: { DateTimeOriginal: '2019:05:12 14:33:12' } }),
    )
    await put(`${file}.xmp`, xmpPacket('xmp:CreateDate="2024-01-01T00:00:00"'))
    expect((await readMetadata(file))!.metadata.takenAt).toBe('2019-05-12T14:33:12')
  })
})

test.each([
  ['$$$/Bridge/Label/Approved=Approved', 'Approved'],
  ['$$$/LabelMenu/Red=Rot', 'Red'],
  ['Grün', 'Green'],
  ['Rouge', 'Red'],
  ['Púrpura', 'Purple'],
  ['ブルー', 'Blue'],
  ['أصفر', 'Yellow'],
  ['Violett', 'Purple'],
  ['rosa', 'Pink'],
  ['NoColor', null],
  ['To Do', 'To Do'],
])('the label %s is stored as %s', async (text, label) => {
  expect(await read('a.jpg', withXmp(picture, xmpPacket(`xmp:Label="${text}"`)))).toMatchObject({ label })
})
