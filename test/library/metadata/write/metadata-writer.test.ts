import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../../fixtures/reads.ts'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyMetadata } from '../../../../src-main/contract/library/empty-metadata.ts'
import { readMetadata } from '../../../../src-main/library/metadata/read-metadata.ts'
import { replaceFile } from '../../../../src-main/library/metadata/write/replace-file.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { psdFile } from '../../../fixtures/psd-files.ts'
import { actAsOrdinaryUser, hasPermissions } from '../../../fixtures/ordinary-user.ts'
import { takeTheirs } from '../../../../src-main/library/metadata/write/take-theirs.ts'
import { jpegWithExif } from '../photo-file.ts'
import { bag, openWriting, prepareHere, readBack, sidecarOf, choose } from './writing.ts'
import { runExiftool } from '../../../fixtures/exiftool.ts'

describe('off', () => {
  test("nothing is written, and writing is offered after a person's first change", async () => {
    const library = openWriting()
    const [id] = await library.add('a.jpg')
    expect(library.writer.state()).toMatchObject({ mode: 'off', isOffered: false, pending: 0 })
    library.rate(id!, 4)
    expect(library.writer.state()).toMatchObject({ mode: 'off', isOffered: true })
    await library.writer.flush()
    expect(readdirSync(library.folder)).toEqual(['a.jpg'])
    await choose(library, 'off')
    expect(library.writer.state().isOffered).toBe(false)
  })

  test('once it is on, earlier work is written as well', async () => {
    const library = openWriting()
    const [a, b] = await library.add('a.jpg', 'b.jpg', 'c.jpg')
    library.rate(a!, 4)
    library.catalog.changes.apply({ kind: 'add-tag', ids: [b!], name: 'boat' })
    await choose(library, 'sidecars')
    expect(await library.writer.flush()).toMatchObject({ mode: 'sidecars', pending: 0, failed: 0, isOffered: false })
    expect(readdirSync(library.folder).toSorted()).toEqual(['a.jpg', 'a.jpg.xmp', 'b.jpg', 'b.jpg.xmp', 'c.jpg'])
    expect((await readBack(library.path('a.jpg'))).rating).toBe(4)
    expect((await readBack(library.path('b.jpg'))).keywords).toEqual(['boat'])
  })
})

