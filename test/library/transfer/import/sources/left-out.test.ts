import { inEnglish } from '../../../../../src-main/contract/sentences/write-text.ts'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ForeignPhoto } from '../../../../../src-main/library/transfer/import/foreign/foreign-photo.ts'
import { LeftOut } from '../../../../../src-main/library/transfer/import/foreign/left-out.ts'
import { readSource } from '../../../../../src-main/library/transfer/import/sources/read-source.ts'
import { connect } from '../../../../../src-main/base/sqlite/connect.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { type LightroomPhoto, makeLightroomCatalog } from '../../../../fixtures/lightroom-catalog.ts'

// Everything a person did in another program is imported, or named in the report with its count and photo.

async function readAll(place: string) {
  const left = new LeftOut()
  const photos: ForeignPhoto[] = []
  for await (const part of readSource(place, { withAlbums: false }, left)) if ('photo' in part) photos.push(part.photo)
  const losses = Object.fromEntries(
    left.list().map(({ what, count, names }) => {
      expect(what.values).toEqual({ count })
      return [inEnglish(what), names.map((name) => (typeof name === 'string' ? name : inEnglish(name)))]
    }),
  )
  return { losses, photos, tags: photos.map(({ work }) => work.tags) }
}

function lightroom(photos: LightroomPhoto[], sql = '') {
  const file = join(tempFolder(), 'a.lrcat')
  const db = makeLightroomCatalog(file, '/photos/', photos)
  db.exec(sql)
  db.close()
  return readAll(file)
}

function digikam(sql: string) {
  const file = join(tempFolder(), 'digikam4.db')
  copyFileSync(join(import.meta.dirname, '../../../../fixtures/digikam/digikam4.db'), file)
  const db = connect(file)
  db.exec(sql)
  db.close()
  return readAll(file)
}

function write(name: string, text: string) {
  const file = join(tempFolder(), name)
  writeFileSync(file, text)
  return file
}

test("a virtual copy's keywords and collections go to its photo, and the rest is reported", async () => {
  const { losses, tags } = await lightroom([
    {
      name: 'a.jpg',
      rating: 4,
      title: 'Opera',
      keywords: [['sea']],
      copies: [
        {
          copyName: 'Black and white',
          rating: 5,
          pick: -1,
          title: 'Dark opera',
          caption: 'Night',
          keywords: [['sea'], ['Style', 'dark']],
          collections: [['Prints']],
        },
        { copyName: 'Copy 2', rating: 4, title: 'Opera', label: 'Purple' },
        { rating: 4, title: 'Opera' },
      ],
    },
    { name: 'b.jpg', rating: 1 },
  ])
  expect(losses).toEqual({
    '3 virtual copies': [
      'a.jpg, Black and white: rating 5, rejected, title Dark opera, caption Night',
      'a.jpg, Copy 2: label Purple',
      'a.jpg',
    ],
  })
  expect(tags).toEqual([['sea', 'Style/dark'], []])
})

test("names of faces become tags; their places are reported, and Lightroom's mere suggestions are not", async () => {
  const { losses, tags } = await lightroom([
    {
      name: 'a.jpg',
      faces: [
        { keyword: ['People', 'Ada'], is: 'named' },
        { keyword: ['People', 'Bo'], is: 'proposed' },
        { keyword: ['People', 'Cy'], is: 'refused' },
      ],
    },
  ])
  expect(losses).toEqual({ '1 place of a named face': ['a.jpg: Ada'] })
  expect(tags).toEqual([['People/Ada']])
})

test("a virtual copy's crop is reported if it differs", async () => {
  const crop = (left: number) => [`s = { CropBottom = 1, CropLeft = ${left}, CropRight = 1, CropTop = 0 }`]
  const { losses } = await lightroom([
    {
      name: 'a.jpg',
      settings: crop(0.1),
      copies: [
        { copyName: 'Same', settings: crop(0.1) },
        { copyName: 'Tall', settings: crop(0.5) },
        { copyName: 'Whole' },
      ],
    },
  ])
  expect(losses['3 virtual copies']).toEqual(['a.jpg, Same', 'a.jpg, Tall: another crop', 'a.jpg, Whole: no crop'])
})

