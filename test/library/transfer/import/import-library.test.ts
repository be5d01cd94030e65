import { reads } from '../../../fixtures/reads.ts'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportLibrary } from '../../../../src-main/library/transfer/export/export-library.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { makeLightroomCatalog, type LightroomPhoto } from '../../../fixtures/lightroom-catalog.ts'
import { metadata, openForTest, saveTags, tag } from '../../catalog/library.ts'
import { importerOf, openImporting } from './importing.ts'
import { noCounts } from '../../../../src-main/contract/library/travel.ts'

function catalogOf(photos: readonly LightroomPhoto[]): string {
  const file = join(tempFolder(), 'a.lrcat')
  makeLightroomCatalog(file, '/photos/', photos).close()
  return file
}

test('a catalogue is imported as one change, and undone as one', { tags: 'night' }, async () => {
  const { add, run, shown, changes, catalog } = openImporting()
  const [a, b] = add('a.jpg', 'b.jpg', 'c.jpg')
  const file = catalogOf([
    {
      name: 'a.jpg',
      rating: 4,
      label: 'Red',
      title: 'One',
      caption: 'Two',
      keywords: [['Places', 'Rome']],
      collections: [['Best']],
    },
    { name: 'b.jpg', rating: 4, pick: -1, keywords: [['Places', 'Rome']] },
    { name: 'gone.jpg', rating: 1 },
  ])
  const before = [shown(a!), shown(b!)]
  const looked = await run(file, { isDryRun: true })
  expect(looked).toMatchObject({ photos: 3, matched: 2, changedPhotos: 2, changeId: null })
  expect(looked.unmatched.map(({ path }) => path)).toEqual(['/photos/gone.jpg'])
  expect([shown(a!), shown(b!)]).toEqual(before)

  const report = await run(file)
  expect(report).toMatchObject({
    changes: { rating: 2, pick: 1, label: 1, title: 1, caption: 1, tags: 2 },
    differing: noCounts(),
  })
  expect(shown(a!)).toMatchObject({
    rating: 4,
    pick: 0,
    label: 'Red',
    title: 'One',
    caption: 'Two',
    tags: ['Places/Rome'],
  })
  expect(catalog.albums.of([a!]).map(({ name }) => name)).toEqual(['Best'])
  expect(changes.history(9)).toMatchObject([
    { kind: 'import', count: 2, sentence: reads('Imported from the Lightroom catalogue a.lrcat: 2 photos') },
  ])
  expect(await run(file)).toMatchObject({ changedPhotos: 0, changes: noCounts(), changeId: null })

  expect(await changes.undo(report.changeId!)).toMatchObject({ count: 2, kept: 0 })
  expect([shown(a!), shown(b!)]).toEqual(before)
  expect(await changes.redo()).toMatchObject({ count: 2, kept: 0 })
  expect(shown(b!)).toMatchObject({ rating: 4, pick: -1, tags: ['Places/Rome'] })
})

test(
  'work given in Lumafold stays and is counted; metadata only in a file is replaced',
  { tags: 'night' },
  async () => {
    const { catalog, add, run, shown } = openImporting()
    const [own, file] = add('own.jpg', 'file.jpg')
    catalog.files.saveMetadata([
      { id: file!, metadata: metadata({ rating: 1, title: 'of the camera' }), width: 1, height: 1 },
    ])
    saveTags(catalog, own!, tag('Rome', 80))
    catalog.changes.apply({ kind: 'rate', ids: [own!], rating: 2 })
    catalog.changes.apply({ kind: 'caption', ids: [own!], text: 'mine' })
    catalog.changes.apply({ kind: 'remove-tag', ids: [own!], name: 'Rome' })
    const source = catalogOf([
      { name: 'own.jpg', rating: 5, caption: 'theirs', label: 'Green', keywords: [['Rome']] },
      { name: 'file.jpg', rating: 5, title: 'theirs' },
    ])
    expect(await run(source)).toMatchObject({
      changes: { ...noCounts(), rating: 1, label: 1, title: 1 },
      differing: { ...noCounts(), rating: 1, caption: 1, tags: 1 },
    })
    expect(shown(own!)).toMatchObject({ rating: 2, caption: 'mine', label: 'Green', tags: [] })
    expect(shown(file!)).toMatchObject({ rating: 5, title: 'theirs' })
    expect(await run(source, { overwrites: true })).toMatchObject({
      changes: { ...noCounts(), rating: 1, caption: 1, tags: 1 },
    })
    expect(shown(own!)).toMatchObject({ rating: 5, caption: 'theirs', tags: ['Rome'] })
  },
)

