import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { emptyMetadata } from '../../../src-main/contract/library/empty-metadata.ts'
import { parseIso6709 } from '../../../src-main/library/metadata/read-film.ts'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { mediaBox as box, movieFile } from '../../fixtures/movie-files.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { put, xmpPacket } from './photo-file.ts'

let folder = ''
beforeEach(() => {
  folder = tempFolder('films')
})
const read = async (bytes: Buffer, name = 'a.mov') =>
  (await readMetadata(await put(join(folder, name), bytes)))!.metadata

/** 27 August 2022, 14:25:55 in UTC. */
const MOMENT = Date.UTC(2022, 7, 27, 14, 25, 55) / 1000
const atMoment = ({ takenAt, offset }: { takenAt: string | null; offset: string | null }) =>
  Date.parse(`${takenAt}${offset}`) / 1000 === MOMENT

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at)
  return bytes
}
const text = (value: string) => Buffer.from(value, 'utf8')
const brand = box('ftyp', text('qt  \0\0\0\0qt  '))
const film = (...parts: Buffer[]) => Buffer.concat([brand, box('mdat', Buffer.alloc(500, 3)), box('moov', ...parts)])
const header = (seconds: number) => box('mvhd', u32(0, seconds, seconds), Buffer.alloc(88))
const longHeader = (seconds: number) => box('mvhd', u32(0x01000000, 0, seconds, 0, seconds), Buffer.alloc(92))
const SINCE_1904 = MOMENT + 2_082_844_800
const atom = (type: string, value: string) => {
  const bytes = text(value)
  return box(type, Buffer.from([bytes.length >> 8, bytes.length & 255, 0x15, 0xc7]), bytes)
}
const named = (keys: [string, string | number][]) => [
  box('hdlr', u32(0, 0), text('mdta'), Buffer.alloc(13)),
  box('keys', u32(0, keys.length), ...keys.map(([key]) => box('mdta', text(key)))),
  box(
    'ilst',
    ...keys.map(([, value], at) => {
      const float = Buffer.alloc(4)
      if (typeof value === 'number') float.writeFloatBE(value)
      const data = typeof value === 'number' ? box('data', u32(23, 0), float) : box('data', u32(1, 0), text(value))
      return box(u32(at + 1).toString('latin1'), data)
    }),
  ),
]

const apple: [string, string | number][] = [
  ['com.apple.quicktime.creationdate', '2022-08-27T16:25:55+0200'],
  ['com.apple.quicktime.location.ISO6709', '+48.2081+016.3738+183.100/'],
  ['com.apple.quicktime.make', 'Apple'],
  ['com.apple.quicktime.model', 'iPhone 13'],
  ['com.apple.quicktime.title', 'Prater'],
  ['com.apple.quicktime.description', 'Größe'],
  ['com.apple.quicktime.keywords', 'wheel,night'],
  ['com.apple.quicktime.rating.user', 4],
]

test("an iPhone's keys are read, in QuickTime's box and in that of ISO", async () => {
  for (const meta of [box('meta', ...named(apple)), box('meta', u32(0), ...named(apple))])
    expect(await read(film(header(SINCE_1904 - 86_400), meta))).toMatchObject({
      takenAt: '2022-08-27T16:25:55',
      offset: '+02:00',
      latitude: 48.2081,
      longitude: 16.3738,
      altitude: 183.1,
      cameraMake: 'Apple',
      cameraModel: 'iPhone 13',
      title: 'Prater',
      caption: 'Größe',
      rating: 4,
      keywords: ['wheel', 'night'],
    })
})

