import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyMetadata } from '../../../src-main/contract/library/empty-metadata.ts'
import { createExifToolReader } from '../../../src-main/library/metadata/exiftool.ts'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { jpegWithExif, put, tiffWithMakeAtEnd, withIptc, withPadding, withXmp, xmpPacket } from './photo-file.ts'

const photos = sharedPhotos()
const camera = {
  IFD0: {
    Make: 'Lumen',
    Model: 'L-1',
    Artist: 'Ann Lee',
    Copyright: 'CC BY Ann',
    ImageDescription: 'From EXIF',
    Software: 'Firmware 2',
  },
  IFD2: {
    DateTimeOriginal: '2019:05:12 23:59:58',
    OffsetTimeOriginal: '+09:00',
    FNumber: '28/10',
    ExposureTime: '1/250',
    ISOSpeedRatings: '400',
    FocalLength: '35/1',
    FocalLengthIn35mmFilm: '52',
    ExposureBiasValue: '-2/3',
    Flash: '1',
    LensModel: 'L 35mm',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 51/1 3000/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '151/1 12/1 0/1',
    GPSAltitudeRef: '0',
    GPSAltitude: '585/10',
  },
}
const read = async (name: string, bytes: Buffer | string) =>
  (await readMetadata(await put(join(tempFolder('metadata'), name), bytes)))!

