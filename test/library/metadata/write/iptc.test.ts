import { runExiftool } from '../../../fixtures/exiftool.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type TextField, textFields } from '../../../../src-main/contract/library/text-fields.ts'
import { readForms } from '../../../fixtures/other-programs.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { jpegWithExif, withIptc, withXmp, xmpPacket } from '../photo-file.ts'
import { choose, openWriting, readBack } from './writing.ts'

/** Some tags as ExifTool reads them, which shares no code with the program; `-n` as numbers. */
const says = (file: string, ...tags: string[]): unknown =>
  (JSON.parse(runExiftool(['-j', '-n', '-struct', '-G1', ...tags, file])) as unknown[])[0]

const all: Record<TextField, string> = {
  ...(Object.fromEntries(textFields.map((field) => [field, `Ünïcode & <${field}>`])) as Record<TextField, string>),
  caption: 'two\nlines',
  copyrightStatus: 'public-domain',
  copyrightUrl: 'https://example.com/rights?a=1&b=2',
  creatorEmail: 'zoe@example.com',
  creatorWeb: 'https://example.com',
  countryCode: 'AUT',
}

async function openWith(name: string, bytes: Buffer, mode: 'sidecars' | 'files') {
  const library = openWriting()
  await choose(library, mode)
  writeFileSync(library.path(name), bytes)
  return { ...library, id: await library.record(name) }
}

const IN_XMP = {
  'XMP-dc:Title': all.title,
  'XMP-dc:Description': all.caption,
  'XMP-dc:Creator': [all.creator],
  'XMP-dc:Rights': all.copyright,
  'XMP-photoshop:Headline': all.headline,
  'XMP-photoshop:CaptionWriter': all.captionWriter,
  'XMP-photoshop:AuthorsPosition': all.creatorTitle,
  'XMP-photoshop:Credit': all.credit,
  'XMP-photoshop:Source': all.source,
  'XMP-photoshop:Instructions': all.instructions,
  'XMP-photoshop:TransmissionReference': all.jobId,
  'XMP-photoshop:City': all.city,
  'XMP-photoshop:State': all.region,
  'XMP-photoshop:Country': all.country,
  'XMP-iptcCore:Location': all.sublocation,
  'XMP-iptcCore:CountryCode': 'AUT',
  'XMP-iptcCore:AltTextAccessibility': all.altText,
  'XMP-iptcCore:ExtDescrAccessibility': all.extendedDescription,
  'XMP-iptcCore:CreatorContactInfo': {
    CiAdrExtadr: all.creatorAddress,
    CiAdrCity: all.creatorCity,
    CiAdrRegion: all.creatorRegion,
    CiAdrPcode: all.creatorPostcode,
    CiAdrCtry: all.creatorCountry,
    CiTelWork: all.creatorPhone,
    CiEmailWork: all.creatorEmail,
    CiUrlWork: all.creatorWeb,
  },
  'XMP-xmpRights:Marked': false,
  'XMP-xmpRights:WebStatement': all.copyrightUrl,
  'XMP-xmpRights:UsageTerms': all.usageTerms,
  'XMP-exif:GPSLatitude': -33.918861,
  'XMP-exif:GPSLongitude': 18.4233,
  'XMP-exif:GPSAltitude': 25.5,
  'XMP-exif:DateTimeOriginal': '1987:06:05 04:03:02-03:30',
}