test("a creation time in UTC is the same moment in this machine's zone; none is invented", async () => {
  for (const bytes of [header(SINCE_1904), longHeader(SINCE_1904), header(MOMENT)])
    expect(atMoment(await read(film(bytes)))).toBe(true)
  for (const bytes of [header(0), header(2_082_844_800), header(60), longHeader(0)])
    expect((await read(film(bytes))).takenAt).toBeNull()
  const track = box('trak', box('tkhd', u32(0, SINCE_1904, 0), Buffer.alloc(72)))
  expect(atMoment(await read(film(header(0), track)))).toBe(true)
  const old = film(header(SINCE_1904)).subarray(brand.length) // From before brands existed.
  expect(atMoment(await read(old))).toBe(true)
  const goPro = film(
    header(SINCE_1904),
    box('udta', box('FIRM', text('HD8')), box('GPMF', text('MINFc\x01\0\x05HERO8'))),
  )
  expect(await read(goPro)).toMatchObject({ takenAt: '2022-08-27T14:25:55', offset: null, cameraModel: 'HERO8' })
})

test('places of phones, with a height and without, and those of 3GPP', async () => {
  const here = { latitude: 48.2081, longitude: 16.3738 }
  for (const place of ['+48.2081+016.3738/', '+48.2081+16.3738', '+48.2081+016.3738+183.000/'])
    expect(await read(film(box('udta', atom('\xa9xyz', place))), 'a.mp4')).toMatchObject({
      ...here,
      altitude: place.includes('183') ? 183 : null,
    })
  const loci = box(
    'loci',
    u32(0),
    Buffer.from([0, 0]),
    text('Wien\0\0'),
    u32(16.5 * 65536, -48.25 * 65536, 100 * 65536),
  )
  expect(await read(film(box('udta', loci)))).toMatchObject({ latitude: -48.25, longitude: 16.5, altitude: 100 })
  expect(parseIso6709('+4812.486-01622.428/')).toEqual({
    latitude: expect.closeTo(48.2081, 6),
    longitude: expect.closeTo(-16.3738, 6),
  })
  expect(parseIso6709('-481229.16+0162225.68/')!.latitude).toBeCloseTo(-48.2081, 4)
  for (const none of ['', '+00.0000+000.0000/', 'Wien', '+48.2']) expect(parseIso6709(none)).toBeNull()
})

test('texts in atoms: of other cameras, Android and iTunes; a year alone is not a capture time', async () => {
  const item = (type: string, value: string) => box(type, box('data', u32(1, 0), text(value)))
  const tunes = box(
    'meta',
    u32(0),
    box('hdlr', u32(0, 0)),
    box('ilst', item('\xa9nam', 'Fest'), item('\xa9day', '2021')),
  )
  const user = box(
    'udta',
    atom('\xa9mak', 'Canon'),
    atom('@mod', 'EOS R6'),
    atom('\xa9day', '2021-03-04T05:06:07-05:00'),
    tunes,
  )
  expect(await read(film(user))).toMatchObject({
    takenAt: '2021-03-04T05:06:07',
    offset: '-05:00',
    cameraMake: 'Canon',
    cameraModel: 'EOS R6',
    title: 'Fest',
  })
  const android = named([
    ['com.android.manufacturer', 'Google'],
    ['com.android.model', 'Pixel 8'],
  ])
  expect(await read(film(box('meta', ...android), box('udta', tunes)))).toMatchObject({
    takenAt: null,
    cameraMake: 'Google',
    cameraModel: 'Pixel 8',
  })
})

