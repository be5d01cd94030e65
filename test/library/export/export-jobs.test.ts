import { reads } from '../../fixtures/reads.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import { hasExiftool, readWithExiftool } from '../../fixtures/other-programs.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'

import { openExport, settingsOf } from './open-export.ts'

const crop = (width: number, height: number) => ({ kind: 'crop' as const, size: { width, height } })
const longEdge = (pixels: number) => ({ kind: 'photo' as const, size: { by: 'long-edge' as const, pixels } })
const beach = (dir: string) => drawPhoto(join(dir, 'beach.jpg'), { width: 640, height: 427 })

describe('what is written', () => {
  test('whole photos and crops from one decode, in subfolders by a pattern', async () => {
    const { run, target, files } = await openExport((dir) => drawPhotos(dir, 3))
    const settings = settingsOf({
      outputs: [longEdge(200), crop(100, 125)],
      pattern: '{year}/{name}_{size}',
      format: 'webp',
    })
    const job = await run(settings)
    expect(job).toMatchObject({ state: 'done', photos: 3, total: 6, written: 6, failed: 0 })
    const [folder] = readdirSync(target)
    expect(readdirSync(join(target, folder!)).sort()).toEqual(
      [1, 2, 3].flatMap((n) => [`photo-00${n}_100x125.webp`, `photo-00${n}_200x133.webp`]),
    )
    expect((await files(job))[0]).toMatchObject({ state: 'written', file: `${folder}/photo-001_200x133.webp` })
  })

  test('the library runs the query, and ids keep their order', async () => {
    const { run, target, idOf } = await openExport((dir) => drawPhotos(dir, 3))
    const ids = [await idOf('photo-003.jpg'), await idOf('photo-001.jpg')]
    await run(settingsOf({ pattern: '{counter}-{name}', outputs: [longEdge(50)] }), { source: { kind: 'photos', ids } })
    expect(readdirSync(target).sort()).toEqual(['001-photo-003.jpg', '002-photo-001.jpg'])
  })

  test('photos of an album get its name, in the preview and in the files', async () => {
    const { run, target, idOf, library } = await openExport((dir) => drawPhotos(dir, 2))
    const { id } = await library.calls.albums.create({ name: 'Rome 2024' })
    await library.calls.albums.add({ id, ids: [await idOf('photo-002.jpg')] })
    const source = {
      kind: 'query' as const,
      query: { filter: { albumId: id }, sort: { by: 'name' as const, order: 'asc' as const } },
    }
    const settings = settingsOf({ pattern: '{album}/{name}', outputs: [longEdge(50)] })
    expect((await library.calls.exports.plan({ source, settings })).names).toEqual(['Rome 2024/photo-002.jpg'])
    await run(settings, { source })
    expect(readdirSync(target, { recursive: true }).sort()).toEqual(['Rome 2024', 'Rome 2024/photo-002.jpg'])
  })

  test("a person's crop wins over the suggestion, for its ratio and for a whole stack", async () => {
    const { run, target, idOf, library } = await openExport((dir) => drawPhotos(dir, 3, { width: 400, height: 300 }))
    const [first, second] = [await idOf('photo-001.jpg'), await idOf('photo-002.jpg')]
    await library.calls.stacks.join({ ids: [first, second] })
    const place = { x1: 0, y1: 0, x2: 0.6, y2: 1 }
    const size = { width: 40, height: 50 }
    const pinned = await library.calls.crops.pin({ ids: [first], size, place, wholeStacks: true })
    expect(pinned).toMatchObject({ count: 2, sentence: reads('Decided the 4:5 crop of 2 photos') })
    const plan = await library.calls.crops.plan({
      ids: [second, await idOf('photo-003.jpg')],
      sizes: [{ width: 80, height: 100 }],
    })
    expect(plan).toMatchObject([{ by: 'person', crop: { x1: 0, y1: 0, x2: 240, y2: 300 } }, { by: 'analysis' }])
    await run(settingsOf({ outputs: [crop(240, 300)], format: 'png' }), { source: { kind: 'photos', ids: [first] } })
    const made = sharp(join(target, 'photo-001.png')).removeAlpha().raw()
    const wanted = sharp(join(target, '..', 'photos', 'photo-001.jpg')).extract({
      left: 0,
      top: 0,
      width: 240,
      height: 300,
    })
    expect((await made.toBuffer()).equals(await wanted.raw().toBuffer())).toBe(true)
    await library.calls.history.undo({ id: pinned.changeId! })
    expect((await library.calls.crops.plan({ ids: [first], sizes: [size] }))[0]).toMatchObject({ by: 'analysis' })
  })

  test.skipIf(!hasExiftool)('a photo added a moment ago keeps the metadata of its file', async () => {
    const { run, target, library, idOf, dir } = await openExport(async () => undefined)
    const path = join(dir, 'card', 'fresh.jpg')
    mkdirSync(join(dir, 'card'))
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Artist: 'Zoe', Copyright: '(c) Jane' } })
      .jpeg()
      .toFile(path)
    await library.hostCalls.addFolder({ path: join(dir, 'card') })
    await expect.poll(async () => (await library.calls.photos.list({ limit: 1 })).tiles).toHaveLength(1)
    await run(settingsOf(), { source: { kind: 'photos', ids: [await idOf('fresh.jpg')] } })
    expect(readWithExiftool(join(target, 'fresh.jpg'))).toMatchObject({
      'IFD0:Artist': 'Zoe',
      'IFD0:Copyright': '(c) Jane',
    })
  })

  test.skipIf(!hasExiftool)("a person's metadata wins over the file's, and the place is not written", async () => {
    const { run, target, library, idOf } = await openExport(async (dir) => {
      await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
        .withExif({
          IFD0: { Artist: 'Old Name', Make: 'Canon', Model: 'EOS R5' },
          IFD2: { DateTimeOriginal: '2024:05:06 07:08:09', FNumber: '28/10' },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '48/1 51/1 0/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '2/1 21/1 0/1',
          },
        })
        .jpeg()
        .toFile(join(dir, 'placed.jpg'))
    })
    const ids = [await idOf('placed.jpg')]
    await library.calls.photos.setText({ ids, field: 'creator', text: 'Zoë' })
    await library.calls.photos.setText({ ids, field: 'title', text: 'Morning' })
    await library.calls.photos.rate({ ids, rating: 4 })
    await library.calls.photos.addTag({ ids, name: 'Places/Paris' })
    const texts = { headline: 'Early', city: 'Lutetia', usageTerms: 'Ask me', copyrightStatus: 'copyrighted' }
    await library.calls.editing.setTexts({ ids, texts })
    const change = { how: 'set' as const, takenAt: '2024-05-06T09:00:00', offset: '+02:00' }
    await library.calls.editing.changeDates({ ids, change })
    await run(settingsOf({ pattern: 'all' }))
    await run(settingsOf({ pattern: 'place', withPlace: true }))
    await run(settingsOf({ pattern: 'rights', metadata: 'copyright' }))
    await run(settingsOf({ pattern: 'none', metadata: 'none', withPlace: true }))
    const read = (name: string) => readWithExiftool(join(target, `${name}.jpg`))
    const all = read('all')
    expect(all).toMatchObject({
      'XMP-dc:Creator': 'Zoë',
      'XMP-dc:Title': 'Morning',
      'XMP-photoshop:Headline': 'Early',
      'XMP-xmpRights:Marked': true,
      'XMP-xmp:Rating': 4,
      'XMP-lr:HierarchicalSubject': 'Places|Paris',
      'IFD0:Model': 'EOS R5',
      'ExifIFD:FNumber': 2.8,
      'ExifIFD:DateTimeOriginal': '2024:05:06 09:00:00',
      'ExifIFD:OffsetTimeOriginal': '+02:00',
      'IFD0:XResolution': 300,
      'ExifIFD:ColorSpace': 1,
    })
    expect(JSON.stringify(all)).not.toMatch(/GPS|Old Name|Lutetia/)
    expect(read('place')['GPS:GPSLatitude']).toBeCloseTo(48.85, 3)
    expect(read('place')['XMP-photoshop:City']).toBe('Lutetia')
    expect(read('rights')).toMatchObject({ 'XMP-dc:Creator': 'Zoë', 'XMP-xmpRights:UsageTerms': 'Ask me' })
    expect(JSON.stringify(read('rights'))).not.toMatch(/Morning|Early|Lutetia|EOS|GPS|Paris/)
    expect(JSON.stringify(read('none'))).not.toMatch(/XMP|Morning|EOS|GPS|Zo/)
  })

  test(
    'an unaltered original is copied byte for byte; one that the person rated is encoded again',
    { tags: 'night' },
    async () => {
      const { run, target, library, photosDir, idOf } = await openExport(beach)
      const settings = settingsOf({ format: 'original', pattern: '{name}_{counter}' })
      const original = readFileSync(join(photosDir, 'beach.jpg'))
      await run(settings)
      expect(readFileSync(join(target, 'beach_001.jpg')).equals(original)).toBe(true)
      await library.calls.photos.rate({ ids: [await idOf('beach.jpg')], rating: 3 })
      await run({ ...settings, pattern: 'rated' })
      const rated = readFileSync(join(target, 'rated.jpg'))
      expect(rated.equals(original)).toBe(false)
      expect(await sharp(rated).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 427 })
    },
  )

  test('sensitive photos are withheld and counted, unless requested', async () => {
    const { run, target, library, idOf } = await openExport((dir) => drawPhotos(dir, 2))
    await library.calls.photos.setSensitivity({ ids: [await idOf('photo-002.jpg')], judgement: 'sensitive' })
    const job = await run(settingsOf())
    expect(job).toMatchObject({ state: 'done', written: 1, heldBack: 1 })
    expect((await library.calls.exports.report({ jobId: job.jobId })).reasons).toEqual([
      { state: 'held-back', reason: reads('The photo is sensitive.'), count: 1 },
    ])
    expect(await run(settingsOf({ withSensitive: true, collisions: 'skip' }))).toMatchObject({
      written: 1,
      skipped: 1,
      heldBack: 0,
    })
    expect(readdirSync(target)).toHaveLength(2)
  })
})