test('an undo skips later changes', { tags: 'night' }, async () => {
  const { catalog, add, run, shown, changes } = openImporting()
  const [a, b] = add('a.jpg', 'b.jpg')
  await run(catalogOf(['a.jpg', 'b.jpg'].map((name) => ({ name, rating: 4, label: 'Red' }))))
  catalog.changes.apply({ kind: 'rate', ids: [a!], rating: 1 })
  const undone = await changes.undo(1)
  expect(undone).toMatchObject({ count: 2, kept: 1 })
  expect([shown(a!), shown(b!)]).toMatchObject([
    { rating: 1, label: '' },
    { rating: 0, label: '' },
  ])
})

test('every photo may have its own text', { tags: 'night' }, async () => {
  const { add, run, changes, shown } = openImporting()
  const names = Array.from({ length: 5000 }, (_, i) => `${i}.jpg`)
  const ids = add(...names)
  const file = join(tempFolder(), 'table.csv')
  writeFileSync(file, ['path,caption', ...names.map((name) => `/photos/${name},"This is ${name}"`)].join('\n'))
  expect((await run(file)).changes).toEqual({ ...noCounts(), caption: 5000 })
  expect(shown(ids[4321]!).caption).toBe('This is 4321.jpg')
  expect(await changes.undo()).toMatchObject({ count: 5000, kept: 0 })
  expect(shown(ids[4321]!).caption).toBeNull()
})

test(
  'an import that is only in the journal beside the catalogue is applied again as one change',
  { tags: 'night' },
  async () => {
    const folder = tempFolder()
    const { catalog, add } = openImporting(folder)
    const [id] = add('a.jpg')
    catalog.close()
    copyFileSync(join(folder, 'library.db'), join(folder, 'older.db'))
    const newer = importerOf(openForTest(folder))
    await newer.run(catalogOf([{ name: 'a.jpg', rating: 3, title: 'One', keywords: [['x']] }]))
    newer.catalog.close()
    copyFileSync(join(folder, 'older.db'), join(folder, 'library.db'))
    const again = openForTest(folder)
    expect(again.edits.replayed()).toMatchObject({ edits: 1, photos: 0, problems: [] })
    expect(again.photos.detail(id!)).toMatchObject({ rating: 3, metadata: { title: 'One' } })
    expect(again.changes.history(9)).toMatchObject([{ id: 1, change: { kind: 'import' }, isWhole: true }])
    again.changes.undo(1)
    expect(again.photos.detail(id!)).toMatchObject({ rating: 0, metadata: { title: null }, tags: [] })
  },
)

test('a library exported as a table and imported into a fresh one is the same', { tags: 'night' }, async () => {
  const { catalog, add, shown } = openImporting()
  const names = ['a.jpg', 'b, "c".jpg', 'd.jpg', 'e.jpg']
  const [a, b, d] = add(...names)
  const fromFile = (id: number) => ({
    id,
    metadata: metadata({ rating: 3, title: 'file', keywords: ['k'] }),
    width: 1,
    height: 1,
  })
  catalog.files.saveMetadata([fromFile(a!), fromFile(d!)])
  saveTags(catalog, b!, tag('dog', 80), tag('cat', 70))
  const ids = [a!, b!]
  catalog.changes.apply({ kind: 'rate', ids, rating: 5 })
  catalog.changes.apply({ kind: 'label', ids, label: 'To, "print"' })
  catalog.changes.apply({ kind: 'pick', ids: [b!], pick: -1 })
  catalog.changes.apply({ kind: 'caption', ids, text: 'two\nlines; =1+1' })
  catalog.changes.apply({ kind: 'title', ids: [d!], text: '' })
  catalog.changes.apply({ kind: 'creator', ids, text: 'Ada; Bo' })
  catalog.changes.apply({ kind: 'copyright', ids: [b!], text: '© Ada' })
  catalog.changes.apply({ kind: 'rate', ids: [d!], rating: 0 })
  catalog.changes.apply({ kind: 'add-tag', ids, name: 'Places/Rome; the "city"' })
  catalog.changes.apply({ kind: 'add-tag', ids: [b!], name: 'back\\slash\\' })
  catalog.changes.apply({ kind: 'remove-tag', ids: [b!], name: 'dog' })
  const folder = tempFolder()
  const { path, photos } = await exportLibrary({ catalog }, { path: join(folder, 'new'), format: 'csv' })
  expect([path, photos]).toEqual([join(folder, 'new/lumafold-library.csv'), 4])

  const fresh = openImporting()
  const again = fresh.add(...names)
  fresh.catalog.files.saveMetadata([fromFile(again[0]!), fromFile(again[2]!)])
  saveTags(fresh.catalog, again[1]!, tag('dog', 80), tag('cat', 70))
  await fresh.run(path)
  expect(again.map(fresh.shown)).toEqual([a!, b!, d!, d! + 1].map(shown))
  const second = await exportLibrary({ catalog: fresh.catalog }, { path: tempFolder(), format: 'csv' })
  expect(readFileSync(second.path, 'utf8')).toBe(readFileSync(path, 'utf8'))
  expect((await fresh.run(path)).changes).toEqual(noCounts())
})