test("Sony's XML, and XMP in a separate box", async () => {
  const xml = `<NonRealTimeMeta><CreationDate value="2020-01-02T03:04:05+09:00"/><Device manufacturer="Sony" modelName="ILCE-7M3" serialNo="77"/>
    <Group name="ExifGPS"><Item name="LatitudeRef" value="N"/><Item name="Latitude" value="48:12:29.16"/>
    <Item name="LongitudeRef" value="W"/><Item name="Longitude" value="16:22:25.68"/></Group></NonRealTimeMeta>`
  const meta = box('meta', u32(0), box('hdlr', u32(0, 0), text('nrtm')), box('xml ', u32(0), text(xml)))
  const sony = await read(Buffer.concat([film(header(SINCE_1904)), meta]))
  expect(sony).toMatchObject({
    takenAt: '2020-01-02T03:04:05',
    offset: '+09:00',
    cameraModel: 'ILCE-7M3',
    cameraSerial: '77',
  })
  expect([sony.latitude, sony.longitude]).toEqual([expect.closeTo(48.2081, 4), expect.closeTo(-16.3738, 4)])
  const id = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
  const xmp = text(xmpPacket('xmp:Rating="3" exif:DateTimeOriginal="2019-05-06T07:08:09+01:00"'))
  for (const bytes of [
    Buffer.concat([film(header(SINCE_1904)), box('uuid', id, xmp)]),
    film(header(SINCE_1904), box('udta', box('XMP_', xmp))),
  ])
    expect(await read(bytes)).toMatchObject({ rating: 3, takenAt: '2019-05-06T07:08:09', offset: '+01:00' })
})

const element = (id: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(id, 'hex'), u32(content.length | 0x10000000), content])
}
const ns = Buffer.alloc(8)
ns.writeBigInt64BE(BigInt(MOMENT - Date.UTC(2001, 0, 1) / 1000) * 1_000_000_000n)
const simple = (name: string, value: string) =>
  element('67c8', element('45a3', text(name)), element('4487', text(value)))
const mkvTags = element(
  '1254c367',
  element('7373', simple('LOCATION', '+48.2081+016.3738/'), simple('COM.APPLE.QUICKTIME.MAKE', 'Apple')),
)
const mkvInfo = element('1549a966', element('4461', ns), element('7ba9', text('Prater')))
const cluster = element('1f43b675', Buffer.alloc(3_000, 0xff))
const mkv = (...parts: Buffer[]) =>
  Buffer.concat([element('1a45dfa3', element('4282', text('matroska'))), element('18538067', ...parts)])
/** Offsets of tags, from the start of the segment's content; it has its own length. */
const seek = (place: number) =>
  element('114d9b74', element('4dbb', element('53ab', Buffer.from('1254c367', 'hex')), element('53ac', u32(place))))

test('a Matroska film has its date, and tags even after its pictures', async () => {
  const whole = { title: 'Prater', latitude: 48.2081, longitude: 16.3738, cameraMake: 'Apple' }
  const seekBytes = seek(0).length
  const broken = Buffer.concat([Buffer.from('1f43b67501ffffffffffffff', 'hex'), Buffer.alloc(3_000, 0xff)])
  for (const bytes of [
    mkv(mkvInfo, mkvTags, cluster),
    mkv(mkvInfo, cluster, mkvTags),
    mkv(seek(seekBytes + mkvInfo.length + broken.length), mkvInfo, broken, mkvTags),
  ]) {
    const filmMetadata = await read(bytes, 'a.mkv')
    expect(filmMetadata).toMatchObject(whole)
    expect(atMoment(filmMetadata)).toBe(true)
  }
})

const chunk = (id: string, content: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([text(id), size, content, Buffer.alloc(content.length % 2)])
}
const avi = chunk(
  'RIFF',
  Buffer.concat([
    text('AVI '),
    chunk(
      'LIST',
      Buffer.concat([
        text('hdrl'),
        chunk('avih', Buffer.alloc(56)),
        chunk('IDIT', text('SAT AUG 27 16:25:55 2022\n\0')),
      ]),
    ),
    chunk('LIST', Buffer.concat([text('INFO'), chunk('INAM', text('Prater\0'))])),
    chunk('_PMX', text(xmpPacket('xmp:Rating="2"'))),
  ]),
)

test('an AVI film has its date, title and XMP', async () => {
  expect(await read(avi, 'a.avi')).toMatchObject({
    takenAt: '2022-08-27T16:25:55',
    offset: null,
    title: 'Prater',
    rating: 2,
  })
})