describe('sidecars', () => {
  test.each(['a.psd', 'a.gif', 'a.jpg'])(
    'the first keyword beside %s keeps those of the file, even unknown ones',
    { tags: 'night' },
    async (name) => {
      const library = openWriting()
      await choose(library, 'sidecars')
      const format = name.endsWith('gif') ? 'gif' : 'jpeg'
      const planes = Array.from({ length: 3 }, () => Buffer.alloc(64))
      const psd = psdFile({ width: 8, height: 8, mode: 3, depth: 8, planes })
      const file = library.path(name)
      writeFileSync(file, name.endsWith('psd') ? psd : await drawPicture({ width: 8, height: 8, format }))
      runExiftool(['-q', '-overwrite_original', '-XMP-dc:Subject=kept', file])
      const id = await library.record(name)
      // As left by an earlier version, which read less.
      const found = (await readMetadata(file))!
      library.catalog.files.saveMetadata([{ id, ...found, metadata: emptyMetadata() }])
      library.catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'new' })
      await library.writer.flush()
      expect(readFileSync(`${file}.xmp`, 'utf8')).toContain('<rdf:li>kept</rdf:li>')
      expect((await readBack(file)).keywords).toEqual(['kept', 'new'])
      library.catalog.changes.undo()
      await library.writer.flush()
      expect(existsSync(`${file}.xmp`)).toBe(false)
    },
  )

  test.each([
    ['windows-1251', '\xcf\xf0\xe8', 'При'],
    ['ISO-8859-1', 'K\xf6ln', 'Köln'],
    ['windows-1252', '5 \x80', '5 €'],
  ])('an existing one in %s keeps its bytes, and other programs can read it', async (encoding, bytes, text) => {
    const library = openWriting()
    await choose(library, 'sidecars')
    const [id] = await library.add('a.jpg')
    const sidecar = library.path('a.jpg.xmp')
    const xml = sidecarOf({ inner: `<dc:title>${bytes}</dc:title>` })
    writeFileSync(sidecar, Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${xml}`, 'latin1'))
    await library.read(id!)
    library.catalog.changes.apply({ kind: 'add-tag', ids: [id!], name: 'Größe – 東' })
    expect(await library.writer.flush()).toMatchObject({ failed: 0, conflicts: 0 })
    expect(readFileSync(sidecar, 'latin1')).toContain(`<dc:title>${bytes}</dc:title>`)
    expect(await readBack(library.path('a.jpg'))).toMatchObject({ title: text, keywords: ['Größe – 東'] })
  })

  async function open(...names: string[]) {
    const library = openWriting()
    await choose(library, 'sidecars')
    const ids = await library.add(...names)
    return { ...library, ids, id: ids[0]! }
  }

  test('everything a person sets is written, and read back by the program', async () => {
    const { catalog, writer, id, path, rate } = await open('a.cr2')
    rate(id, 3)
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'Hund & Katze' })
    catalog.changes.apply({ kind: 'title', ids: [id], text: 'Ein <Titel>' })
    catalog.changes.apply({ kind: 'caption', ids: [id], text: 'two\nlines' })
    catalog.changes.apply({ kind: 'creator', ids: [id], text: 'Zoë; Ann' })
    catalog.changes.apply({ kind: 'copyright', ids: [id], text: '© Zoë' })
    catalog.changes.apply({ kind: 'label', ids: [id], label: 'Red' })
    catalog.changes.apply({ kind: 'pick', ids: [id], pick: 1 })
    await writer.flush()
    expect(existsSync(path('a.xmp'))).toBe(true)
    expect(await readBack(path('a.cr2'))).toMatchObject({
      rating: 3,
      keywords: ['Hund & Katze'],
      title: 'Ein <Titel>',
      caption: 'two\nlines',
      creator: 'Zoë; Ann',
      copyright: '© Zoë',
      label: 'Red',
    })
    expect(readFileSync(path('a.xmp'), 'utf8')).toContain('<xmpDM:pick>1</xmpDM:pick>')
    expect(readFileSync(path('a.xmp'), 'utf8')).toContain('<digiKam:PickLabel>3</digiKam:PickLabel>')
  })

  test("a date is written beside the photo; once it is removed, the file's counts again", async () => {
    const library = openWriting()
    await choose(library, 'sidecars')
    const { catalog, writer, path, text, read, detail } = library
    writeFileSync(path('a.jpg'), await jpegWithExif({ IFD2: { DateTimeOriginal: '2019:05:12 14:33:12' } }))
    const id = await library.record('a.jpg')
    catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: '1987-06-05T04:03:02' })
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
    expect(text('a.jpg.xmp')).toContain('<exif:DateTimeOriginal>1987-06-05T04:03:02</exif:DateTimeOriginal>')
    expect(await readBack(path('a.jpg'))).toMatchObject({ takenAt: '1987-06-05T04:03:02' })
    await read(id)
    expect(await writer.flush()).toMatchObject({ pending: 0, conflicts: 0 })
    expect(detail(id).takenAt).toBe('1987-06-05T04:03:02')
    catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: null })
    expect(detail(id).takenAt).toBe('2019-05-12T14:33:12')
    await writer.flush()
    expect(existsSync(path('a.jpg.xmp'))).toBe(false)
    await read(id)
    expect(detail(id).takenAt).toBe('2019-05-12T14:33:12')
  })

  test('a date set before writing was chosen is written as well', async () => {
    const library = openWriting()
    const [a] = await library.add('a.jpg', 'b.jpg')
    library.catalog.changes.apply({ kind: 'taken-at', ids: [a!], takenAt: '1987-06-05T04:03:02' })
    await choose(library, 'sidecars')
    await library.writer.flush()
    expect(readdirSync(library.folder).toSorted()).toEqual(['a.jpg', 'a.jpg.xmp', 'b.jpg'])
  })

  test.each(['ours', 'theirs'] as const)('of two dates the person keeps %s', async (kept) => {
    const { catalog, writer, id, path, text, read, detail } = await open('a.jpg')
    const theirs = '2010-01-01T00:00:00+02:00'
    catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: '1987-06-05T04:03:02' })
    await writer.flush()
    writeFileSync(path('a.jpg.xmp'), text('a.jpg.xmp').replace('1987-06-05T04:03:02', theirs))
    catalog.changes.apply({ kind: 'taken-at', ids: [id], takenAt: '1988-06-05T04:03:02' })
    expect(await writer.flush()).toMatchObject({ conflicts: 1, pending: 0 })
    const conflict = catalog.metadataWrites.conflict(id, 'takenAt')!
    expect(conflict).toMatchObject({ ours: '1988-06-05T04:03:02', theirs })
    if (kept === 'ours') catalog.metadataWrites.settle(conflict)
    else for (const change of takeTheirs(conflict)) catalog.changes.apply(change)
    expect(await writer.flush()).toMatchObject({ conflicts: 0, pending: 0 })
    await read(id)
    const year = kept === 'ours' ? '1988-06-05T04:03:02' : '2010-01-01T00:00:00'
    expect([detail(id).takenAt, (await readBack(path('a.jpg'))).takenAt]).toEqual([year, year])
  })

  test('an existing one keeps every other byte, its permissions and its name', async () => {
    const { writer, id, path, text, rate, read } = await open('a.jpg')
    const before = sidecarOf({ attributes: ' xmp:Rating="1"', inner: bag('sea') })
    writeFileSync(path('a.XMP'), before)
    await read(id)
    chmodSync(path('a.XMP'), 0o640)
    rate(id, 5)
    await writer.flush()
    expect(text('a.XMP')).toBe(before.replace('"1"', '"5"'))
    expect(statSync(path('a.XMP')).mode & 0o777).toBe(0o640)
  })

  test('several changes of a photo are one write, a while after the last', async () => {
    const { catalog, writer, id, now, rate } = await open('a.jpg')
    for (const stars of [1, 2, 3]) rate(id, stars)
    expect(catalog.metadataWrites.due(now(), 10, [])).toEqual([])
    now.mockReturnValue(now() + 2000)
    expect(catalog.metadataWrites.due(now(), 10, [])).toHaveLength(1)
    await writer.flush()
    expect(catalog.metadataWrites.versions(id, 'sidecar')).toHaveLength(1)
  })

  test('a change during a write is written next', async () => {
    const library = openWriting({
      prepare: async (requests) => {
        const prepared = await prepareHere(requests)
        if (library.detail(1).rating === 1) library.rate(1, 2)
        return prepared
      },
    })
    await choose(library, 'sidecars')
    await library.add('a.jpg')
    library.rate(1, 1)
    await library.writer.flush()
    await library.writer.flush()
    expect((await readBack(library.path('a.jpg'))).rating).toBe(2)
  })

  test("keywords of the file stay beside the person's; a removed one is deleted", { tags: 'night' }, async () => {
    const { catalog, writer, id, path, read } = await open('a.jpg')
    writeFileSync(path('a.jpg.xmp'), sidecarOf({ inner: bag('sea', 'boat') }))
    await read(id)
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'holiday' })
    catalog.changes.apply({ kind: 'remove-tag', ids: [id], name: 'boat' })
    await writer.flush()
    expect((await readBack(path('a.jpg'))).keywords).toEqual(['sea', 'holiday'])
  })

  test('a photo in an offline folder waits until the folder is back', async () => {
    const { catalog, writer, root, id, path, rate } = await open('a.jpg')
    catalog.folders.setAvailable(root.id, false)
    rate(id, 4)
    expect(await writer.flush()).toMatchObject({ pending: 1, failed: 0 })
    expect(existsSync(path('a.jpg.xmp'))).toBe(false)
    catalog.folders.setAvailable(root.id, true)
    expect(await writer.flush()).toMatchObject({ pending: 0 })
    expect(existsSync(path('a.jpg.xmp'))).toBe(true)
  })

  test.runIf(hasPermissions)('an unwritable folder is a clear failure', async () => {
    const { catalog, writer, id, folder, libraryDir, rate } = await open('a.jpg')
    chmodSync(folder, 0o500)
    actAsOrdinaryUser(folder, libraryDir)
    rate(id, 4)
    await writer.flush()
    expect(inEnglish(catalog.metadataWrites.failures(10)[0]!.reason)).toContain('may not be written in')
    chmodSync(folder, 0o700)
  })

  test('one that was written for another photo takes nothing away', async () => {
    const library = openWriting()
    const [a, b] = await library.add('a.jpg', 'b.jpg')
    library.rate(a!, 4)
    library.catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'boat' })
    library.rate(b!, 1)
    await choose(library, 'sidecars')
    await library.writer.flush()
    copyFileSync(library.path('b.jpg.xmp'), library.path('a.jpg.xmp'))
    library.catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'sea' })
    await library.writer.flush()
    expect([library.detail(a!).rating, library.detail(b!).rating]).toEqual([4, 1])
    expect(library.catalog.metadataWrites.conflicts(10)).toEqual([])
    expect(await readBack(library.path('a.jpg'))).toMatchObject({ rating: 4, keywords: ['boat', 'sea'] })
  })

  test('a sidecar that is not XMP stays unchanged, and the reason is given', async () => {
    const { catalog, writer, id, path, text, rate } = await open('a.jpg')
    writeFileSync(path('a.jpg.xmp'), '<broken')
    rate(id, 4)
    expect(await writer.flush()).toMatchObject({ failed: 1 })
    expect(text('a.jpg.xmp')).toBe('<broken')
    expect(catalog.metadataWrites.failures(10)).toEqual([
      { photoId: id, reason: reads(/The sidecar a\.jpg\.xmp is left as it is/) },
    ])
    rmSync(path('a.jpg.xmp'))
    expect(await writer.flush()).toMatchObject({ failed: 0, pending: 0 })
  })

  test('a link within the watched folders is followed and stays a link; one that leads out is ignored', async () => {
    const { catalog, writer, ids, folder, path, rate, read } = await open('a.jpg', 'b.jpg')
    const outside = join(tempFolder('outside'), 'b.xmp')
    mkdirSync(path('sidecars'))
    for (const file of [path('sidecars/a.xmp'), outside])
      writeFileSync(file, sidecarOf({ attributes: ' xmp:Rating="1"' }))
    symlinkSync(path('sidecars/a.xmp'), path('a.jpg.xmp'))
    symlinkSync(outside, path('b.jpg.xmp'))
    for (const id of ids) {
      await read(id)
      rate(id, 4)
    }
    await writer.flush()
    expect(lstatSync(path('a.jpg.xmp')).isSymbolicLink()).toBe(true)
    expect(readFileSync(path('sidecars/a.xmp'), 'utf8')).toContain('xmp:Rating="4"')
    expect(readFileSync(outside, 'utf8')).toContain('xmp:Rating="1"')
    expect(inEnglish(catalog.metadataWrites.failures(10)[0]!.reason)).toContain('outside the watched folders')
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('a RAW file and its JPEG as separate photos have separate sidecars', async () => {
    const { catalog, writer, add, path, rate } = openWriting()
    catalog.settings.set({ pairing: 'apart' })
    await choose({ catalog, writer }, 'sidecars')
    const ids = await add('a.cr2', 'a.jpg')
    rate(ids[0]!, 2)
    rate(ids[1]!, 5)
    await writer.flush()
    expect(readFileSync(path('a.xmp'), 'utf8')).toContain('<xmp:Rating>2<')
    expect(readFileSync(path('a.jpg.xmp'), 'utf8')).toContain('<xmp:Rating>5<')
  })

  test("another program's write between check and write is not overwritten", async () => {
    const library = openWriting({
      prepare: async (requests) => {
        const prepared = await prepareHere(requests)
        if (!existsSync(library.path('a.jpg.xmp')))
          writeFileSync(library.path('a.jpg.xmp'), sidecarOf({ inner: bag('new') }))
        return prepared
      },
    })
    await choose(library, 'sidecars')
    const [id] = await library.add('a.jpg')
    library.rate(id!, 4)
    expect(await library.writer.flush()).toMatchObject({ pending: 1 })
    await library.writer.flush()
    expect(await readBack(library.path('a.jpg'))).toMatchObject({ rating: 4, keywords: ['new'] })
  })
})

describe('undo', () => {
  async function open(sidecar: string | null) {
    const library = openWriting()
    await choose(library, 'sidecars')
    const [id] = await library.add('a.jpg')
    if (sidecar !== null) writeFileSync(library.path('a.jpg.xmp'), sidecar)
    await library.read(id!)
    return { ...library, id: id! }
  }

  test('a sidecar created by Lumafold is removed', async () => {
    const { catalog, writer, id, folder, rate } = await open(null)
    rate(id, 4)
    await writer.flush()
    catalog.changes.undo()
    await writer.flush()
    expect(readdirSync(folder)).toEqual(['a.jpg'])
  })

  test(
    'an existing one has the same bytes again, step by step, in any order of fields',
    { tags: 'night' },
    async () => {
      const original = sidecarOf({
        attributes: "  xmp:Rating = '2'",
        inner: `\r\n${bag('sea &amp; sky', 'boat')}<dc:title>plain</dc:title>`,
      })
      const { catalog, writer, id, text, rate } = await open(original)
      const states = [original]
      const steps = [
        () => rate(id, 5),
        () => catalog.changes.apply({ kind: 'remove-tag', ids: [id], name: 'boat' }),
        () => catalog.changes.apply({ kind: 'title', ids: [id], text: 'New' }),
        () => catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'holiday' }),
        () => rate(id, 1),
      ]
      for (const step of steps) {
        step()
        await writer.flush()
        states.push(text('a.jpg.xmp'))
      }
      expect(new Set(states).size).toBe(6)
      for (const state of states.toReversed().slice(1)) {
        catalog.changes.undo()
        await writer.flush()
        expect(text('a.jpg.xmp')).toBe(state)
      }
      for (const state of states.slice(1)) {
        catalog.changes.redo()
        await writer.flush()
        expect(text('a.jpg.xmp')).toBe(state)
      }
    },
  )

  test('reading the sidecar in between makes no difference', { tags: 'night' }, async () => {
    const original = sidecarOf({ attributes: ' xmp:Rating="2"', inner: bag('sea', 'boat') })
    const { catalog, writer, id, text, rate, read, detail } = await open(original)
    rate(id, 5)
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'holiday' })
    catalog.changes.apply({ kind: 'remove-tag', ids: [id], name: 'boat' })
    await writer.flush()
    await read(id)
    const tags = () =>
      detail(id)
        .tags.map((tag) => tag.name)
        .toSorted()
    expect(tags()).toEqual(['holiday', 'sea'])
    for (const expected of [
      ['boat', 'holiday', 'sea'],
      ['boat', 'sea'],
    ]) {
      catalog.changes.undo()
      expect(tags()).toEqual(expected)
    }
    catalog.changes.undo()
    expect(detail(id).rating).toBe(2)
    await writer.flush()
    expect(text('a.jpg.xmp')).toBe(original)
    expect(catalog.metadataWrites.versions(id, 'sidecar')).toEqual([])
  })

  test('if another program wrote since, fields are reverted and its changes stay', async () => {
    const { catalog, writer, id, path, text, rate } = await open(
      sidecarOf({ attributes: ' xmp:Rating="2"', inner: bag('sea') }),
    )
    rate(id, 5)
    await writer.flush()
    writeFileSync(path('a.jpg.xmp'), text('a.jpg.xmp').replace('+0.35', '+1.00'))
    catalog.changes.undo()
    await writer.flush()
    expect(text('a.jpg.xmp')).toBe(
      sidecarOf({ attributes: ' xmp:Rating="2"', inner: bag('sea') }).replace('+0.35', '+1.00'),
    )
  })
})

/** A sidecar that digiKam wrote again with its flag changed. */
const packetOfDigiKam = (
  pick: string,
  label: string,
) => `<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
    xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmpDM:pick="${pick}" digiKam:PickLabel="${label}"/>
 </rdf:RDF>
</x:xmpmeta>`

describe('another program', () => {
  async function open() {
    const library = openWriting()
    await choose(library, 'sidecars')
    const [id] = await library.add('a.jpg')
    const change = async (from: string | RegExp, to: string) => {
      writeFileSync(library.path('a.jpg.xmp'), library.text('a.jpg.xmp').replace(from, to))
      await library.read(id!)
      await library.writer.flush()
    }
    return { ...library, id: id!, change }
  }

  test('that changes a written value is followed', async () => {
    const { catalog, writer, id, rate, change, detail, adopted } = await open()
    rate(id, 4)
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'one' })
    catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'two' })
    await writer.flush()
    await change('<xmp:Rating>4<', '<xmp:Rating>2<')
    await change('<rdf:li>one</rdf:li>', '<rdf:li>three</rdf:li>')
    expect(detail(id).rating).toBe(2)
    expect(
      detail(id)
        .tags.map((tag) => `${tag.name} ${tag.source}`)
        .toSorted(),
    ).toEqual(['three file', 'two person'])
    expect(adopted).toEqual([id, id])
    expect(writer.state().conflicts).toBe(0)
  })

  test('that has its own flag is followed: digiKam changes only that one', async () => {
    const { catalog, writer, id, change, detail } = await open()
    catalog.changes.apply({ kind: 'pick', ids: [id], pick: 1 })
    await writer.flush()
    await change(/[^]*/, `${packetOfDigiKam('1', '1')}`)
    expect(detail(id).pick).toBe(-1)
    expect(writer.state().conflicts).toBe(0)
  })

  test(
    'that changes the same field is asked about, and nothing is overwritten meanwhile',
    { tags: 'night' },
    async () => {
      const { catalog, writer, id, path, text, rate, change, detail } = await open()
      rate(id, 4)
      await writer.flush()
      writeFileSync(path('a.jpg.xmp'), text('a.jpg.xmp').replace('<xmp:Rating>4<', '<xmp:Rating>2<'))
      rate(id, 5)
      catalog.changes.apply({ kind: 'title', ids: [id], text: 'T' })
      expect(await writer.flush()).toMatchObject({ conflicts: 1, pending: 0 })
      expect(catalog.metadataWrites.conflicts(10)).toMatchObject([{ photoId: id, field: 'rating', ours: 5, theirs: 2 }])
      expect(text('a.jpg.xmp')).toContain('<xmp:Rating>2<')
      expect((await readBack(path('a.jpg'))).title).toBe('T')
      await change('<dc:title>', '<dc:title>')
      catalog.changes.apply({ kind: 'title', ids: [id], text: 'U' })
      expect(await writer.flush()).toMatchObject({ conflicts: 1 })
      expect(text('a.jpg.xmp')).toContain('<xmp:Rating>2<')
      expect(detail(id).rating).toBe(5)
      catalog.metadataWrites.settle(catalog.metadataWrites.conflict(id, 'rating')!)
      expect(await writer.flush()).toMatchObject({ conflicts: 0, pending: 0 })
      expect(text('a.jpg.xmp')).toContain('<xmp:Rating>5<')
    },
  )

  test('whose first value came while a change waited is asked about, even later', async () => {
    const { catalog, writer, id, path, text, rate, read } = await open()
    writeFileSync(path('a.jpg.xmp'), sidecarOf({ attributes: ' xmp:Rating="1"' }))
    await read(id)
    rate(id, 5)
    writeFileSync(path('a.jpg.xmp'), sidecarOf({ attributes: ' xmp:Rating="3"' }))
    await read(id)
    expect(await writer.flush()).toMatchObject({ conflicts: 1 })
    catalog.changes.apply({ kind: 'label', ids: [id], label: 'Red' })
    expect(await writer.flush()).toMatchObject({ conflicts: 1 })
    expect(text('a.jpg.xmp')).toContain('xmp:Rating="3" xmp:Label="Red"')
    rate(id, 3)
    expect(await writer.flush()).toMatchObject({ conflicts: 0 })
  })

  test('that removes the sidecar removes no work', async () => {
    const { catalog, writer, id, path, rate, read, detail } = await open()
    rate(id, 4)
    await writer.flush()
    rmSync(path('a.jpg.xmp'))
    await read(id)
    await writer.flush()
    expect(detail(id).rating).toBe(4)
    expect((await readBack(path('a.jpg'))).rating).toBe(4)
    expect(catalog.metadataWrites.conflicts(10)).toEqual([])
  })
})

describe('an interrupted write', () => {
  test('that was complete is recognised, and its undo restores the same bytes', async () => {
    const libraryDir = tempFolder('library')
    const folder = tempFolder('photos')
    const first = openWriting({ folder, libraryDir })
    await choose(first, 'sidecars')
    const [id] = await first.add('a.jpg')
    first.rate(id!, 4)
    const finish = first.catalog.metadataWrites.finish
    first.catalog.metadataWrites.finish = () => {
      throw new Error('the process ends here')
    }
    await first.writer.flush()
    first.catalog.metadataWrites.finish = finish
    expect(existsSync(first.path('a.jpg.xmp'))).toBe(true)
    expect(await first.writer.flush()).toMatchObject({ pending: 0, conflicts: 0 })
    first.catalog.changes.undo()
    await first.writer.flush()
    expect(readdirSync(folder)).toEqual(['a.jpg'])
  })

  test('leaves no trace beside the photos after the next one', async () => {
    const folder = tempFolder('photos')
    const photo = join(folder, 'a.jpg')
    writeFileSync(photo, 'x')
    const write = (bytes: string, beforeHash: string) =>
      replaceFile({
        path: join(folder, 'a.xmp'),
        beforeHash,
        bytes: Buffer.from(bytes),
        temporary: null,
        photo,
        roots: [folder],
      })
    await expect(write('a', 'wrong')).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['a.jpg'])
    await write('a', '')
    expect(readdirSync(folder)).toEqual(['a.jpg', 'a.xmp'])
  })
})