test('exported sidecars find their photos again', async () => {
  const { catalog, add, shown } = openImporting()
  const [a, b] = add('2024/a.jpg', 'b.jpg', 'plain.jpg')
  catalog.changes.apply({ kind: 'rate', ids: [a!, b!], rating: 4 })
  catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'Places/Rome' })
  catalog.changes.apply({ kind: 'title', ids: [b!], text: 'B & co' })
  const folder = join(tempFolder(), 'sidecars')
  expect(await exportLibrary({ catalog }, { path: folder, format: 'xmp' })).toMatchObject({
    path: folder,
    photos: 2,
    notCarriedOver: [],
  })
  const fresh = openImporting()
  const again = fresh.add('2024/a.jpg', 'b.jpg', 'plain.jpg')
  expect(await fresh.run(folder)).toMatchObject({ source: 'xmp', photos: 2, matched: 2, unmatched: [] })
  expect(again.slice(0, 2).map(fresh.shown)).toEqual([a!, b!].map(shown))
})

test('missing photos are reported, and a folder without sidecars changes nothing', { tags: 'night' }, async () => {
  const { run } = openImporting()
  const folder = tempFolder()
  mkdirSync(join(folder, 'empty'))
  await expect(run(join(folder, 'none.lrcat'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await run(join(folder, 'empty'))).toMatchObject({ source: 'xmp', photos: 0, changeId: null })
})

test('a Google Takeout fills gaps and turns its folders into albums, as one change', { tags: 'night' }, async () => {
  const folder = tempFolder('takeout')
  const write = (name: string, content: unknown) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const { add, run, shown, catalog, changes } = openImporting()
  const [a, b] = add('a.jpg', 'b.jpg')
  const bytes = catalog.photos.detail(a!).bytes
  const time = { photoTakenTime: { timestamp: '1258375918' } }
  for (const dir of ['Fotos von 2009', 'Rom']) {
    write(`${dir}/a.jpg`, 'x'.repeat(bytes))
    write(`${dir}/a.jpg.supplemental-metadata.json`, {
      title: 'a.jpg',
      description: 'Panda',
      favorited: true,
      ...time,
      geoData: { latitude: 30.65, longitude: 104.07 },
    })
  }
  write('Fotos von 2009/Metadaten.json', { title: 'Fotos von 2009' })
  write('Rom/Metadaten.json', { title: 'Rom 2009', date: { timestamp: '1258375918' } })
  write('Papierkorb/b.jpg', 'x'.repeat(bytes))
  write('Papierkorb/b.jpg.json', { title: 'b.jpg', description: 'Gone', trashed: true, ...time })
  const report = await run(folder)
  expect(report).toMatchObject({
    source: 'takeout',
    matched: 1,
    unmatched: [],
    changes: { caption: 1, pick: 1, position: 1 },
  })
  expect(shown(a!)).toMatchObject({ caption: 'Panda', pick: 1, latitude: 30.65, longitude: 104.07 })
  expect(shown(b!).caption).toBeFalsy()
  expect(catalog.albums.paths().map(({ path }) => path)).toEqual(['Rom 2009'])
  expect((await run(folder)).changedPhotos).toBe(0)
  await changes.undo(report.changeId!)
  expect(catalog.albums.paths()).toEqual([])
})

test('a table with a date that does not exist leaves the date of its photo', async () => {
  const { add, run, shown } = openImporting()
  const [a] = add('a.jpg') as [number]
  const file = join(tempFolder(), 'a.csv')
  writeFileSync(file, 'path,rating,taken_at,dated\n/photos/a.jpg,4,2024-04-31T10:00:00,yes\n')
  expect(await run(file)).toMatchObject({ changedPhotos: 1, changes: { rating: 1, takenAt: 0 } })
  expect(shown(a)).toMatchObject({ rating: 4, takenAt: null })
})
