import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { arePair, pairKindOf, pairRankOf } from '../../../../src-main/library/pairs/kinds/pair-kind.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openWithRoot, tag } from '../../catalog/library.ts'

const TIME = 1_600_000_000_000

function open() {
  const folder = tempFolder('catalog')
  const { catalog, root } = openWithRoot(folder)
  catalog.analysis.setSteps([{ name: 'hash', fingerprint: '1' }])
  const folderId = catalog.folders.ensure(root.id, '')
  const add = (...files: (string | [name: string, seconds: number])[]) =>
    catalog.files.add(
      files.map((file, i) => {
        const [name, seconds] = typeof file === 'string' ? [file, 0] : file
        return { folderId, name, bytes: 10 + i, modifiedMs: TIME + seconds * 1000, fileKey: `1:${name}` }
      }),
    )
  const fileId = (name: string) => catalog.files.at(folderId, [name])[0]!.fileId
  const names = (id: number) => {
    const { name, otherFiles } = catalog.photos.detail(id)
    return [name, ...otherFiles.map((path) => path.split('/').at(-1))]
  }
  const all = () => [...catalog.search.run({ filter: {}, sort: { by: 'addedAt', order: 'asc' } })]
  return { catalog, root, folderId, add, fileId, names, all }
}

const arrange = (catalog: Catalog, limit = 100) => {
  const gone: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const piece = catalog.pairs.arrange(catalog.settings.get(), after, limit)
    gone.push(...piece.gone)
    after = piece.next
  }
  return gone
}

test('a pair is recognised by names and times', () => {
  const file = (name: string, seconds = 0) => ({ name, modifiedMs: TIME + seconds * 1000 })
  expect(arePair(file('a.CR2'), file('a.JPG', 9999))).toBe(true)
  expect(arePair(file('a.HEIC'), file('a.MOV', 3))).toBe(true)
  expect(arePair(file('a.HEIC'), file('a.MOV', 60))).toBe(false)
  expect(arePair(file('a.CR2'), file('a.NEF'))).toBe(false)
  expect(arePair(file('a.DNG'), file('a.MOV', 3))).toBe(true)
  expect(arePair(file('a.DNG'), file('a.MOV', 60))).toBe(false)
  expect(arePair(file('a.CR2'), file('b.JPG'))).toBe(false)
  expect(arePair(file('a.CR2'), file('a.png'))).toBe(false)
  expect(arePair(file('a.jpg'), file('a.MP4', 3))).toBe(true)
  expect(arePair(file('a.jpg'), file('a.MP4', 60))).toBe(false)
  expect(arePair(file('PXL_1.MP.jpg'), file('PXL_1.MP', 3))).toBe(true)
  expect(arePair(file('PXL_1.MV.jpg'), file('PXL_1.MV.mp4', 3))).toBe(true)
  expect(arePair(file('PXL_1.jpg'), file('PXL_1.MP', 3))).toBe(false)
  expect(['a.tif', 'a.avi', 'a.xmp'].map(pairKindOf)).toEqual([null, null, null])
  expect(['a.jpg', 'a.dng', 'a.mov'].map((name) => pairRankOf(name, 'picture'))).toEqual([0, 1, 2])
  expect(['a.jpg', 'a.dng', 'a.mov'].map((name) => pairRankOf(name, 'raw'))).toEqual([1, 0, 2])
})

test('files from one shutter press become one photo, whichever is found first', () => {
  const { add, names, all } = open()
  const ids = add('a.CR2', 'a.JPG', 'b.jpg', 'b.nef', 'c.HEIC', ['c.MOV', 2], 'd.png', 'd.dng')
  const [pixel, film] = add('PXL_1.MP.jpg', 'PXL_1.MP')
  expect(film).toBe(pixel)
  expect(ids[0]).toBe(ids[1])
  expect(all()).toEqual([ids[0], ids[2], ids[4], ids[6], ids[7], pixel])
  expect([ids[0]!, ids[2]!, ids[4]!].map(names)).toEqual([
    ['a.JPG', 'a.CR2'],
    ['b.jpg', 'b.nef'],
    ['c.HEIC', 'c.MOV'],
  ])
})

test('a RAW file, its picture and its film are one photo; a second picture is another', () => {
  const { add, names, all } = open()
  const [id] = add('a.dng', 'a.heic', 'a.mov')
  const [other] = add('a.jpg')
  expect(names(id!)).toEqual(['a.heic', 'a.dng', 'a.mov'])
  expect(all()).toEqual([id, other])
})

