import { PhotoSort } from '../../../../src-main/contract/library/query.ts'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connect } from '../../../../src-main/base/sqlite/connect.ts'
import { numberColumn } from '../../../../src-main/library/search/columns/column.ts'
import { type IndexLog, KeptIndex } from '../../../../src-main/library/search/kept-index/kept-index.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import {
  addNames,
  metadata,
  openForTest,
  openWithRoot,
  saveTags,
  tag,
  type OpenCatalog,
} from '../../catalog/library.ts'

const PHOTOS = 300
const fileIn = (folder: string) => join(folder, 'index.arrays')
const names = Array.from({ length: PHOTOS }, (_, at) => `${at % 7}/IMG_${(at * 37) % PHOTOS}.jpg`)

/** A closed library whose index was saved. */
async function keptLibrary() {
  const folder = tempFolder('kept')
  const { catalog, root } = openWithRoot(folder)
  const ids = addNames(catalog, root.id, names)
  for (const [at, id] of ids.entries()) saveTags(catalog, id, tag(`word${at % 11}`, 60 + (at % 30)))
  catalog.changes.apply({ kind: 'rate', ids: ids.slice(0, 50), rating: 3 })
  catalog.changes.apply({ kind: 'label', ids: ids.slice(20, 60), label: 'Red' })
  await catalog.search.keep(1)
  catalog.close()
  return { folder, root, ids }
}

const fields = PhotoSort.shape.by.unwrap().exclude(['match', 'album']).options

/** Everything that a window could see of the index. */
const seen = (catalog: OpenCatalog) => ({
  orders: fields.map((by) => [...catalog.search.run({ filter: {}, sort: { by, order: 'asc' } })]),
  facets: catalog.search.facets({}),
  tagged: [...catalog.search.run({ filter: { tags: ['word3'] }, sort: { by: 'addedAt', order: 'asc' } })],
  counts: catalog.analysis.counts(),
})

async function reopened(folder: string) {
  const catalog = openForTest(folder)
  await catalog.search.prepare({ rest: true, order: 'name' })
  const found = seen(catalog)
  catalog.close()
  return found
}

/** Results of a catalogue without a saved index. */
function truth(folder: string) {
  const catalog = openForTest(folder)
  const found = seen(catalog)
  catalog.close()
  return found
}

/** Changes a rating without notifying anything, so that only a read of the catalogue sees it. */
function rateSilently(folder: string, id: number) {
  const db = connect(join(folder, 'library.db'))
  db.exec('DROP TRIGGER index_photos_changed')
  db.prepare('UPDATE photos SET rating = 5 WHERE id = ?').run(id)
  db.close()
}

const isRated = ({ facets }: ReturnType<typeof truth>) => facets.ratings.some(({ rating }) => rating === 5)