test.each([
  ['develop settings', { isDeveloped: true }, '', '1 photo with develop settings', 'a.jpg'],
  ['a stack', { stack: 1 }, '', '1 stack', 'a.jpg'],
  ['the quick collection', { isQuick: true }, '', '1 photo in the quick collection', 'a.jpg'],
  [
    'a snapshot',
    {},
    "INSERT INTO Adobe_libraryImageDevelopSnapshot (id_global, image, name) SELECT 's', id_local, 'Final' FROM Adobe_images",
    '1 snapshot of develop settings',
    'a.jpg: Final',
  ],
  [
    'a city',
    {},
    'INSERT INTO AgHarvestedIptcMetadata (image, cityRef) SELECT id_local, 1 FROM Adobe_images',
    '1 photo with further IPTC fields (read from the file)',
    'a.jpg',
  ],
  [
    'a damaged packet',
    {},
    "INSERT INTO Adobe_AdditionalMetadata (id_global, image, xmp) SELECT 'h', id_local, x'0000010011223344' FROM Adobe_images",
    '1 damaged packet, which may hold a title',
    'a.jpg',
  ],
  [
    'a changed capture time',
    { takenAt: '2024-05-06T20:15:00' },
    "UPDATE Adobe_images SET originalCaptureTime = '2001-01-01T00:00:00'",
    '1 capture time that was changed (read from the file)',
    'a.jpg: 2024-05-06T20:15:00',
  ],
  [
    'a smart collection',
    {},
    "INSERT INTO AgLibraryCollection (creationId, name, systemOnly) VALUES ('com.adobe.ag.library.smart_collection', 'Best', '0.0')",
    '1 smart collection',
    'Best',
  ],
  [
    'a book',
    {},
    "INSERT INTO AgLibraryCollection (creationId, name, systemOnly) VALUES ('com.adobe.ag.book', 'Italy', '0.0')",
    '1 book, slideshow, print or web page',
    'Italy',
  ],
  [
    'a published collection',
    {},
    `INSERT INTO AgLibraryPublishedCollection (id_local, name) VALUES (7, 'Web'), (8, 'empty');
     INSERT INTO AgLibraryPublishedCollectionImage (collection, image) SELECT 7, id_local FROM Adobe_images`,
    '1 published collection',
    'Web',
  ],
  [
    'a synonym',
    { keywords: [['sea']] },
    "INSERT INTO AgLibraryKeywordSynonym (keyword, name) SELECT id_local, 'ocean' FROM AgLibraryKeyword WHERE name = 'sea'",
    '1 synonym of a keyword',
    'sea: ocean',
  ],
  [
    'a comment',
    {},
    "INSERT INTO AgPhotoComment (id_global, comment, photo) SELECT 'c', 'Nice', id_local FROM Adobe_images",
    '1 comment',
    'a.jpg: Nice',
  ],
  [
    'a field of a plug-in',
    {},
    "INSERT INTO AgPhotoProperty (id_global, internalValue, photo) SELECT 'p', 'x', id_local FROM Adobe_images",
    '1 photo with fields of plug-ins',
    'a.jpg',
  ],
  [
    'a label of a folder',
    { folder: '2024/' },
    "INSERT INTO AgLibraryFolderLabel (id_global, folder, label) SELECT 'l', id_local, 'red' FROM AgLibraryFolder",
    '1 colour label of a folder',
    '2024/: red',
  ],
  [
    'a label of a collection',
    { collections: [['Best']] },
    "INSERT INTO AgLibraryCollectionLabel (id_global, collection, label) SELECT 'l', id_local, 'red' FROM AgLibraryCollection WHERE name = 'Best'",
    '1 colour label of a collection',
    'Best: red',
  ],
  [
    'a poster frame',
    {},
    'INSERT INTO AgVideoInfo (image, poster_frame_set_by_user) SELECT id_local, 1 FROM Adobe_images',
    '1 chosen picture of a video',
    'a.jpg',
  ],
] as [string, Partial<LightroomPhoto>, string, string, string][])(
  'Lightroom: %s is reported',
  async (_title, photo, sql, what, name) => {
    expect((await lightroom([{ name: 'a.jpg', ...photo }], sql)).losses).toEqual({ [what]: [name] })
  },
)

test("content of every catalogue that is not a person's work is not reported", async () => {
  expect(
    (await lightroom([{ name: 'a.jpg', rating: 3, keywords: [['sea']], collections: [['Best']] }])).losses,
  ).toEqual({})
  expect((await digikam('')).losses).toEqual({})
})

test.each([
  [
    'the flag "Pending"',
    "INSERT INTO ImageTags SELECT 1, id FROM Tags WHERE name = 'Pick Label Pending'",
    '1 flag "Pending" of digiKam',
    'IMG_0001.jpg',
  ],
  [
    'the place of a face',
    "INSERT INTO ImageTagProperties SELECT 1, id, 'tagRegion', '<rect/>' FROM Tags WHERE name = 'Ada'",
    '1 place of a named face',
    'IMG_0001.jpg: Ada',
  ],
  [
    'a caption in another language',
    "INSERT INTO ImageComments (imageid, type, language, author, comment) VALUES (1, 1, 'de-DE', '', 'Die Oper')",
    '1 text in another language',
    'IMG_0001.jpg: Die Oper',
  ],
  [
    'the caption of an album',
    "UPDATE Albums SET caption = 'Holidays' WHERE relativePath = '/Garden'",
    '1 caption or category of an album',
    '/Garden: Holidays',
  ],
  [
    'a saved search',
    "INSERT INTO Searches (type, name, query) VALUES (2, 'Best', ''), (2, '_Current_Search_View_', '')",
    '1 saved search',
    'Best',
  ],
  [
    'a group',
    'INSERT INTO ImageRelations VALUES (4, 5, 2)',
    '1 photo grouped with another one, or made of it',
    'IMG_0001.jpg',
  ],
  ['a photo in the bin', 'UPDATE Images SET status = 3 WHERE id = 5', "1 photo in digiKam's bin", 'rose.jpg'],
])('digiKam: %s is reported', async (_title, sql, what, name) => {
  expect((await digikam(sql)).losses).toEqual({ [what]: [name] })
})