test.each(['sidecars', 'files'] as const)(
  'every field, a position and a time with its offset are written into %s, read back, and removed without a trace',
  { tags: 'night' },
  async (mode) => {
    const before = await drawPicture({ width: 8, height: 8, format: 'jpeg' })
    const { catalog, writer, id, path, folder, read, detail } = await openWith('a.jpg', before, mode)
    const position = { latitude: -33.918861, longitude: 18.4233, altitude: 25.5 }
    catalog.changes.apply({ kind: 'fields', ids: [id], values: all })
    catalog.changes.apply({ kind: 'position', ids: [id], position })
    catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: '1987-06-05T04:03:02-03:30' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
    const target = path(mode === 'files' ? 'a.jpg' : 'a.jpg.xmp')
    expect(says(target, '-XMP:all')).toMatchObject(IN_XMP)
    const gps = says(target, '-GPS:all')
    if (mode === 'files')
      expect(gps).toMatchObject({
        'GPS:GPSLatitude': expect.closeTo(33.918861, 6) as number,
        'GPS:GPSLatitudeRef': 'S',
        'GPS:GPSLongitudeRef': 'E',
        'GPS:GPSAltitude': 25.5,
      })
    const found = await readBack(path('a.jpg'))
    expect(found).toMatchObject({ ...all, takenAt: '1987-06-05T04:03:02', offset: '-03:30', altitude: 25.5 })
    expect(found.latitude).toBeCloseTo(position.latitude, 6)

    await read(id)
    expect(await writer.flush()).toMatchObject({ pending: 0, conflicts: 0 })
    for (let step = 0; step < 3; step++) catalog.changes.undo()
    await writer.flush()
    expect(detail(id).metadata).toMatchObject({ city: null, creatorCity: null, latitude: null, takenAt: null })
    expect(readdirSync(folder)).toEqual(['a.jpg'])
    expect(readFileSync(path('a.jpg')).equals(before)).toBe(true)
  },
)

test('IPTC that repeats a field changes with it, even if it is longer than IPTC allows', async () => {
  const former = [
    [85, 'old job title'],
    [90, 'old city'],
    [92, 'old place'],
    [95, 'old state'],
    [100, 'OLD'],
    [101, 'old country'],
    [103, 'old job'],
    [105, 'old headline'],
    [110, 'old credit'],
    [115, 'old source'],
    [40, 'old instructions'],
    [122, 'old writer'],
  ] as const
  const before = withIptc(
    await jpegWithExif({ IFD0: { Make: 'Lumen' } }),
    former.map(([dataset, text]): [number, Buffer] => [dataset, Buffer.from(text)]),
  )
  const { catalog, writer, id, path, detail } = await openWith('a.jpg', before, 'files')
  expect(detail(id).metadata).toMatchObject({
    city: 'old city',
    headline: 'old headline',
    title: null,
    countryCode: 'OLD',
  })
  const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
  catalog.changes.apply({ kind: 'fields', ids: [id], values: { ...all, city } })
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
  const after = readFileSync(path('a.jpg'))
  for (const [, text] of former) expect(after.includes(text), text).toBe(false)
  expect(says(path('a.jpg'), '-IPTC:all')).toMatchObject({ 'IPTC:Headline': all.headline, 'IPTC:Source': all.source })
  expect(await readBack(path('a.jpg'))).toMatchObject({ ...all, city })
  catalog.changes.undo()
  await writer.flush()
  expect(readFileSync(path('a.jpg')).equals(before)).toBe(true)
})

