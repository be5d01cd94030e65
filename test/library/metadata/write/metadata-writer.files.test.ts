import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import {
  chmodSync,
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageHashOf } from '../../../../src-main/base/formats/image-data/image-hash.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { movieFile } from '../../../fixtures/movie-files.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { jpegWithExif, withIptc, withXmp, xmpPacket } from '../photo-file.ts'
import { openWriting, readBack, sidecarOf, choose } from './writing.ts'
import { runExiftool } from '../../../fixtures/exiftool.ts'

async function open(name: string, bytes: Buffer) {
  const library = openWriting()
  await choose(library, 'files')
  writeFileSync(library.path(name), bytes)
  const id = await library.record(name)
  return { ...library, id }
}

const picture = await drawPicture({ width: 8, height: 8 })

/** XMP of more than 64 KB, too long for one segment of a JPEG; its keyword is in one of the two parts. */
async function withExtendedXmp(): Promise<Buffer> {
  const file = join(tempFolder('extended'), 'a.jpg')
  writeFileSync(file, picture)
  const long = `-XMP-dc:Description=${'c'.repeat(70_000)}`
  runExiftool(['-q', '-overwrite_original', '-XMP-dc:Subject=far keyword', long, file])
  return readFileSync(file)
}

describe('into files', () => {
  test.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'of %s: read back, with the picture unchanged, undone to the byte',
    async (format) => {
      const before = await drawPicture({ width: 64, height: 48, format })
      const { catalog, writer, id, path, folder, rate } = await open(`a.${format}`, before)
      rate(id, 4)
      catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'Größe' })
      catalog.changes.apply({ kind: 'title', ids: [id], text: 'Title' })
      expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
      expect(readdirSync(folder)).toEqual([`a.${format}`])
      const after = readFileSync(path(`a.${format}`))
      expect(imageHashOf(after)).toBe(imageHashOf(before))
      expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
      expect(await readBack(path(`a.${format}`))).toMatchObject({ rating: 4, keywords: ['Größe'], title: 'Title' })
      for (let step = 0; step < 3; step++) catalog.changes.undo()
      await writer.flush()
      expect(readFileSync(path(`a.${format}`)).equals(before)).toBe(true)
      expect(catalog.metadataWrites.versions(id, 'file')).toEqual([])
    },
  )

  test('a photo that replaced another one gets none of its work', async () => {
    const { writer, id, path, rate, record } = await open('a.jpg', await drawPicture({ width: 8, height: 8, seed: 1 }))
    writeFileSync(path('b.jpg'), picture)
    await record('b.jpg')
    const other = readFileSync(path('b.jpg'))
    rate(id, 4)
    renameSync(path('a.jpg'), path('moved.jpg'))
    renameSync(path('b.jpg'), path('a.jpg'))
    expect(await writer.flush()).toMatchObject({ pending: 1 })
    expect(readFileSync(path('a.jpg')).equals(other)).toBe(true)
    renameSync(path('moved.jpg'), path('a.jpg'))
    expect(await writer.flush()).toMatchObject({ pending: 0 })
    expect(await readBack(path('a.jpg'))).toMatchObject({ rating: 4 })
  })

  test('fields repeated in EXIF and IPTC change too; unknown XMP stays unchanged', async () => {
    const camera = await jpegWithExif({
      IFD0: { ImageDescription: 'old', Make: 'Lumen', Artist: 'old artist', Copyright: 'old notice' },
    })
    const iptc = withIptc(camera, [
      [5, Buffer.from('old title')],
      [80, Buffer.from('old by-line')],
      [116, Buffer.from('old rights')],
      [25, Buffer.from('one')],
      [120, Buffer.from('old')],
    ])
    const xmp = xmpPacket(
      'xmp:Rating="1" x:a="1" xmlns:x="urn:x"',
      '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">old</rdf:li></rdf:Alt></dc:description><!-- here -->',
    )
    const { catalog, writer, id, path, rate } = await open('a.jpg', withXmp(iptc, xmp))
    rate(id, 3)
    catalog.changes.apply({ kind: 'caption', ids: [id], text: 'neu: ä' })
    catalog.changes.apply({ kind: 'title', ids: [id], text: 'Titel' })
    catalog.changes.apply({ kind: 'creator', ids: [id], text: 'Zoë; Ann' })
    catalog.changes.apply({ kind: 'copyright', ids: [id], text: '© Zoë' })
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'zwei' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
    const after = readFileSync(path('a.jpg'))
    expect(after.toString('latin1')).toContain('x:a="1" xmlns:x="urn:x"')
    expect(after.toString('latin1')).toContain('<!-- here -->')
    expect(await readBack(path('a.jpg'))).toMatchObject({
      rating: 3,
      caption: 'neu: ä',
      title: 'Titel',
      creator: 'Zoë; Ann',
      copyright: '© Zoë',
      keywords: ['one', 'zwei'],
    })
    const tags = ['-IPTC:Keywords', '-IPTC:By-line', '-IFD0:Artist', '-IFD0:Copyright']
    const says = runExiftool(['-s3', ...tags, path('a.jpg')])
    expect(says.toString()).toBe('one, zwei\nZoë, Ann\nZoë; Ann\n© Zoë\n')
    for (const former of ['old title', 'old\0', 'old artist', 'old notice', 'old by-line', 'old rights'])
      expect(after.includes(former), former).toBe(false)
  })

  test('a film stays unchanged, and a sidecar holds its new metadata', async () => {
    const film = movieFile({ width: 640, height: 480, durationMs: 4000 })
    const { catalog, writer, id, path, folder, rate } = await open('a.mov', film)
    rate(id, 4)
    catalog.changes.apply({ kind: 'caption', ids: [id], text: 'Am Meer' })
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'sea' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
    expect(readFileSync(path('a.mov')).equals(film)).toBe(true)
    expect(readdirSync(folder)).toEqual(['a.mov', 'a.mov.xmp'])
    expect(await readBack(path('a.mov'))).toMatchObject({ rating: 4, caption: 'Am Meer', keywords: ['sea'] })
  })

  test.each([
    ['the time of the camera', { DateTimeOriginal: '2019:05:12 14:33:12' }],
    ['when a scan was made', { DateTimeDigitized: '2019:05:12 14:33:12' }],
    ['no time', {}],
  ])('a date is written into a file that has %s, and undone to the byte', { tags: 'night' }, async (_values, exif) => {
    const before = await jpegWithExif({ IFD0: { Make: 'Lumen' }, IFD2: exif })
    const { catalog, writer, id, path, read, detail } = await open('a.jpg', before)
    const former = detail(id).takenAt
    catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: '1987-06-05T04:03:02' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
    expect(await readBack(path('a.jpg'))).toMatchObject({ takenAt: '1987-06-05T04:03:02' })
    await read(id)
    expect(await writer.flush()).toMatchObject({ pending: 0, conflicts: 0 })
    catalog.changes.undo()
    expect(detail(id).takenAt).toBe(former)
    await writer.flush()
    expect(readFileSync(path('a.jpg')).equals(before)).toBe(true)
  })

  test('fields only in EXIF or IPTC can be emptied', { tags: 'night' }, async () => {
    const iptc = withIptc(picture, [
      [5, Buffer.from('old title')],
      [116, Buffer.from('old rights')],
    ])
    const { catalog, writer, id, path, rate, record } = await open('a.jpg', iptc)
    const exif = ['-IFD0:Rating=4', '-IFD0:ImageDescription=old caption', '-IFD0:Artist=old artist']
    runExiftool(['-q', ...exif, '-o', path('b.jpg'), path('a.jpg')])
    const before = readFileSync(path('b.jpg'))
    const other = await record('b.jpg')
    const values = {
      rating: 4,
      title: 'old title',
      caption: 'old caption',
      creator: 'old artist',
      copyright: 'old rights',
    }
    expect([other === id, await readBack(path('b.jpg'))]).toMatchObject([false, values])
    rate(other, 0)
    catalog.changes.apply({ kind: 'title', ids: [other], text: '' })
    catalog.changes.apply({ kind: 'caption', ids: [other], text: 'new caption' })
    catalog.changes.apply({ kind: 'creator', ids: [other], text: '' })
    catalog.changes.apply({ kind: 'copyright', ids: [other], text: '' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
    const now = await readBack(path('b.jpg'))
    expect(now).toMatchObject({ rating: 0, title: null, caption: 'new caption', creator: null, copyright: null })
    expect(readFileSync(path('b.jpg'), 'latin1')).not.toMatch(/old (title|caption|artist|rights)/)
    expect(await writer.flush()).toMatchObject({ pending: 0, conflicts: 0 })
    for (let step = 0; step < 5; step++) catalog.changes.undo()
    await writer.flush()
    expect(readFileSync(path('b.jpg')).equals(before)).toBe(true)
  })

  test("Windows' fields in EXIF change too", async () => {
    const { catalog, writer, id, path, record, folder } = await open('a.jpg', picture)
    const windows = ['Title=old title', 'Author=old author', 'Keywords=one;two'].map((each) => `-XP${each}`)
    runExiftool(['-q', ...windows, '-o', path('b.jpg'), path('a.jpg')])
    const before = readFileSync(path('b.jpg'))
    const other = await record('b.jpg')
    expect(other).not.toBe(id)
    catalog.changes.apply({ kind: 'title', ids: [other], text: 'Größe' })
    catalog.changes.apply({ kind: 'creator', ids: [other], text: 'Zoë' })
    catalog.changes.apply({ kind: 'add-tag', ids: [other], name: 'Wald/Wiese' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
    const tags = ['-XPTitle', '-XPAuthor', '-XPKeywords']
    const says = runExiftool(['-s3', ...tags, path('b.jpg')])
    expect(says.toString()).toBe('Größe\nZoë\none;two;Wiese\n')
    for (let step = 0; step < 3; step++) catalog.changes.undo()
    await writer.flush()
    expect(readFileSync(path('b.jpg')).equals(before)).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['a.jpg', 'b.jpg'])
  })

  test('the library recognises its own write: nothing is analysed or read again', async () => {
    const { catalog, writer, id, path, rate } = await open('a.jpg', picture)
    rate(id, 4)
    await writer.flush()
    const stats = statSync(path('a.jpg'))
    const [known] = catalog.files.known(catalog.folders.roots()[0]!.id)
    expect(known).toMatchObject({ bytes: stats.size, modifiedMs: Math.floor(stats.mtimeMs), photoId: id })
    expect(catalog.files.withoutMetadata(10)).toEqual([])
  })

  test('a hard-linked file gets its own content, and that is reported', async () => {
    const { writer, id, path, rate } = await open('a.jpg', picture)
    linkSync(path('a.jpg'), path('linked.bin'))
    rate(id, 4)
    expect(inEnglish((await writer.flush()).problem)).toBe(
      'Other names of the file a.jpg (hard links) keep its former content: 1.',
    )
    expect(readFileSync(path('linked.bin')).equals(picture)).toBe(true)
  })

  test('permissions stay, and the time if the person wants that', async () => {
    const { catalog, writer, id, path, rate } = await open('a.jpg', picture)
    const then = new Date('2020-01-02T03:04:05Z')
    chmodSync(path('a.jpg'), 0o6640)
    utimesSync(path('a.jpg'), then, then)
    catalog.settings.set({ keepsFileTimes: true })
    rate(id, 4)
    expect(await writer.flush()).toMatchObject({ problem: null })
    expect(statSync(path('a.jpg')).mode & 0o7777).toBe(0o6640)
    expect(statSync(path('a.jpg')).mtime).toEqual(then)
    catalog.settings.set({ keepsFileTimes: false })
    rate(id, 5)
    await writer.flush()
    expect(statSync(path('a.jpg')).mtime).not.toEqual(then)
  })

  test('an existing sidecar is updated, since it is read first; unsupported formats get one', async () => {
    const { catalog, writer, id, path, rate, record, read } = await open('a.jpg', picture)
    writeFileSync(path('a.jpg.xmp'), sidecarOf({ attributes: ' xmp:Rating="1"' }))
    writeFileSync(path('b.gif'), await drawPicture({ width: 8, height: 8, format: 'gif' }))
    const gif = await record('b.gif')
    await read(id)
    rate(id, 4)
    rate(gif, 2)
    await writer.flush()
    expect(readFileSync(path('a.jpg.xmp'), 'utf8')).toContain('xmp:Rating="4"')
    expect(readFileSync(path('a.jpg'), 'latin1')).toContain('<xmp:Rating>4</xmp:Rating>')
    expect(existsSync(path('b.gif.xmp'))).toBe(true)
    catalog.changes.undo()
    await writer.flush()
    expect(existsSync(path('b.gif.xmp'))).toBe(false)
  })

  test('after a switch to sidecars, removed values leave the file too', async () => {
    const { catalog, writer, id, path, folder, rate } = await open('a.jpg', picture)
    rate(id, 4)
    await writer.flush()
    const [rated] = catalog.changes.history(1)
    await choose({ catalog, writer }, 'sidecars')
    await writer.flush()
    catalog.changes.undo(rated!.id)
    await writer.flush()
    expect(readdirSync(folder)).toEqual(['a.jpg'])
    expect(readFileSync(path('a.jpg')).equals(picture)).toBe(true)
  })

  test.each([
    ['that is something else', 'a.jpg', () => Buffer.from('GIF89a and no more')],
    ['that is damaged', 'a.jpg', () => Buffer.from('\xff\xd8\xff\xe1\0\x20Exif', 'latin1')],
    ['whose XMP is broken', 'a.jpg', () => withXmp(picture, '<x:xmpmeta xmlns:x="adobe:ns:meta/"><broken')],
    ['whose XMP stands in two pieces', 'a.jpg', withExtendedXmp],
    ['with places of 64 bits', 'a.tif', () => sharp(picture).tiff({ bigtiff: true }).toBuffer()],
  ])('a file %s stays unchanged, and a sidecar holds the work', { tags: 'night' }, async (_title, name, make) => {
    const bytes = await make()
    const { catalog, writer, id, path, folder, rate } = await open(name, bytes)
    const { keywords } = await readBack(path(name))
    rate(id, 4)
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'one more' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
    expect(readFileSync(path(name)).equals(bytes)).toBe(true)
    expect(await readBack(path(name))).toMatchObject({ rating: 4, keywords: [...keywords, 'one more'] })
    const says = runExiftool(['-s3', '-XMP:Rating', '-XMP:Subject', path(`${name}.xmp`)])
    expect(says.toString()).toBe(`4\n${[...keywords, 'one more'].join(', ')}\n`)
    catalog.changes.undo()
    catalog.changes.undo()
    await writer.flush()
    expect(readdirSync(folder)).toEqual([name])
  })
})
