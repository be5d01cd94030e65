import { reads } from '../../../../fixtures/reads.ts'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LeftOut } from '../../../../../src-main/library/transfer/import/foreign/left-out.ts'
import { readSource, type SourcePart } from '../../../../../src-main/library/transfer/import/sources/read-source.ts'
import { connect } from '../../../../../src-main/base/sqlite/connect.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { makeLightroomCatalog } from '../../../../fixtures/lightroom-catalog.ts'

const fixtures = join(import.meta.dirname, '../../../../fixtures')

async function readAll(place: string, withAlbums = false) {
  const left = new LeftOut()
  const parts: SourcePart[] = []
  for await (const part of readSource(place, { withAlbums }, left)) parts.push(part)
  const source = parts.flatMap((part) => ('source' in part ? part.source : []))[0]
  return { source, photos: parts.flatMap((part) => ('photo' in part ? part.photo : [])), left: left.list() }
}

/** Names and hashes of all files in a folder. */
const stateOf = (folder: string) =>
  readdirSync(folder).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  ])

test('a Lightroom catalogue open in its program is read with its log, and nothing is written', async () => {
  const folder = tempFolder()
  const file = join(folder, 'Holidays.lrcat')
  const open = makeLightroomCatalog(file, 'C:\\Users\\me\\Pictures\\', [
    {
      folder: '2024/Vienna/',
      name: 'IMG_0001.CR3',
      rating: 4,
      pick: 1,
      label: 'Red',
      caption: ' At night ',
      title: 'Opera &amp; more',
      creator: 'Ada; Bo',
      copyright: '© Ada',
      takenAt: '2024-05-06T20:15:00.12',
      keywords: [['Places', 'Austria', 'Vienna'], ['Places'], ['AC/DC']],
      collections: [['Best of', 'Spring']],
      copies: [{}],
      isQuick: true,
    },
    { name: 'plain.jpg', pick: -1 },
  ])
  const before = stateOf(folder)
  expect(before.map(([name]) => name)).toContain('Holidays.lrcat-wal')
  const read = await readAll(file)
  expect(stateOf(folder)).toEqual(before)
  open.close()
  expect(read.source).toEqual({ kind: 'lightroom', title: reads('the Lightroom catalogue Holidays.lrcat') })
  expect(read.left).toEqual([
    {
      what: reads('1 virtual copy'),
      count: 1,
      names: [reads('IMG_0001.CR3: no rating, no flag, no label, no title, no caption, no creator, no copyright')],
    },
    { what: reads('1 photo in the quick collection'), count: 1, names: ['IMG_0001.CR3'] },
  ])
  expect(read.photos).toEqual([
    {
      path: 'C:/Users/me/Pictures/2024/Vienna/IMG_0001.CR3',
      takenAt: '2024-05-06T20:15:00',
      work: {
        rating: 4,
        pick: 1,
        label: 'Red',
        caption: 'At night',
        title: 'Opera & more',
        creator: 'Ada; Bo',
        copyright: '© Ada',
        tags: ['Places/Austria/Vienna', 'AC\\DC'],
        albums: [{ path: 'Best of/Spring', place: expect.any(Number) as number }],
      },
    },
    { path: 'C:/Users/me/Pictures/plain.jpg', work: { pick: -1, tags: [] } },
  ])
})

test("a database created by digiKam is read, and shows what digiKam read of Lumafold's sidecar", async () => {
  const { source, photos } = await readAll(join(fixtures, 'digikam'), true)
  expect(source).toEqual({ kind: 'digikam', title: reads('the digiKam database digikam4.db') })
  const byName = new Map(photos.map((photo) => [photo.path, photo]))
  expect([...byName.keys()]).toEqual([
    '/photos/2024/Vienna/IMG_0001.jpg',
    '/photos/2024/Vienna/IMG_0002.jpg',
    '/photos/2024/Vienna/IMG_0003.jpg',
    '/photos/Garden/IMG_0001.jpg',
    '/photos/Garden/rose.jpg',
  ])
  const albums = [{ path: '2024/Vienna', place: 0 }]
  expect(byName.get('/photos/2024/Vienna/IMG_0001.jpg')).toMatchObject({
    takenAt: '2024-05-06T20:15:00',
    bytes: 3938,
    work: {
      rating: 4,
      label: 'Red',
      title: 'Opera',
      caption: 'The opera at night',
      tags: ['Places/Austria/Vienna', 'People/Ada'],
      albums,
    },
  })
  expect(byName.get('/photos/2024/Vienna/IMG_0002.jpg')?.work).toEqual({ label: 'Green', pick: -1, tags: [], albums })
  // The sidecar that the script wrote with Lumafold's own code.
  expect(byName.get('/photos/2024/Vienna/IMG_0003.jpg')?.work).toEqual({
    rating: 3,
    label: 'Blue',
    pick: 1,
    title: 'Breakfast',
    caption: 'Coffee & cake',
    tags: ['Places/Austria/Vienna', 'breakfast'],
    albums,
  })
  // Rated by hand in digiKam.
  expect(byName.get('/photos/Garden/IMG_0001.jpg')?.work).toMatchObject({ rating: 5, pick: 1, label: 'Red' })
})