test('a file has each field once, in EXIF, IPTC-IIM and XMP, whatever it had before', async () => {
  const picture = await drawPicture({ width: 8, height: 8, format: 'jpeg' })
  const library = openWriting()
  await choose(library, 'files')
  const { catalog, writer, path } = library
  writeFileSync(path('plain.jpg'), picture)
  const location =
    '{City=Wien,ProvinceState=Wien,CountryName=Österreich,LocationId=http://sws.geonames.org/2761369,GPSLatitude=48.2}'
  const former = [
    'IFD0:ImageDescription=CAMERA DEFAULT',
    'ExifIFD:UserComment=alt',
    'XMP-dc:Description=alt',
    'XMP-photoshop:City=Wien',
    `XMP-iptcExt:LocationCreated=${location}`,
    'IPTC:Headline=alt',
    'GPS:GPSLatitude=48.2',
    'GPS:GPSLatitudeRef=N',
    'GPS:GPSLongitude=16.3',
    'GPS:GPSLongitudeRef=E',
    ...['ExifIFD:DateTimeOriginal', 'ExifIFD:CreateDate'].map((tag) => `${tag}=2019:05:12 14:33:12`),
    ...['XMP-xmp:CreateDate', 'XMP-exif:DateTimeDigitized'].map((tag) => `${tag}=2019:05:12 14:33:12+02:00`),
    'ExifIFD:OffsetTimeOriginal=+02:00',
    'ExifIFD:OffsetTimeDigitized=+02:00',
    'IPTC:DateCreated=2019:05:12',
    'IPTC:DigitalCreationDate=2019:05:12',
    'IPTC:DigitalCreationTime=14:33:12+02:00',
    'XMP-photoshop:DateCreated=2019:05:12 14:33:12+02:00',
    'IPTC:TimeCreated=14:33:12+02:00',
  ].map((each) => `-${each}`)
  runExiftool(['-q', ...former, '-o', path('a.jpg'), path('plain.jpg')])
  const before = readFileSync(path('a.jpg'))
  const id = await library.record('a.jpg')
  const values = { ...all, city: 'Linz', region: '', country: 'Austria', caption: 'neu', creator: 'Zoë; Ann' }
  catalog.changes.apply({ kind: 'fields', ids: [id], values })
  catalog.changes.apply({ kind: 'position', ids: [id], position: { latitude: 10.5, longitude: 20, altitude: null } })
  catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: '1987-06-05T04:03:02-03:30' })
  catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'Wald' })
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
  expect(readForms(path('a.jpg'))).toMatchObject({
    title: [all.title],
    caption: ['neu'],
    creator: ['Zoë; Ann'],
    keywords: ['Wald'],
    headline: [all.headline],
    credit: [all.credit],
    city: ['Linz'],
    country: ['Austria'],
    countryCode: ['AUT'],
    latitude: ['10.50000'],
    taken: ['1987:06:05 04:03:02-03:30'],
    digitised: ['1987:06:05 04:03:02-03:30'],
  })
  const written = says(path('a.jpg'), '-XMP-iptcExt:all', '-IPTC:City', '-XMP-photoshop:State') as Record<
    string,
    unknown
  >
  expect(written['IPTC:City']).toBe('Linz')
  expect(written['XMP-photoshop:State']).toBeUndefined()
  expect(written['XMP-iptcExt:LocationCreated']).toMatchObject([{ City: 'Linz', Sublocation: all.sublocation }])
  expect(JSON.stringify(written)).not.toMatch(/Wien|geonames|ProvinceState/)

  // No zone is invented, and a scan keeps its creation date.
  catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: '1987-06-05T05:03:02' })
  await writer.flush()
  expect(readForms(path('a.jpg'))).toMatchObject({
    taken: ['1987:06:05 05:03:02', '1987:06:05'],
    digitised: ['1987:06:05 05:03:02', '1987:06:05'],
  })
  for (let step = 0; step < 5; step++) catalog.changes.undo()
  await writer.flush()
  expect(readFileSync(path('a.jpg')).equals(before)).toBe(true)
  const scan = ['-ExifIFD:DateTimeOriginal=1952:06:01 00:00:00', '-ExifIFD:CreateDate=2015:01:02 03:04:05']
  runExiftool(['-q', ...scan, '-o', path('scan.jpg'), path('plain.jpg')])
  catalog.changes.apply({ kind: 'taken-at', ids: [await library.record('scan.jpg')], takenAt: '1953-06-01T00:00:00' })
  await writer.flush()
  expect(readForms(path('scan.jpg'))).toMatchObject({
    taken: ['1953:06:01 00:00:00'],
    digitised: ['2015:01:02 03:04:05'],
  })
})