test('photos with a payment card or a number plate are written, or withheld and counted', async () => {
  const { run, target, library, libraryDir, idOf } = await openExport((dir) => drawPhotos(dir, 3))
  const database = new Database(join(libraryDir, 'library.db'))
  const insert = database.prepare('INSERT INTO text_lines (photo_id, words, lines) VALUES (?, ?, ?)')
  const corners = [0, 1, 2, 3].map((at) => ({ x: at, y: at }))
  for (const [name, text] of [
    ['photo-001.jpg', '4111 1111 1111 1111'],
    ['photo-002.jpg', 'M KX 4821'],
    ['photo-003.jpg', 'NO PARKING'],
  ] as const)
    insert.run(await idOf(name), text, JSON.stringify([{ text, confidence: 90, corners }]))
  database.close()
  const source = { kind: 'query' as const, query: { sort: { by: 'name' as const, order: 'asc' as const } } }
  const plan = (settings: PictureSettings) => library.calls.exports.plan({ source, settings })
  expect(await plan(settingsOf())).toMatchObject({ files: 3, cards: 2, sensitive: 0 })
  expect(await run(settingsOf())).toMatchObject({ written: 3, heldBack: 0 })
  const holding = settingsOf({ holdsBackCards: true, pattern: 'held/{name}' })
  expect(await plan(holding)).toMatchObject({ files: 1, cards: 2 })
  const job = await run(holding)
  expect(job).toMatchObject({ state: 'done', written: 1, heldBack: 2 })
  expect(readdirSync(join(target, 'held'))).toEqual(['photo-003.jpg'])
  const { reasons } = await library.calls.exports.report({ jobId: job.jobId })
  expect(reasons.map(({ reason }) => inEnglish(reason)).sort()).toEqual([
    'A number plate is seen on the photo.',
    'A payment card is seen on the photo.',
  ])
})