test('sidecars are read with their paths, and invalid ones are counted', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'a/b'), { recursive: true })
  copyFileSync(join(fixtures, 'digikam/IMG_0001.jpg.xmp'), join(folder, 'a/b/IMG_0001.jpg.xmp'))
  copyFileSync(join(fixtures, 'digikam/IMG_0001.jpg.xmp'), join(folder, 'raw.XMP'))
  writeFileSync(join(folder, 'torn.xmp'), '<x:xmpmeta xmlns:x="adobe:')
  const { source, photos, left } = await readAll(folder)
  expect(source).toEqual({ kind: 'xmp', title: reads(`the sidecars in ${folder}`) })
  const work = { rating: 5, pick: 1, label: 'Red', tags: [] }
  const takenAt = '2024-06-01T10:00:00'
  expect(photos.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: 'a/b/IMG_0001.jpg', takenAt, work },
    { path: 'raw', isStem: true, takenAt, work },
  ])
  expect(left).toEqual([{ what: reads('1 sidecar that cannot be read'), count: 1, names: ['torn.xmp'] }])
})

const wrong: [title: string, make: (folder: string) => string, words: RegExp][] = [
  [
    'a catalogue without a table',
    (folder) => {
      const file = join(folder, 'old.lrcat')
      const db = makeLightroomCatalog(file, '/photos/', [{ name: 'a.jpg' }])
      db.exec('DROP TABLE AgLibraryKeywordImage')
      db.close()
      return file
    },
    /This Lightroom catalogue is of a version that is not known: it has not a table AgLibraryKeywordImage\./,
  ],
  [
    'a damaged catalogue',
    (folder) => {
      const file = join(folder, 'damaged.lrcat')
      const names = Array.from({ length: 500 }, (_, i) => ({ name: `IMG_${i}.jpg`, caption: 'x'.repeat(200) }))
      makeLightroomCatalog(file, '/photos/', names).close()
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.subarray(0, bytes.length / 2))
      return file
    },
    /damaged\.lrcat is damaged and cannot be read to its end/,
  ],
  [
    'a database of something else',
    (folder) => {
      const db = connect(join(folder, 'other.db'))
      db.exec('CREATE TABLE pictures (id)')
      db.close()
      return join(folder, 'other.db')
    },
    /other\.db is a database, but neither of Lightroom Classic nor of digiKam/,
  ],
  ['no database', (folder) => write(folder, 'fake.lrcat', 'hello'), /fake\.lrcat is damaged: it does not begin/],
  ['an archive', (folder) => write(folder, 'backup.zip', 'PK'), /unpack it first/],
  ['another file', (folder) => write(folder, 'a.pdf', '%PDF'), /a\.pdf is a file of a kind that is not known/],
  ['a table without paths', (folder) => write(folder, 'a.csv', 'name;rating\n'), /a\.csv has no column with the paths/],
  ['an empty table', (folder) => write(folder, 'a.csv', ''), /a\.csv is empty/],
]

function write(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test.each(wrong)('%s is refused with a message', async (_title, make, words) => {
  await expect(readAll(make(tempFolder()))).rejects.toMatchObject({
    code: 'bad-params',
    message: expect.stringMatching(words),
  })
})

test('tables of other programs are read: their separators, column names and times', async () => {
  const text =
    'SourceFile;Rating;Subject;Description;DateTimeOriginal\r\n"C:\\a;b.jpg";"4";"sea; ""big"" ship";"two\nlines";2024:05:06 20:15:00\r\n;;;;\r\n'
  const { photos } = await readAll(write(tempFolder(), 'table.csv', text))
  expect(photos).toEqual([
    {
      path: 'C:/a;b.jpg',
      takenAt: '2024-05-06T20:15:00',
      work: { rating: 4, caption: 'two\nlines', tags: ['sea', '"big" ship'], removedTags: [], cleared: [] },
    },
  ])
})