test("EXIF's position is replaced, and returns if another program has written since", async () => {
  const before = await jpegWithExif({
    IFD0: { Make: 'Lumen' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '16/1 22/1 0/1' },
  })
  const { catalog, writer, id, path, read, detail } = await openWith('a.jpg', before, 'files')
  expect(detail(id).metadata.latitude).toBeCloseTo(48.2, 6)
  catalog.changes.apply({ kind: 'position', ids: [id], position: { latitude: 1.5, longitude: -2.5, altitude: null } })
  await writer.flush()
  expect(await readBack(path('a.jpg'))).toMatchObject({ latitude: 1.5, longitude: -2.5 })
  await read(id)
  runExiftool(['-q', '-overwrite_original_in_place', '-XMP-dc:Source=elsewhere', path('a.jpg')])
  await read(id)
  catalog.changes.undo()
  expect(await writer.flush()).toMatchObject({ pending: 0, conflicts: 0 })
  const found = await readBack(path('a.jpg'))
  expect([found.latitude, found.longitude]).toEqual([expect.closeTo(48.2, 5), expect.closeTo(16.36667, 5)])
  await read(id)
  catalog.changes.apply({ kind: 'position', ids: [id], position: 'nowhere' })
  await writer.flush()
  expect(await readBack(path('a.jpg'))).toMatchObject({ latitude: null, longitude: null })
})

test("another program's changes of these fields are accepted; fields that both changed are asked about", async () => {
  const picture = await drawPicture({ width: 8, height: 8, format: 'jpeg' })
  const { catalog, writer, id, path, read, detail } = await openWith('a.jpg', picture, 'sidecars')
  catalog.changes.apply({ kind: 'fields', ids: [id], values: { city: 'Wien', creatorCity: 'Graz', credit: 'Me' } })
  await writer.flush()
  const sidecar = path('a.jpg.xmp')
  const put = (from: string, to: string) => writeFileSync(sidecar, readFileSync(sidecar, 'utf8').replace(from, to))
  put('>Wien<', '>Linz<')
  put('>Graz<', '>Bonn<')
  put('>Me<', '>Them<')
  catalog.changes.apply({ kind: 'fields', ids: [id], values: { credit: 'Me again' } })
  await read(id)
  expect(await writer.flush()).toMatchObject({ conflicts: 1 })
  await read(id)
  expect(detail(id).metadata).toMatchObject({ city: 'Linz', creatorCity: 'Bonn', credit: 'Me again' })
  expect(catalog.metadataWrites.conflicts(9)).toMatchObject([{ field: 'credit', ours: 'Me again', theirs: 'Them' }])
})

test("another program's structure keeps its other parts, in their form", { tags: 'night' }, async () => {
  const names = 'xmlns:i="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"'
  const forms = [
    '<i:CreatorContactInfo i:CiAdrCity="Wien" i:CiAdrPcode="1010"/>',
    '<i:CreatorContactInfo rdf:parseType="Resource"><i:CiAdrCity>Wien</i:CiAdrCity><i:CiAdrPcode>1010</i:CiAdrPcode></i:CreatorContactInfo>',
    '<i:CreatorContactInfo><rdf:Description i:CiAdrCity="Wien"><i:CiAdrPcode>1010</i:CiAdrPcode></rdf:Description></i:CreatorContactInfo>',
  ]
  const picture = await drawPicture({ width: 8, height: 8, format: 'jpeg' })
  for (const form of forms) {
    const { catalog, writer, id, path, detail } = await openWith(
      'a.jpg',
      withXmp(picture, xmpPacket(names, form)),
      'files',
    )
    expect(detail(id).metadata).toMatchObject({ creatorCity: 'Wien', creatorPostcode: '1010' })
    catalog.changes.apply({
      kind: 'fields',
      ids: [id],
      values: { creatorCity: 'Graz', creatorPhone: '1 & 2', creatorPostcode: '' },
    })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
    const expected = { CiAdrCity: 'Graz', CiTelWork: '1 & 2' }
    expect(says(path('a.jpg'), '-XMP:CreatorContactInfo')).toMatchObject({
      'XMP-iptcCore:CreatorContactInfo': expected,
    })
    expect(await readBack(path('a.jpg'))).toMatchObject({
      creatorCity: 'Graz',
      creatorPhone: '1 & 2',
      creatorPostcode: null,
    })
  }
})