test('films cut off or changed anywhere give what they can and end', { tags: 'night' }, async () => {
  const random = seededRandom(7)
  const wholes: [Buffer, string][] = [
    [film(header(SINCE_1904), box('meta', ...named(apple)), box('udta', atom('\xa9xyz', '+48+016/'))), 'b.mov'],
    [mkv(mkvInfo, cluster, mkvTags), 'b.mkv'],
    [avi, 'b.avi'],
    [movieFile({ width: 4, height: 4, durationMs: 1 }), 'c.mov'],
  ]
  for (const [whole, name] of wholes)
    for (let run = 0; run < 40; run++) {
      const changed = Buffer.from(whole)
      for (let i = 0; i < 6; i++) changed[Math.floor(random() * whole.length)] = Math.floor(random() * 256)
      await read(changed.subarray(0, Math.floor(random() * whole.length * 1.5)), name)
    }
  expect(await read(Buffer.concat([brand, u32(0), text('moov')]))).toEqual(emptyMetadata())
})

/** An AVCHD film: packets with a time before each; the first picture holds a camcorder's DV packs. */
function camcorderFilm(packs: readonly (readonly [id: number, ...bytes: number[]])[]): Buffer {
  const mark = Buffer.concat([Buffer.from('17ee8c60f84d11d98cd60800200c9a66', 'hex'), text('MDPM')])
  const message = Buffer.concat([mark, Buffer.from([packs.length, ...packs.flat()])])
  // oxlint-disable-next-line no-control-regex
  const guarded = Buffer.from(message.toString('latin1').replace(/\0\0(?=[\0-\u0003])/g, '\0\0\u0003'), 'latin1')
  const unit = Buffer.concat([Buffer.from([0, 0, 0, 1, 6, 5, message.length]), guarded, Buffer.from([0x80])])
  const head = Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1])
  const stream = Buffer.concat([head, unit, Buffer.alloc(700, 0xff)])
  return Buffer.concat(
    Array.from({ length: Math.ceil(stream.length / 184) }, (_, at) => {
      const packet = Buffer.alloc(192, 0xff)
      packet.set([0, 0, 0, 0, 0x47, at === 0 ? 0x50 : 0x10, 0x11, 0x10])
      stream.copy(packet, 8, at * 184, (at + 1) * 184)
      return packet
    }),
  )
}

test('films of camcorders have their recording time and camera', async () => {
  const time = (zone: number, ...more: (readonly [number, ...number[]])[]) =>
    camcorderFilm([[0x18, zone, 0x20, 0x09, 0x05], [0x19, 0x03, 0x12, 0x11, 0x10], ...more])
  const canon = await read(time(0x05, [0xe0, 0x10, 0x11, 0, 0]), 'a.mts')
  expect(canon).toMatchObject({ takenAt: '2009-05-03T12:11:10', offset: '+02:30', cameraMake: 'Canon' })
  const model = [...Buffer.from('HDR-CX105E\0\0')]
  const parts = [0, 4, 8].map((at, i) => [0xe4 + i, ...model.slice(at, at + 4)] as const)
  const sony = await read(time(0xff, [0x7f, 0, 0, 0, 1], [0xe0, 0x01, 0x08, 0, 0], ...parts), 'b.m2ts')
  expect(sony).toMatchObject({
    takenAt: '2009-05-03T12:11:10',
    offset: null,
    cameraMake: 'Sony',
    cameraModel: 'HDR-CX105E',
  })
  expect(await read(time(0x24, [0xe0, 1, 3, 0, 0]), 'c.mts')).toMatchObject({
    offset: '-02:00',
    cameraMake: 'Panasonic',
  })
  expect(await read(camcorderFilm([[0x18, 0, 0xff, 0xff, 0xff]]), 'd.mts')).toMatchObject({ takenAt: null })
  expect((await read(time(0).subarray(0, 4 * 192), 'e.mts')).takenAt).toBe('2009-05-03T12:11:10')
})
