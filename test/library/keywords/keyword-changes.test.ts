import { reads } from '../../fixtures/reads.ts'
import { expect, test } from 'vitest'
import {
  createKeyword,
  editKeyword,
  mergeKeywords,
  moveKeyword,
  removeKeyword,
} from '../../../src-main/library/keywords/keyword-changes.ts'
import { find, metadata, saveTags, tag } from '../catalog/library.ts'
import { openKeywords } from './keyword-library.ts'

test('the tree follows from the names: levels in between, and each photo once per level', async () => {
  const { tree } = openKeywords(
    ['Places/Austria/Vienna', 'Places/Austria'],
    ['Places/Austria/Graz', 'Places/Austria/Vienna'],
    ['dog'],
    ['Places'],
  )
  expect(await tree()).toEqual([
    'dog 1/1',
    'Places 1/3',
    'Places/Austria 1/2',
    'Places/Austria/Graz 1/1',
    'Places/Austria/Vienna 2/2',
  ])
})

test("an engine's tag is not a keyword until the person accepts it", async () => {
  const { catalog, ids, tree } = openKeywords(['sea'], [])
  saveTags(catalog, ids[1]!, tag('cat', 90), tag('sea', 99))
  expect(await tree()).toEqual(['sea 1/1'])
})

test('a keyword moves with its subtree as one change, and an undo reverts it', async () => {
  const library = openKeywords(['Austria/Vienna', 'sea'], ['Austria'], ['austria/graz', 'AUSTRIA'])
  const { catalog, changes, carried, tree, reported } = library
  const before = { carried: carried(), tree: await tree() }
  const result = await moveKeyword(library, { from: 'austria', to: 'Places/Österreich' })
  expect(result).toMatchObject({
    count: 3,
    sentence: reads('Moved the keyword “Austria” to “Places/Österreich” on 3 photos'),
  })
  expect(carried()).toEqual([
    ['Places/Österreich/Vienna', 'sea'],
    ['Places/Österreich'],
    ['Places/Österreich', 'Places/Österreich/graz'],
  ])
  expect(await tree()).toEqual([
    'Places 0/3',
    'Places/Österreich 2/3',
    'Places/Österreich/graz 1/1',
    'Places/Österreich/Vienna 1/1',
    'sea 1/1',
  ])
  expect(reported).toContain('keywords.changed')
  expect(await changes.undo()).toMatchObject({ count: 3, kept: 0 })
  expect({ carried: carried(), tree: await tree() }).toEqual(before)
  await changes.redo()
  expect(carried()[1]).toEqual(['Places/Österreich'])
  expect(catalog.check()).toEqual([])
})

test("keywords of files move like a person's, and do not return when the file is read again", async () => {
  const library = openKeywords([])
  const { catalog, ids, carried, changes } = library
  const read = () =>
    catalog.files.saveMetadata([{ id: ids[0]!, metadata: metadata({ keywords: ['dog'] }), width: 1, height: 1 }])
  read()
  saveTags(catalog, ids[0]!, tag('dog', 80))
  await moveKeyword(library, { from: 'dog', to: 'Animals/dog' })
  read()
  expect(carried()).toEqual([['Animals/dog']])
  expect(find(catalog, { text: 'tag=dog' })).toEqual([])
  await changes.undo()
  expect(carried()).toEqual([['dog']])
})

test('a keyword that moves up a level replaces one that moves away from there', async () => {
  const library = openKeywords(['A/A', 'A/A/A'], ['A/A/A'])
  await moveKeyword(library, { from: 'A/A', to: 'B' })
  await moveKeyword(library, { from: 'B/A', to: 'C' })
  expect(library.carried()).toEqual([['B', 'C'], ['C']])
  await moveKeyword(library, { from: 'C', to: 'B/C' })
  await mergeKeywords(library, { names: ['B/C'], into: 'B', keepsNames: false })
  expect(library.carried()).toEqual([['B'], ['B']])
  for (let at = 0; at < 4; at++) expect(await library.changes.undo()).toMatchObject({ kept: 0 })
  expect(library.carried()).toEqual([['A/A', 'A/A/A'], ['A/A/A']])
})

test('a change of capitals only respells the same keyword', async () => {
  const library = openKeywords(['dog'], ['dog/pug'])
  await moveKeyword(library, { from: 'dog', to: 'Dog' })
  expect(library.carried()).toEqual([['Dog'], ['Dog/pug']])
  await library.changes.undo()
  expect(library.carried()).toEqual([['dog'], ['dog/pug']])
})

test('impossible moves are refused with advice, and change nothing', async () => {
  const library = openKeywords(['A/B'], ['C'])
  const move = (from: string, to: string) => Promise.resolve().then(() => moveKeyword(library, { from, to }))
  await expect(move('A', 'A/B/A')).rejects.toThrow('lies within “A”')
  await expect(move('C', 'a/b')).rejects.toThrow('There is a keyword “A/B” already; merge the two')
  await expect(move('X', 'Y')).rejects.toThrow('There is no keyword “X”')
  expect(library.carried()).toEqual([['A/B'], ['C']])
})

test('a merge joins photos, subtrees, synonyms and sets, and its undo separates them', async () => {
  const library = openKeywords(['Wien', 'x'], ['Places/Vienna'], ['Wien', 'Places/Vienna'], ['Wien/Prater'])
  const { catalog, changes, carried, tree } = library
  await editKeyword(library, { name: 'Wien', synonyms: ['Vindobona'] })
  await changes.apply({
    kind: 'keyword-set',
    id: 1,
    name: 'Cities',
    set: { name: 'Cities', keywords: ['Wien', 'x'] },
    ids: [0],
  })
  const before = {
    carried: carried(),
    tree: await tree(),
    records: catalog.keywords.records(),
    sets: catalog.keywords.sets(),
  }
  await mergeKeywords(library, { names: ['wien'], into: 'places/vienna', keepsNames: true })
  expect(carried()).toEqual([['Places/Vienna', 'x'], ['Places/Vienna'], ['Places/Vienna'], ['Places/Vienna/Prater']])
  expect(catalog.keywords.record('Places/Vienna')?.synonyms).toEqual(['Vindobona', 'Wien'])
  expect(catalog.keywords.sets()[0]?.keywords).toEqual(['Places/Vienna', 'x'])
  expect(find(catalog, { text: 'tag:wien' })).toHaveLength(4)
  await changes.undo()
  expect({
    carried: carried(),
    tree: await tree(),
    records: catalog.keywords.records(),
    sets: catalog.keywords.sets(),
  }).toEqual(before)
})

test('a removed keyword leaves photos, tree and sets; an empty one can be created and stays', async () => {
  const library = openKeywords(['A/B', 'C'], ['A'])
  await createKeyword(library, { name: 'A/Empty', synonyms: ['void', 'VOID', 'Empty'], color: 'red' })
  expect(library.catalog.keywords.record('a/empty')).toMatchObject({ synonyms: ['VOID'], color: 'red' })
  expect(await library.tree()).toContain('A/Empty 0/0')
  await expect(Promise.resolve().then(() => createKeyword(library, { name: 'a/b' }))).rejects.toThrow('already')
  await removeKeyword(library, 'A')
  expect(await library.tree()).toEqual(['C 1/1'])
  expect(library.carried()).toEqual([['C'], []])
  await library.changes.undo()
  expect(await library.tree()).toEqual(['A 1/2', 'A/B 1/1', 'A/Empty 0/0', 'C 1/1'])
})