const packet = (attributes: string): string =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}/></rdf:RDF>`

test('positions and texts of IPTC are imported from Lightroom', async () => {
  const place = 'exif:GPSLatitude="48,12.5N" exif:GPSLongitude="16,22E"'
  const xmp = packet(`photoshop:Credit="Agency" photoshop:City="Wien" ${place}`)
  const { losses, photos } = await lightroom(
    [{ name: 'a.jpg' }, { name: 'b.jpg', caption: 'c' }],
    `INSERT INTO Adobe_AdditionalMetadata (id_global, image, xmp)
       SELECT 'h', min(id_local), '${xmp}' FROM Adobe_images;
     UPDATE AgLibraryIPTC SET altTextAccessibility = 'A boat' WHERE image = (SELECT max(id_local) FROM Adobe_images);
     INSERT INTO AgHarvestedExifMetadata (image, gpsLatitude, gpsLongitude, hasGPS)
       SELECT id_local, 1.5, -2.25, 1 FROM Adobe_images`,
  )
  expect(losses).toEqual({})
  expect(photos.map(({ work: { position, texts } }) => ({ position, texts }))).toEqual([
    { position: '48.2083333,16.3666667', texts: { credit: 'Agency', city: 'Wien' } },
    { position: '1.5,-2.25', texts: { altText: 'A boat' } },
  ])
})

test('positions, headlines and texts of IPTC are imported from digiKam; unknown fields are reported', async () => {
  const { losses, photos } = await digikam(
    `INSERT INTO ImagePositions (imageid, latitudeNumber, longitudeNumber, altitude) VALUES (5, 48.2, 16.3, 171);
     INSERT INTO ImageComments (imageid, type, language, author, comment) VALUES (5, 2, 'x-default', '', 'Night');
     INSERT INTO ImageProperties VALUES (5, 'city', 'Vienna'), (5, 'country', 'AUT');
     INSERT INTO ImageCopyright (imageid, property, value) VALUES (5, 'source', 'Agency'),
       (5, 'creatorContactInfo.email', 'nobody')`,
  )
  expect(losses).toEqual({ '1 text that is none of its field': ['rose.jpg: creator_email'] })
  const rose = photos.find(({ path }) => path.endsWith('/rose.jpg'))!
  expect([rose.work.position, rose.work.texts]).toEqual([
    '48.2,16.3,171',
    { headline: 'Night', source: 'Agency', city: 'Vienna', countryCode: 'AUT' },
  ])
})

test('for sidecars, data that Lumafold reads only next to photos is reported', async () => {
  const file = write(
    'a.jpg.xmp',
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
      xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:MP="http://ns.microsoft.com/photo/1.2/"
      xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#"
      digiKam:PickLabel="2" exif:GPSLatitude="48,12N" exif:GPSLongitude="16,22E" photoshop:City="Vienna">
      <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag><rdf:li MPReg:Rectangle="0.25, 0.2, 0.5, 0.2"
        MPReg:PersonDisplayName="Anna"/></rdf:Bag></MPRI:Regions></MP:RegionInfo></rdf:Description></rdf:RDF>`,
  )
  const { losses, photos } = await readAll(join(file, '..'))
  expect(photos[0]!.work).toMatchObject({ position: '48.2,16.3666667', texts: { city: 'Vienna' } })
  expect(losses).toEqual({
    '1 flag "Pending" of digiKam': ['a.jpg'],
    '1 place of a named face': ['a.jpg'],
    '1 photo with further IPTC fields (read from the file)': ['a.jpg'],
  })
})

test('for a table, given dates that do not exist are reported and left out', async () => {
  const text = 'path,taken_at,dated\na.jpg,2023-02-30 10:00:00,yes\nb.jpg,2024-02-29 10:00:00,yes\nc.jpg,soon,\n'
  const { photos, losses } = await readAll(write('a.csv', text))
  expect(photos.map(({ work }) => work.takenAt)).toEqual([undefined, '2024-02-29T10:00:00', undefined])
  expect(losses).toEqual({ '1 text that is none of its field': ['a.jpg: taken_at'] })
})

test('for a table, columns and values that are not understood are reported', async () => {
  const text = 'path,rating,flag,mood,image_hash,Rating\na.jpg,five,picked,glad,x,1\nb.jpg,5,1,sad,y,\nc.jpg,7,,,,\n'
  expect((await readAll(write('a.csv', text))).losses).toEqual({
    '2 columns that are not known': ['mood', 'Rating'],
    '2 ratings that are no numbers from 0 to 5': ['a.jpg', 'c.jpg'],
    '1 flag that is not -1, 0 or 1': ['a.jpg'],
  })
})
