import { reads } from '../../../fixtures/reads.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/contract/errors.ts'
import type { PhotoWork } from '../../../../src-main/library/catalog/catalog.ts'
import { exportLibrary } from '../../../../src-main/library/transfer/export/export-library.ts'
import { RunningExports, temporaryPath } from '../../../../src-main/library/export/files/running-exports.ts'
import { silentLog } from '../../../shells/small-library.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { metadata, openWithRoot, saveTags, tag } from '../../catalog/library.ts'
import { runExiftool } from '../../../fixtures/exiftool.ts'

test("JSON contains all of a person's work and the sources of tags", async () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg', 'b.jpg')
  saveTags(catalog, a!, tag('dog', 80), tag('cat', 70))
  catalog.changes.apply({ kind: 'rate', ids: [a!], rating: 4 })
  catalog.changes.apply({ kind: 'remove-tag', ids: [a!], name: 'cat' })
  catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'mine' })
  const { path, photos } = await exportLibrary({ catalog, now: () => 0 }, { path: tempFolder(), format: 'json' })
  const read = JSON.parse(readFileSync(path, 'utf8')) as { photos: object[] }
  expect(read).toMatchObject({ format: 'lumafold-library', version: 1, exported_at: '1970-01-01T00:00:00.000Z' })
  expect([photos, read.photos.length]).toEqual([2, 2])
  expect(read.photos[0]).toMatchObject({
    path: '/photos/a.jpg',
    rating: 4,
    given: ['rating'],
    tags: [
      { name: 'dog', source: 'engine', confidence: 80 },
      { name: 'mine', source: 'person', confidence: 100 },
    ],
    removed_tags: ['cat'],
  })
})

test('a failed export leaves the former file and nothing else', async () => {
  const { catalog, add } = openWithRoot()
  add('a.jpg')
  const folder = tempFolder()
  const former = join(folder, 'lumafold-library.csv')
  writeFileSync(former, 'former')
  function* list(): Generator<PhotoWork> {
    yield* catalog.work.list()
    throw new Error('the disk is gone')
  }
  const broken = { work: { list }, folders: catalog.folders, keywords: catalog.keywords }
  await expect(exportLibrary({ catalog: broken }, { path: folder, format: 'csv' })).rejects.toThrow('the disk is gone')
  expect(readdirSync(folder)).toEqual(['lumafold-library.csv'])
  expect(readFileSync(former, 'utf8')).toBe('former')
})

test('a file half written by a killed export is removed at the next opening', async () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg', 'b.jpg')
  catalog.changes.apply({ kind: 'rate', ids: [a!], rating: 4 })
  for (const format of ['csv', 'xmp'] as const) {
    const folder = tempFolder()
    let [half, noted] = ['', '']
    function* list(): Generator<PhotoWork> {
      yield* catalog.work.list()
      // As a process killed now leaves it.
      noted = catalog.settings.getState('exports.running')!
      half = temporaryPath(...(JSON.parse(noted) as [{ jobId: string; folder: string }]))
    }
    const running = new RunningExports(catalog.settings, silentLog)
    await exportLibrary({ catalog: { ...catalog, work: { list } }, running }, { path: folder, format })
    expect(catalog.settings.getState('exports.running')).toBeNull()
    const whole = readdirSync(folder)
    catalog.settings.setState('exports.running', noted)
    writeFileSync(half, 'half')
    await new RunningExports(catalog.settings, silentLog).removeLeftovers()
    expect(readdirSync(folder)).toEqual(whole)
  }
})

test('data that a format cannot hold is reported with its photos', async () => {
  const { catalog, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  saveTags(catalog, a!, tag('dog', 80))
  catalog.changes.apply({ kind: 'remove-tag', ids: [a!], name: 'dog' })
  catalog.changes.apply({ kind: 'private', ids: [a!, b!], isPrivate: true })
  catalog.changes.apply({ kind: 'sensitivity', ids: [a!], judgement: 'sensitive' })
  const lossesOf = async (format: 'xmp' | 'csv' | 'json') =>
    (await exportLibrary({ catalog }, { path: tempFolder(), format })).notCarriedOver
  const marks = [
    { what: reads('2 marks "private"'), count: 2, names: ['/photos/a.jpg', '/photos/b.jpg'] },
    { what: reads('1 corrected verdict on sensitivity'), count: 1, names: ['/photos/a.jpg'] },
  ]
  expect(await lossesOf('csv')).toEqual([])
  expect(await lossesOf('json')).toEqual([])
  expect(new Set(await lossesOf('xmp'))).toEqual(
    new Set([...marks, { what: reads('1 tag that was taken off'), count: 1, names: ['/photos/a.jpg: dog'] }]),
  )
})

test('other programs read a cleared rating and flag', async () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg')
  catalog.files.saveMetadata([{ id: a!, metadata: metadata({ rating: 3, pick: 1 }), width: 1, height: 1 }])
  catalog.changes.apply({ kind: 'rate', ids: [a!], rating: 0 })
  catalog.changes.apply({ kind: 'pick', ids: [a!], pick: 0 })
  const folder = tempFolder()
  await exportLibrary({ catalog }, { path: folder, format: 'xmp' })
  const read = runExiftool(['-json', '-G1', join(folder, 'photos/a.jpg.xmp')])
  expect(JSON.parse(read)).toMatchObject([{ 'XMP-xmp:Rating': 0, 'XMP-digiKam:PickLabel': 0 }])
})

test('a read-only library can be exported', async () => {
  const { catalog, add } = openWithRoot()
  add('a.jpg')
  const refuse = () => {
    throw new AppError('disk-full', 'The disk is full.')
  }
  const request = { path: tempFolder(), format: 'json' } as const
  expect((await exportLibrary({ catalog, running: { noteStart: refuse, noteEnd: refuse } }, request)).photos).toBe(1)
})

test('sidecars are written to a separate tree, which other programs read, and never beside photos', async () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('2024/a.jpg')
  catalog.changes.apply({ kind: 'rate', ids: [a!], rating: 4 })
  catalog.changes.apply({ kind: 'label', ids: [a!], label: 'Red' })
  catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'Places/Rome' })
  catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'sea' })
  const folder = tempFolder()
  await exportLibrary({ catalog }, { path: folder, format: 'xmp' })
  const sidecar = join(folder, 'photos/2024/a.jpg.xmp')
  const [written] = JSON.parse(runExiftool(['-json', '-G1', sidecar])) as object[]
  expect(written).toMatchObject({
    'XMP-xmp:Rating': 4,
    'XMP-xmp:Label': 'Red',
    'XMP-dc:Subject': ['Rome', 'sea'],
    'XMP-lr:HierarchicalSubject': ['Places|Rome', 'sea'],
  })
  await expect(exportLibrary({ catalog }, { path: '/', format: 'xmp' })).rejects.toMatchObject({
    code: 'bad-params',
    message: expect.stringContaining('Sidecars in /photos would lie within the watched folder /photos'),
  })
})