describe('the saved index', () => {
  test("is saved with the program's columns, and not with a column that reads an unlogged table", async () => {
    expect(existsSync(fileIn((await keptLibrary()).folder))).toBe(true)
    const column = numberColumn('(SELECT count(*) FROM album_photos a WHERE a.photo_id = p.id)', Uint32Array)
    const log: IndexLog = { token: () => null, count: () => 0, changed: () => [], settle: () => undefined }
    expect(new KeptIndex(tempFolder('kept'), log, [column]).isPossible).toBe(false)
  })

  test('is read in place of the catalogue', { tags: 'night' }, async () => {
    const { folder, ids } = await keptLibrary()
    expect(await reopened(folder)).toEqual(truth(folder))
    rateSilently(folder, ids[9]!)
    expect(isRated(truth(folder))).toBe(true)
    expect(isRated(await reopened(folder))).toBe(false)
  })

  test('notices later changes, by whomever', async () => {
    const { folder, root, ids } = await keptLibrary()
    const catalog = openForTest(folder)
    addNames(catalog, root.id, ['new/IMG_5b.jpg', 'new/A.jpg'])
    catalog.changes.apply({ kind: 'rate', ids: ids.slice(40, 45), rating: 5 })
    catalog.changes.apply({ kind: 'add-tag', ids: [ids[7]!], name: 'word3' })
    catalog.changes.apply({ kind: 'remove-tag', ids: [ids[3]!], name: 'word3' })
    saveTags(catalog, ids[4]!, tag('word3', 80))
    catalog.files.saveMetadata([
      { id: ids[11]!, metadata: metadata({ takenAt: '2020-02-03T10:00:00' }), width: 10, height: 10 },
    ])
    catalog.close()
    const db = connect(join(folder, 'library.db'))
    db.exec(`PRAGMA foreign_keys = ON; DELETE FROM photos WHERE id = ${ids[100]}`)
    db.exec(`UPDATE files SET bytes = 999999 WHERE photo_id = ${ids[101]}`)
    db.close()
    const found = await reopened(folder)
    expect(found).toEqual(truth(folder))
    expect(found.facets.total).toBe(PHOTOS + 1)
    expect(found.tagged).toContain(ids[7])
    expect(found.tagged).not.toContain(ids[3])
  })

  test('is created again if its file is damaged, truncated or from another state', async () => {
    for (const spoil of [
      (path: string) => {
        const bytes = readFileSync(path)
        bytes[bytes.length - 100]! ^= 1
        writeFileSync(path, bytes)
      },
      (path: string) => truncateSync(path, readFileSync(path).length - 50),
      (path: string) => writeFileSync(path, 'not an index'),
      (path: string) => writeFileSync(path, ''),
    ]) {
      const { folder, ids } = await keptLibrary()
      spoil(fileIn(folder))
      rateSilently(folder, ids[9]!) // only the catalogue itself shows it
      expect(isRated(await reopened(folder))).toBe(true)
    }
    const { folder, ids } = await keptLibrary()
    const db = connect(join(folder, 'library.db'))
    db.exec("UPDATE kept_index SET token = 'of another file'")
    db.close()
    rateSilently(folder, ids[9]!)
    expect(isRated(await reopened(folder))).toBe(true)
  })

  test('is rewritten only after many changes', async () => {
    const { folder, ids } = await keptLibrary()
    const catalog = openForTest(folder)
    await catalog.search.prepare()
    const before = readFileSync(fileIn(folder))
    catalog.changes.apply({ kind: 'rate', ids: [ids[1]!], rating: 5 })
    await catalog.search.keep(1)
    expect(readFileSync(fileIn(folder)).equals(before)).toBe(true)
    catalog.changes.apply({ kind: 'rate', ids, rating: 5 })
    await catalog.search.keep(1)
    expect(readFileSync(fileIn(folder)).equals(before)).toBe(false)
    catalog.close()
    expect(await reopened(folder)).toEqual(truth(folder))
  })

  test('is correct or absent if a photo changes while it is written', async () => {
    const { folder, ids } = await keptLibrary()
    const catalog = openForTest(folder)
    catalog.changes.apply({ kind: 'rate', ids, rating: 2 })
    const keeping = catalog.search.keep(1)
    for (const id of ids.slice(0, 40)) {
      catalog.changes.apply({ kind: 'rate', ids: [id], rating: 5 })
      await new Promise(setImmediate)
    }
    await keeping
    catalog.close()
    expect(await reopened(folder)).toEqual(truth(folder))
  })
})

describe('an index loaded in slices', () => {
  const openWithMany = () => {
    const folder = tempFolder('slices')
    const { catalog, root } = openWithRoot(folder)
    const ids = addNames(
      catalog,
      root.id,
      Array.from({ length: 9000 }, (_, at) => `${at % 3}/p${at}.jpg`),
    )
    catalog.close()
    return { folder, root, ids, catalog: openForTest(folder) }
  }

  test('has the changes made while it was loaded', { tags: 'night' }, async () => {
    const { folder, root, ids, catalog } = openWithMany()
    const loading = catalog.search.prepare({ rest: true, order: 'name' })
    await new Promise(setImmediate)
    catalog.changes.apply({ kind: 'rate', ids: [ids[0]!, ids[8999]!], rating: 5 })
    catalog.changes.apply({ kind: 'add-tag', ids: [ids[5]!], name: 'word3' })
    addNames(catalog, root.id, ['0/a-new-one.jpg'])
    await loading
    const found = seen(catalog)
    catalog.close()
    expect(found).toEqual(truth(folder))
    expect(found.facets.ratings).toContainEqual({ rating: 5, count: 2 })
  })

  test('answers an urgent query', async () => {
    const { catalog, ids } = openWithMany()
    const loading = catalog.search.prepare({ rest: true })
    expect(catalog.search.count()).toBe(ids.length)
    await loading
    catalog.changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 5 })
    expect(catalog.search.facets({}).ratings).toContainEqual({ rating: 5, count: 1 })
  })
})

test('new photos are merged into the order of names', async () => {
  const { catalog, add } = openWithRoot()
  add('b.jpg', 'IMG_10.jpg', 'z.jpg')
  const inOrder = () =>
    catalog.photos.tiles([...catalog.search.run({ filter: {}, sort: { by: 'name', order: 'asc' } })])
  expect(inOrder().map(({ name }) => name)).toEqual(['b.jpg', 'IMG_10.jpg', 'z.jpg'])
  add('IMG_9.jpg', 'a.jpg', 'Ä.jpg', 'zz.jpg', 'c.jpg')
  const merged = inOrder().map(({ name }) => name)
  catalog.close()
  expect(merged).toEqual(['a.jpg', 'Ä.jpg', 'b.jpg', 'c.jpg', 'IMG_9.jpg', 'IMG_10.jpg', 'z.jpg', 'zz.jpg'])
})