describe('EXIF', () => {
  test('all camera data is read, and its clock is not moved to another time zone', async () => {
    const zone = process.env.TZ
    process.env.TZ = 'America/New_York'
    try {
      const { metadata } = await read('a.jpg', await jpegWithExif(camera))
      expect(metadata).toMatchObject({
        takenAt: '2019-05-12T23:59:58',
        offset: '+09:00',
        cameraMake: 'Lumen',
        cameraModel: 'L-1',
        lens: 'L 35mm',
        aperture: 2.8,
        exposureTime: 0.004,
        iso: 400,
        focalLength: 35,
        focalLength35: 52,
        flashFired: true,
        altitude: 58.5,
        caption: 'From EXIF',
        creator: 'Ann Lee',
        copyright: 'CC BY Ann',
        software: 'Firmware 2',
        orientation: 1,
      })
      expect(metadata.exposureBias).toBeCloseTo(-2 / 3, 5)
      expect(metadata.latitude).toBeCloseTo(-33.8583333, 5)
      expect(metadata.longitude).toBeCloseTo(151.2, 5)
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'the size is that of the upright picture at orientation %i',
    async (orientation) => {
      const result = await read('a.jpg', await drawPicture({ width: 60, height: 40, orientation }))
      expect(result).toMatchObject(orientation >= 5 ? { width: 40, height: 60 } : { width: 60, height: 40 })
      expect(result.metadata.orientation).toBe(orientation)
    },
  )

  test('in a large TIFF is read at its offset, and the file is closed', async () => {
    const path = await put(join(tempFolder('metadata'), 'large.tif'), tiffWithMakeAtEnd('Lumen'))
    expect((await readMetadata(path))!.metadata.cameraMake).toBe('Lumen')
    if (process.platform !== 'linux') return
    const open = readdirSync('/proc/self/fd').map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`)
      } catch {
        return '' // closed since it was listed
      }
    })
    expect(open).not.toContain(path)
  })

  test.each(['png', 'webp', 'gif', 'tiff'] as const)('the size of a %s comes from its header', async (format) => {
    expect(await read(`a.${format}`, await drawPicture({ width: 61, height: 43, format }))).toMatchObject({
      width: 61,
      height: 43,
    })
  })

  test("after a WebP's picture is found", { tags: 'night' }, async () => {
    const webp = await sharp(await drawPicture({ width: 1200, height: 900, noise: 1 }))
      .withExif(camera)
      .webp({ quality: 95 })
      .toBuffer()
    expect(webp.length).toBeGreaterThan(70_000)
    expect((await read('a.webp', webp)).metadata).toMatchObject({ takenAt: '2019-05-12T23:59:58', cameraModel: 'L-1' })
  })

  test.each(['0000:00:00 00:00:00', '2019:13:40 10:00:00', '    :  :     :  :  ', 'yesterday'])(
    'an invalid date (%s) is ignored',
    async (date) => {
      expect(
        (await read('a.jpg', await jpegWithExif({ IFD2: { DateTimeOriginal: date } }))).metadata.takenAt,
      ).toBeNull()
    },
  )

  test('metadata beyond the first 64 KiB is found', async () => {
    const far = withPadding(withXmp(await jpegWithExif(camera), xmpPacket('xmp:Rating="4"')), 3)
    const { metadata, width, height } = await read('a.jpg', far)
    expect(metadata).toMatchObject({ cameraMake: 'Lumen', rating: 4 })
    expect({ width, height }).toEqual({ width: 60, height: 40 })
  })
})

describe('XMP and IPTC', () => {
  test("a person's XMP wins over EXIF; camera data of EXIF wins over XMP", async () => {
    const xmp = xmpPacket(
      'xmp:Rating="-1" xmp:Label="Red" photoshop:City="Oslo" photoshop:Country="Norway" exif:FNumber="9/1"',
      '<dc:title><rdf:Alt><rdf:li xml:lang="no">Fjorden</rdf:li><rdf:li xml:lang="x-default">The fjord</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag><rdf:li>sea &amp; sky</rdf:li><rdf:li>boat</rdf:li></rdf:Bag></dc:subject><dc:description><rdf:Alt><rdf:li xml:lang="x-default">From XMP</rdf:li></rdf:Alt></dc:description>',
    )
    const { metadata } = await read('a.jpg', withXmp(await jpegWithExif(camera), xmp))
    expect(metadata).toMatchObject({
      rating: -1,
      label: 'Red',
      city: 'Oslo',
      country: 'Norway',
      title: 'The fjord',
      caption: 'From XMP',
      keywords: ['sea & sky', 'boat'],
      aperture: 2.8,
      creator: 'Ann Lee',
    })
  })

  test('a packet may choose any prefixes', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description xmlns:a="http://ns.adobe.com/xap/1.0/" xmlns:k="http://purl.org/dc/elements/1.1/"><a:Rating>3</a:Rating><k:subject><r:Bag><r:li>one</r:li></r:Bag></k:subject></r:Description></r:RDF></x:xmpmeta>'
    expect((await read('a.jpg', withXmp(await drawPicture({ width: 8, height: 8 }), xmp))).metadata).toMatchObject({
      rating: 3,
      keywords: ['one'],
    })
  })

  test.each([
    ['UTF-8', 'utf8'],
    ['Latin-1', 'latin1'],
  ] as const)('IPTC in %s is read', async (_title, encoding) => {
    const text = (value: string) => Buffer.from(value, encoding)
    const records: [number, Buffer][] = [
      [5, text('Café')],
      [25, text('Straße')],
      [25, text('Nacht')],
      [55, text('20200229')],
      [60, text('081500+0100')],
      [80, text('Jörg')],
      [90, text('Köln')],
      [101, text('Deutschland')],
      [120, text('Ein Tag')],
    ]
    expect((await read('a.jpg', withIptc(await drawPicture({ width: 8, height: 8 }), records))).metadata).toMatchObject(
      {
        title: 'Café',
        keywords: ['Straße', 'Nacht'],
        takenAt: '2020-02-29T08:15:00',
        offset: '+01:00',
        creator: 'Jörg',
        city: 'Köln',
        country: 'Deutschland',
        caption: 'Ein Tag',
      },
    )
  })

  test('line breaks of old Macs are kept', async () => {
    const records: [number, Buffer][] = [[120, Buffer.from('one\rtwo\r\nthree')]]
    const file = withIptc(await drawPicture({ width: 8, height: 8 }), records)
    expect((await read('a.jpg', file)).metadata.caption).toBe('one\ntwo\nthree')
  })

  test('what follows the end of a text of EXIF is no part of it, except the copyright of an editor', async () => {
    const texts = { Make: 'Lumen~1234', Artist: 'Zoë~Bo', Copyright: 'Ann~Bo~' }
    const file = await jpegWithExif({ IFD0: texts })
    for (const [at, byte] of file.entries()) if (byte === 0x7e) file[at] = 0
    expect((await read('a.jpg', file)).metadata).toMatchObject({ cameraMake: 'Lumen', copyright: 'Ann; Bo' })
  })

  test('seconds of a position that are 0/0 are none, and degrees are not', async () => {
    const place = {
      GPSLatitudeRef: 'S',
      GPSLatitude: '47/1 30/1 7/9',
      GPSLongitudeRef: 'W',
      GPSLongitude: '9/1 0/1 7/9',
    }
    const file = await jpegWithExif({ IFD3: place })
    expect((await read('a.jpg', withoutParts(file, [7, 9]))).metadata).toMatchObject({ latitude: -47.5, longitude: -9 })
    expect((await read('a.jpg', withoutParts(file, [47, 1]))).metadata.latitude).toBeNull()
  })

  test('minutes and seconds of a packet that were rounded up to 60 are read', async () => {
    const place = 'exif:GPSLatitude="47,59,60S" exif:GPSLongitude="9,60.0000W"'
    const file = withXmp(await drawPicture({ width: 8, height: 8 }), xmpPacket(place))
    expect((await read('a.jpg', file)).metadata).toMatchObject({ latitude: -48, longitude: -10 })
  })

  test('the time of the last change has its own offset', async () => {
    const file = await jpegWithExif({ IFD0: { DateTime: '2019:05:12 14:33:12' }, IFD2: { OffsetTime: '+05:45' } })
    expect((await read('a.jpg', file)).metadata).toMatchObject({ takenAt: '2019-05-12T14:33:12', offset: '+05:45' })
  })

  test('a year alone has no parts of a second; an address may be a reference', async () => {
    const rights = 'xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"'
    const address = `<xmpRights:WebStatement ${rights} rdf:resource="https://example.org/a?b&amp;c"/>`
    const file = withXmp(await drawPicture({ width: 8, height: 8 }), xmpPacket('photoshop:DateCreated="1952"', address))
    expect((await read('a.jpg', file)).metadata).toMatchObject({
      takenAt: '1952-01-01T00:00:00',
      subsec: null,
      copyrightUrl: 'https://example.org/a?b&c',
    })
  })

  test.each(['photo.xmp', 'photo.jpg.xmp'])('a sidecar %s wins over the file', async (sidecar) => {
    const dir = tempFolder('metadata')
    const file = await put(join(dir, 'photo.jpg'), withXmp(await jpegWithExif(camera), xmpPacket('xmp:Rating="1"')))
    await put(
      join(dir, sidecar),
      xmpPacket(
        'xmp:Rating="5" exif:DateTimeOriginal="2001-02-03T04:05:06-03:00" exif:GPSLatitude="51,30.5N" exif:GPSLongitude="0,7.5W"',
        '<dc:subject><rdf:Bag><rdf:li>side</rdf:li></rdf:Bag></dc:subject>',
      ),
    )
    const { metadata } = (await readMetadata(file))!
    expect(metadata).toMatchObject({
      rating: 5,
      takenAt: '2001-02-03T04:05:06',
      offset: '-03:00',
      keywords: ['side'],
      cameraModel: 'L-1',
    })
    expect(metadata.latitude).toBeCloseTo(51.508333, 5)
    expect(metadata.longitude).toBeCloseTo(-0.125, 5)
  })

  test('of two sidecars the more specific one wins, field by field', async () => {
    const dir = tempFolder('metadata')
    const file = await put(join(dir, 'photo.jpg'), await jpegWithExif(camera))
    await put(join(dir, 'photo.xmp'), xmpPacket('xmp:Rating="2" xmp:Label="Red"'))
    await put(join(dir, 'photo.jpg.xmp'), xmpPacket('xmp:Rating="5"'))
    expect((await readMetadata(file))!.metadata).toMatchObject({ rating: 5, label: 'Red', cameraModel: 'L-1' })
  })

  test('a sidecar that is too large is not read, and the rest is', async () => {
    const dir = tempFolder('metadata')
    const file = await put(join(dir, 'photo.jpg'), await jpegWithExif(camera))
    const sidecar = await put(join(dir, 'photo.jpg.xmp'), xmpPacket('xmp:Rating="5"'))
    truncateSync(sidecar, 600_000_000)
    const { metadata, problem } = (await readMetadata(file))!
    expect(metadata).toMatchObject({ rating: null, cameraModel: 'L-1' })
    expect(inEnglish(problem)).toBe(
      'The sidecar photo.jpg.xmp has 600 MB and was not read; 17 MB are the most. Save it again with the program that made it, or remove it.',
    )
  })

  test.each([
    [
      'an external entity',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>',
      'it is no well-formed XML (External entities are not supported)',
    ],
    ['elements without end', '<a>'.repeat(500) + '</a>'.repeat(500), 'its elements are nested too deeply'],
    ['no XML', 'Rating: 5', 'it holds no XML'],
  ])('a sidecar with %s is refused with a reason, and the rest is read', async (_what, text, why) => {
    const dir = tempFolder('metadata')
    const file = await put(join(dir, 'photo.jpg'), await jpegWithExif(camera))
    await put(join(dir, 'photo.jpg.xmp'), Buffer.from(text))
    const { metadata, problem } = (await readMetadata(file))!
    expect(metadata).toMatchObject({ rating: null, cameraModel: 'L-1' })
    expect(inEnglish(problem)).toBe(`The sidecar photo.jpg.xmp was not read: ${why}. Correct or remove it.`)
  })

  test('a sidecar in UTF-16 is read', async () => {
    const dir = tempFolder('metadata')
    const file = await put(join(dir, 'photo.jpg'), await drawPicture({ width: 8, height: 8 }))
    await put(join(dir, 'photo.xmp'), Buffer.from(`\ufeff${xmpPacket('xmp:Rating="2"')}`, 'utf16le'))
    expect((await readMetadata(file))!.metadata.rating).toBe(2)
  })
})

describe('damage', () => {
  test('a missing file gives null, an empty or foreign one empty metadata', async () => {
    expect(await readMetadata(join(tempFolder('metadata'), 'none.jpg'))).toBeNull()
    for (const bytes of ['', 'no picture at all', '\xff\xd8\xff\xe1\xff\xff']) {
      expect(await read('a.jpg', Buffer.from(bytes, 'latin1'))).toEqual({
        metadata: emptyMetadata(),
        fileOrientation: 1,
        width: 0,
        height: 0,
        problem: null,
        sidecarKey: '',
        cameraPicture: null,
        film: null,
      })
    }
  })

  test('a file cut or changed anywhere is never an error', { tags: 'night' }, async () => {
    const whole = withXmp(withIptc(await jpegWithExif(camera), [[5, Buffer.from('T')]]), xmpPacket('xmp:Rating="4"'))
    const dir = tempFolder('metadata')
    for (let at = 2; at < whole.length; at += 37) {
      const changed = Buffer.from(whole)
      changed.fill(0xff, at, at + 4)
      for (const bytes of [whole.subarray(0, at), changed]) {
        const result = await readMetadata(await put(join(dir, 'a.jpg'), bytes))
        expect(result?.metadata.orientation).toBeGreaterThanOrEqual(1)
      }
    }
  })

  test.skipIf(photos === null)('no odd test photo causes an error', { tags: 'night' }, async () => {
    for (const folder of ['robustness', 'formats']) {
      const files = readdirSync(join(photos!, folder))
        .map((name) => join(photos!, folder, name))
        .filter((file) => statSync(file).isFile())
      expect(files.length).toBeGreaterThan(10)
      for (const file of files) expect(await readMetadata(file), file).not.toBeNull()
    }
  })
})

describe.skipIf(photos === null)('real files', () => {
  const truth: [string, object][] = [
    ['formats/CanonRaw.cr2', { cameraModel: 'Canon EOS 350D DIGITAL', takenAt: '2005-08-03T18:59:18', iso: 400 }],
    [
      'formats/CanonRaw.cr3',
      {
        cameraModel: 'Canon EOS M50',
        takenAt: '2018-02-21T12:08:56',
        iso: 12800,
        lens: 'EF-M15-45mm f/3.5-6.3 IS STM',
        aperture: 3.5,
      },
    ],
    ['formats/FujiFilm.raf', { cameraModel: 'FinePix S5Pro', takenAt: '2007-05-22T13:58:30', focalLength35: 105 }],
    ['formats/Panasonic.rw2', { cameraModel: 'DMC-LX3', takenAt: '2008-08-06T15:21:56' }],
    [
      'formats/IMG_2682.heic',
      { cameraModel: 'iPhone 7', takenAt: '2019-03-21T11:04:22', latitude: 41.2203, colorSpace: 'Display P3' },
    ],
    ['formats/HMD_Nokia_8.3_5G_hdr.heif', { takenAt: '2022-01-12T07:30:14', latitude: 40.6629935 }],
  ]
  test.each(truth)('%s', async (file, expected) => {
    expect((await readMetadata(join(photos!, file)))!.metadata).toMatchObject(expected)
  })

  test('a BigTIFF, which only ExifTool reads', { tags: 'night' }, async () => {
    const tool = createExifToolReader()
    onTestFinished(() => tool.close())
    const read = await readMetadata(join(photos!, 'robustness/hopper_bigtiff.tif'), tool)
    expect(read?.metadata.caption).toMatch(/^File written by Adobe Photoshop/)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i', async (digit) => {
    for (const name of ['Landscape', 'Portrait']) {
      const { metadata, width, height } = (await readMetadata(
        join(photos!, 'exif-orientation', `${name}_${digit}.jpg`),
      ))!
      expect(metadata.orientation).toBe(digit)
      expect(width > height).toBe(name === 'Landscape')
    }
  })

  test('a sidecar of another program, beside a copy of its photo', async () => {
    const dir = tempFolder('metadata')
    const sidecar = join(photos!, 'formats/xmp/exiftool-XMP.xmp')
    expect(existsSync(sidecar)).toBe(true)
    const file = await put(join(dir, 'a.jpg'), await drawPicture({ width: 8, height: 8 }))
    await put(join(dir, 'a.xmp'), readFileSync(sidecar))
    expect((await readMetadata(file))!.metadata).toMatchObject({
      takenAt: '2005-06-09T20:09:27',
      offset: '+02:00',
      cameraModel: 'Canon DIGITAL IXUS 40',
      keywords: ['test1', '&-&amp;-&'],
      rating: 1,
    })
  })
})

/** A file whose rationals of this value are 0/0, in either byte order. */
function withoutParts(file: Buffer, [above, below]: readonly [number, number]): Buffer {
  const changed = Buffer.from(file)
  const value = Buffer.alloc(8)
  for (const write of ['writeUInt32LE', 'writeUInt32BE'] as const) {
    value[write](above, 0)
    value[write](below, 4)
    for (let at = changed.indexOf(value); at >= 0; at = changed.indexOf(value, at + 8)) changed.fill(0, at, at + 8)
  }
  return changed
}