test("a person's work stays when the other half is found later, and the picture then represents it", () => {
  const { catalog, add, names } = open()
  const [id] = add('a.nef')
  catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 5 })
  catalog.analysis.saveOutcome(id!, ['hash'], { ok: true, findings: { contentHash: 'x' }, warnings: [] })
  expect(catalog.photos.tiles([id!])[0]!.status).toBe('ready')
  expect(add('a.jpg')).toEqual([id])
  expect(catalog.photos.tiles([id!])[0]).toMatchObject({ name: 'a.jpg', rating: 5, status: 'pending' })
  expect(names(id!)).toEqual(['a.jpg', 'a.nef'])
})

test('the remaining file represents the photo', () => {
  const { catalog, add, names, fileId } = open()
  const [id] = add('a.nef', 'a.jpg')
  catalog.files.markMissing([fileId('a.jpg')])
  expect(catalog.photos.tiles([id!])[0]).toMatchObject({ name: 'a.nef', status: 'pending' })
  catalog.files.markMissing([fileId('a.nef')])
  expect(catalog.photos.tiles([id!])[0]!.status).toBe('missing')
  const { folderId, bytes, modifiedMs, fileKey } = catalog.files.byId(fileId('a.jpg'))!
  catalog.files.settle([
    { fileId: fileId('a.jpg'), folderId, name: 'a.jpg', bytes, modifiedMs, fileKey, isChanged: false },
  ])
  expect(names(id!)).toEqual(['a.jpg'])
})

test('the RAW file represents the photo if the person wants that, even for earlier photos', () => {
  const { catalog, add, names } = open()
  const [id] = add('a.nef', 'a.jpg', 'b.jpg')
  catalog.settings.set({ mainOfPair: 'raw' })
  arrange(catalog, 1)
  expect(names(id!)).toEqual(['a.nef', 'a.jpg'])
  const [later] = add('c.jpg', 'c.nef')
  expect(names(later!)).toEqual(['c.nef', 'c.jpg'])
})

test('earlier photos are joined, unless a person worked on both', () => {
  const { catalog, add, names, all } = open()
  catalog.settings.set({ pairing: 'apart' })
  const ids = add('a.nef', 'a.jpg', 'b.nef', 'b.jpg', 'c.nef', 'c.jpg')
  expect(new Set(ids).size).toBe(6)
  catalog.changes.apply({ kind: 'rate', ids: [ids[2]!], rating: 4 })
  catalog.changes.apply({ kind: 'rate', ids: [ids[4]!, ids[5]!], rating: 2 })
  catalog.settings.set({ pairing: 'together' })
  expect(arrange(catalog, 2).sort()).toEqual([ids[1], ids[3]])
  expect(all()).toEqual([ids[0], ids[2], ids[4], ids[5]])
  expect(names(ids[0]!)).toEqual(['a.jpg', 'a.nef'])
  expect(catalog.photos.tiles([ids[2]!])[0]).toMatchObject({ name: 'b.jpg', rating: 4 })
  expect(catalog.check()).toEqual([])
})

test("pairs can be separated, and a person's work stays with the file that represented them", () => {
  const { catalog, add, all } = open()
  const [id] = add('a.nef', 'a.jpg', 'b.jpg')
  catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 3 })
  catalog.analysis.saveOutcome(id!, ['hash'], { ok: true, findings: { tags: [tag('sea', 90)] }, warnings: [] })
  catalog.settings.set({ pairing: 'apart' })
  expect(arrange(catalog)).toEqual([])
  const tiles = catalog.photos.tiles(all())
  expect(tiles.map(({ name, rating }) => [name, rating]).sort()).toEqual([
    ['a.jpg', 3],
    ['a.nef', 0],
    ['b.jpg', 0],
  ])
  expect(catalog.check()).toEqual([])
})

test('every further file of a photo gets its own hashes', () => {
  const { catalog, add, root } = open()
  const [id] = add('a.nef', 'a.jpg')
  const [other] = catalog.pairs.unhashed(id!)
  expect(other?.path).toBe(join(root.path, 'a.nef'))
  catalog.pairs.saveHashes(other!.fileId, { contentHash: 'c', imageHash: '1:i' })
  expect(catalog.pairs.unhashed(id!)).toEqual([])
  expect([...catalog.files.recorded()].map(({ path, imageHash }) => [path.split('/').at(-1), imageHash])).toEqual([
    ['a.nef', '1:i'],
    ['a.jpg', ''],
  ])
})