describe('existing names', () => {
  test('are numbered, skipped, or overwritten', async () => {
    const { run, target } = await openExport(beach)
    writeFileSync(join(target, 'beach.jpg'), 'mine')
    expect(await run(settingsOf({ collisions: 'skip' }))).toMatchObject({ skipped: 1, written: 0 })
    await run(settingsOf({ collisions: 'rename' }))
    expect(readdirSync(target).sort()).toEqual(['beach (2).jpg', 'beach.jpg'])
    expect(readFileSync(join(target, 'beach.jpg'), 'utf8')).toBe('mine')
    await run(settingsOf({ collisions: 'overwrite' }))
    expect(await sharp(join(target, 'beach.jpg')).metadata()).toMatchObject({ width: 640 })
  })

  test('are asked about after everything else is written, and the answer resumes the job', async () => {
    const { run, end, target, library, files } = await openExport((dir) => drawPhotos(dir, 3))
    writeFileSync(join(target, 'photo-001.jpg'), 'mine')
    writeFileSync(join(target, 'photo-003.jpg'), 'mine, too')
    const job = await run(settingsOf({ collisions: 'ask' }))
    expect(job).toMatchObject({ state: 'asking', written: 1, asking: 2 })
    const asking = (await files(job)).filter(({ state }) => state === 'asking')
    expect(asking.map(({ file }) => file)).toEqual(['photo-001.jpg', 'photo-003.jpg'])
    await library.calls.exports.answer({ jobId: job.jobId, fileIds: [asking[0]!.fileId], answer: 'overwrite' })
    expect(await end(job)).toMatchObject({ state: 'asking', written: 2, asking: 1 })
    await library.calls.exports.answer({ jobId: job.jobId, answer: 'skip' })
    expect(await end(job)).toMatchObject({ state: 'done', written: 2, skipped: 1 })
    expect(readFileSync(join(target, 'photo-003.jpg'), 'utf8')).toBe('mine, too')
  })

  test('files of one export never replace each other', async () => {
    const { run, target } = await openExport((dir) => drawPhotos(dir, 4))
    for (const collisions of ['overwrite', 'skip'] as const)
      expect(await run(settingsOf({ pattern: `same-${collisions}`, collisions }))).toMatchObject({
        written: 4,
        skipped: 0,
      })
    expect(readdirSync(target)).toHaveLength(8)
  })

  test('no original or file beside it is overwritten: in place, through links, or in another case', async () => {
    const { run, idOf, photosDir, dir, library } = await openExport(beach)
    const original = readFileSync(join(photosDir, 'beach.jpg'))
    // The file written beside the photo soon becomes a photo itself, so only the first is exported.
    const source = { kind: 'photos' as const, ids: [await idOf('beach.jpg')] }
    writeFileSync(join(photosDir, 'beach.xmp'), 'sidecar')
    const linked = join(dir, 'linked')
    symlinkSync(photosDir, linked)
    const outside = join(dir, 'outside')
    mkdirSync(outside)
    symlinkSync(join(photosDir, 'beach.jpg'), join(outside, 'beach.jpg'))
    for (const place of [photosDir, linked, outside]) {
      const { id: targetId } = await library.hostCalls.registerTarget({ path: place })
      const job = await run(settingsOf({ collisions: 'overwrite', outputs: [longEdge(50)] }), { targetId, source })
      expect(job).toMatchObject({ state: 'done', written: 1 })
      const report = await library.calls.exports.report({ jobId: job.jobId })
      expect(inEnglish(report.reasons[0]?.reason)).toContain('originals are never overwritten')
    }
    expect(readFileSync(join(photosDir, 'beach.jpg')).equals(original)).toBe(true)
    expect(readFileSync(join(photosDir, 'beach.xmp'), 'utf8')).toBe('sidecar')
    // A hard link is another name: it is replaced, and the original keeps its bytes.
    const hard = join(dir, 'hard')
    mkdirSync(hard)
    linkSync(join(photosDir, 'beach.jpg'), join(hard, 'beach.jpg'))
    const { id: targetId } = await library.hostCalls.registerTarget({ path: hard })
    await run(settingsOf({ collisions: 'overwrite', outputs: [longEdge(50)] }), { targetId, source })
    expect(readFileSync(join(photosDir, 'beach.jpg')).equals(original)).toBe(true)
  })
})

