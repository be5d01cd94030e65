import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mergeKeywords, moveKeyword } from '../../../src-main/library/keywords/keyword-changes.ts'
import { jpegWithExif } from '../metadata/photo-file.ts'
import { bag, choose, openWriting, readBack, sidecarOf } from '../metadata/write/writing.ts'
import { changesOf } from './keyword-library.ts'

async function open() {
  const library = openWriting()
  await choose(library, 'sidecars')
  const { changes } = changesOf(library.catalog)
  const carried = (id: number) =>
    library.catalog.photos
      .detail(id)
      .tags.map(({ name }) => name)
      .toSorted()
  return { ...library, changes, carried }
}

test('a renamed keyword replaces the old one in sidecars, and the old one does not return', async () => {
  const library = await open()
  const { catalog, writer, path, read, carried, changes } = library
  const [id, other] = await library.add('a.jpg', 'b.jpg')
  catalog.changes.apply({ kind: 'add-tag', ids: [id!, other!], name: 'dog' })
  catalog.changes.apply({ kind: 'add-tag', ids: [id!], name: 'sea' })
  await writer.flush()
  await moveKeyword(library, { from: 'dog', to: 'Animals/Buddy' })
  await writer.flush()
  for (let round = 0; round < 2; round++) {
    await read(id!)
    await writer.flush()
    expect(carried(id!)).toEqual(['Animals/Buddy', 'sea'])
    expect(await readBack(path('a.jpg'))).toMatchObject({
      keywords: ['sea', 'Buddy'],
      keywordPaths: ['Animals/Buddy'],
    })
    expect(readFileSync(path('b.jpg.xmp'), 'utf8')).not.toContain('dog')
  }
  await changes.undo()
  await writer.flush()
  await read(id!)
  expect(carried(id!)).toEqual(['dog', 'sea'])
  expect(readFileSync(path('a.jpg.xmp'), 'utf8')).not.toContain('Buddy')
})

test('a keyword in another program’s sidecar is renamed and merged there, and its other keywords stay', async () => {
  const library = await open()
  const { catalog, writer, path, read, carried } = library
  writeFileSync(path('c.jpg'), await jpegWithExif({}))
  writeFileSync(path('c.jpg.xmp'), sidecarOf({ inner: bag('Wien', 'boat') }))
  const id = await library.record('c.jpg')
  const [other] = await library.add('d.jpg')
  catalog.changes.apply({ kind: 'add-tag', ids: [other!], name: 'Places/Vienna' })
  await mergeKeywords(library, { names: ['Wien'], into: 'Places/Vienna', keepsNames: true })
  await writer.flush()
  await read(id)
  await writer.flush()
  expect(carried(id)).toEqual(['Places/Vienna', 'boat'])
  expect(await readBack(path('c.jpg'))).toMatchObject({ keywords: ['boat', 'Vienna'] })
  expect(readFileSync(path('c.jpg.xmp'), 'utf8')).not.toContain('Wien<')
  expect(readFileSync(path('c.jpg.xmp'), 'utf8')).toContain('<!-- kept -->')
  await moveKeyword(library, { from: 'Places/Vienna', to: 'Vienna' })
  await writer.flush()
  await read(id)
  expect(carried(id)).toEqual(['Vienna', 'boat'])
  expect((await readBack(path('c.jpg'))).keywordPaths).not.toContain('Places/Vienna')
})