describe('jobs', () => {
  test('wait in line, and a cancelled one resumes where it stopped', async () => {
    const { start, end, target, library, engine } = await openExport((dir) =>
      drawPhotos(dir, 12, { width: 80, height: 60 }),
    )
    const cut = engine.cut
    let cancel: (() => unknown) | null = null
    let count = 0
    engine.cut = async (request) => {
      count += 1
      if (count === 4) await cancel?.()
      return cut(request)
    }
    const first = await start(settingsOf({ pattern: 'first/{name}' }))
    cancel = () => library.calls.exports.cancel({ jobId: first.jobId })
    const second = await start(settingsOf({ pattern: 'second/{name}' }))
    const stopped = await end(first)
    expect(stopped.state).toBe('cancelled')
    expect(stopped.written).toBeLessThan(12)
    expect(readdirSync(join(target, 'first'))).toHaveLength(stopped.written)
    expect(await end(second)).toMatchObject({ state: 'done', written: 12 })
    await library.calls.exports.resume({ jobId: first.jobId })
    expect(await end(first)).toMatchObject({ state: 'done', written: 12 })
    expect(readdirSync(join(target, 'first'))).toHaveLength(12)
    expect(readdirSync(target).sort()).toEqual(['first', 'second'])
    await expect(library.calls.exports.resume({ jobId: first.jobId })).rejects.toThrow(/All files/)
  })

  test('undo removes unchanged exported files, and names those that stay', async () => {
    const { run, target, library, files } = await openExport((dir) => drawPhotos(dir, 3))
    const job = await run(settingsOf({ pattern: 'below/{name}' }))
    const [entry] = await library.calls.history.list({})
    expect(entry).toMatchObject({ kind: 'export-files', sentence: reads(`Exported 3 files to ${target}`) })
    writeFileSync(join(target, 'below', 'photo-002.jpg'), 'changed')
    rmSync(join(target, 'below', 'photo-003.jpg'))
    const { sentence } = await library.calls.exports.undo({ jobId: job.jobId })
    expect(inEnglish(sentence)).toMatch(/1 file removed from .*1 file gone before.*photo-002.jpg changed since/)
    expect(readdirSync(join(target, 'below'))).toEqual(['photo-002.jpg'])
    expect((await files(job)).map(({ state }) => state)).toEqual(['removed', 'written', 'removed'])
    await expect(library.calls.history.redo({})).resolves.toMatchObject({ changeId: null })
  })

  test('the history can undo it too, and removes the folders it created', async () => {
    const { run, target, library } = await openExport(beach)
    const job = await run(settingsOf({ pattern: 'a/b/{name}' }))
    await library.calls.history.undo({})
    expect(readdirSync(target)).toEqual([])
    expect((await library.calls.exports.get({ jobId: job.jobId })).state).toBe('undone')
  })

  test('failures are listed with reasons and can be retried', async () => {
    const { run, end, target, library, photosDir, files } = await openExport((dir) => drawPhotos(dir, 3))
    const away = join(photosDir, '..', 'away.jpg')
    copyFileSync(join(photosDir, 'photo-002.jpg'), away)
    writeFileSync(join(photosDir, 'photo-003.jpg'), readFileSync(join(photosDir, 'photo-003.jpg')).subarray(0, 3000))
    rmSync(join(photosDir, 'photo-002.jpg'))
    const ids = (await library.calls.photos.list({ limit: 10, filter: {} })).tiles.map(({ id }) => id)
    const job = await run(settingsOf(), { source: { kind: 'photos', ids: [...ids, 9999] } })
    expect(job).toMatchObject({ state: 'done', written: 1 })
    const reasons = (await files(job)).map(({ reason }) => inEnglish(reason)).join('\n')
    expect(reasons).toContain('photo-002.jpg is not where it was')
    expect(reasons).toContain('no longer in the library')
    expect(reasons).toMatch(/cannot be decoded|damaged|cut off/)
    renameSync(away, join(photosDir, 'photo-002.jpg'))
    await library.calls.exports.resume({ jobId: job.jobId })
    expect(await end(job)).toMatchObject({ written: 2 })
    expect(readdirSync(target)).toHaveLength(2)
  })

  test('a lost target ends the job, which resumes when the target is back', async () => {
    const { start, end, target, library, engine } = await openExport((dir) =>
      drawPhotos(dir, 6, { width: 80, height: 60 }),
    )
    const cut = engine.cut
    let count = 0
    engine.cut = async (request) => {
      if (++count === 3) renameSync(target, `${target}-away`)
      return cut(request)
    }
    const job = await start(settingsOf())
    const failed = await end(job)
    expect(failed.state).toBe('failed')
    expect(failed.problem).not.toBe('')
    expect(existsSync(target)).toBe(false)
    await expect(library.calls.exports.resume({ jobId: job.jobId })).rejects.toThrow(/is not a folder/)
    renameSync(`${target}-away`, target)
    await library.calls.exports.resume({ jobId: job.jobId })
    expect(await end(job)).toMatchObject({ state: 'done', written: 6 })
    expect(readdirSync(target)).toHaveLength(6)
  })

  test('originals keep their bytes and times', async () => {
    const { run, photosDir } = await openExport(beach)
    const path = join(photosDir, 'beach.jpg')
    const [bytes, { mtimeMs }] = [readFileSync(path), statSync(path)]
    await run(settingsOf({ outputs: [longEdge(100), crop(50, 50)], pattern: '{name}_{size}' }))
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(statSync(path).mtimeMs).toBe(mtimeMs)
  })

  test('unknown fields, targets and jobs are refused', async () => {
    const { start, library, dir, libraryDir } = await openExport(beach)
    const hidden = join(libraryDir, 'backups', 'mine')
    mkdirSync(hidden, { recursive: true })
    for (const path of [libraryDir, hidden])
      await expect(library.hostCalls.registerTarget({ path })).rejects.toThrow(/lies in the folder of the library/)
    const ordered = library.hostCalls.exportLibrary({ path: join(libraryDir, 'new', 'one'), format: 'json' })
    await expect(ordered).rejects.toThrow(/lies in the folder of the library/)
    await expect(start(settingsOf({ pattern: '{iso}' }))).rejects.toThrow(/\{iso\}/)
    await expect(start(settingsOf({ format: 'png', maxKilobytes: 100 }))).rejects.toThrow(/PNG files have no quality/)
    await expect(library.calls.exports.get({ jobId: 'nope' })).rejects.toMatchObject({ code: 'job-not-found' })
    const sealed = join(dir, 'sealed')
    mkdirSync(sealed)
    const { id: targetId } = await library.hostCalls.registerTarget({ path: sealed })
    rmSync(sealed, { recursive: true })
    await expect(start(settingsOf(), { targetId })).rejects.toMatchObject({ code: 'not-a-folder' })
  })

  test('files have the announced names and sizes, and smaller ones are reported', { tags: 'night' }, async () => {
    const { library, run, target, idOf } = await openExport(async (dir) => {
      await drawPhoto(join(dir, `${'ö'.repeat(120)}.jpg`), { width: 480, height: 320 })
      await drawPhoto(join(dir, 'صورة.jpeg'), { width: 640, height: 400, orientation: 6 })
      await drawPhoto(join(dir, 'drawn.gif'), { width: 300, height: 201, format: 'gif' })
      await drawPhoto(join(dir, 'turned.jpg'), { width: 501, height: 333 })
    })
    const turned = await idOf('turned.jpg')
    await library.calls.photos.rotate({ ids: [turned], turn: 'right' })
    const moved = { photoId: turned, size: { width: 360, height: 360 }, crop: { x1: 3, y1: 5, x2: 103, y2: 105 } }
    const outputs = [crop(360, 360), longEdge(500), ...settingsOf().outputs]
    const source = { kind: 'query' as const, query: { sort: { by: 'name' as const, order: 'asc' as const } } }
    for (const [format, keepsSmall] of [
      ['jpeg', true],
      ['original', true],
      ['png', false],
    ] as const) {
      const settings = settingsOf({ outputs, format, keepsSmall, pattern: `${format}/{name}_{size}` })
      const plan = await library.calls.exports.plan({ source, settings, crops: [moved] })
      const job = await run(settings, { crops: [moved] })
      const written = readdirSync(join(target, format)).map((name) => `${format}/${name}`)
      expect(written.toSorted()).toEqual([...plan.names].toSorted())
      expect(written).toContain(
        `${format}/turned_${keepsSmall ? '100x100' : '360x360'}.${format === 'png' ? 'png' : 'jpg'}`,
      )
      for (const name of written) {
        const { width, height, autoOrient } = await sharp(join(target, name)).metadata()
        expect([width, autoOrient.width]).toContain(Number(/_(\d+)x/.exec(name)![1]))
        expect([height, autoOrient.height]).toContain(Number(/x(\d+)[ .]/.exec(name)![1]))
      }
      const { reasons } = await library.calls.exports.report({ jobId: job.jobId })
      const smaller = reasons.find(({ reason }) => inEnglish(reason).includes('fewer pixels'))?.count ?? 0
      expect([plan.smaller, smaller > 0]).toEqual([smaller, keepsSmall])
    }
  })

  test('a plan counts photos whose files are not there, and leaves them out', async () => {
    const { library, photosDir, idOf } = await openExport((dir) => drawPhotos(dir, 2))
    const ids = [await idOf('photo-001.jpg'), await idOf('photo-002.jpg')]
    const source = { kind: 'photos' as const, ids }
    const planNow = async () => {
      await library.calls.folders.rescan({})
      await library.hostCalls.waitUntilIdle()
      return library.calls.exports.plan({ source, settings: settingsOf() })
    }
    rmSync(join(photosDir, 'photo-002.jpg'))
    expect(await planNow()).toMatchObject({ photos: 2, files: 1, absent: 1, names: ['photo-001.jpg'] })
    renameSync(photosDir, `${photosDir} elsewhere`)
    expect(await planNow()).toMatchObject({ photos: 2, files: 0, absent: 2, names: [] })
  })

  test('a plan lists what would be written', async () => {
    const { library, idOf } = await openExport((dir) => drawPhotos(dir, 2))
    await library.calls.photos.setSensitivity({ ids: [await idOf('photo-002.jpg')], judgement: 'sensitive' })
    const settings = settingsOf({ outputs: [longEdge(320), crop(40, 50)], pattern: '{name}_{size}' })
    const source = { kind: 'query' as const, query: { sort: { by: 'name' as const, order: 'asc' as const } } }
    expect(await library.calls.exports.plan({ source, settings })).toEqual({
      photos: 2,
      files: 2,
      absent: 0,
      sensitive: 1,
      cards: 0,
      withoutCrop: 0,
      smaller: 0,
      names: ['photo-001_320x214.jpg', 'photo-001_40x50.jpg'],
    })
    const byName = { ...source, query: { sort: { by: 'name' as const, order: 'desc' as const } } }
    const counted = await library.calls.exports.plan({
      source: byName,
      settings: { ...settings, pattern: '{counter}' },
    })
    expect(counted.names[0]).toBe('002.jpg')
    const all = await library.calls.exports.plan({ source, settings: { ...settings, withSensitive: true } })
    expect(all).toMatchObject({ files: 4, sensitive: 1 })
    expect(all.names.slice(2)).toEqual(['photo-002_320x214.jpg', 'photo-002_40x50.jpg'])
  })
})
