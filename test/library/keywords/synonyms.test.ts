import { expect, test } from 'vitest'
import { editKeyword } from '../../../src-main/library/keywords/keyword-changes.ts'
import { find } from '../catalog/library.ts'
import { openKeywords } from './keyword-library.ts'

test('synonyms find their keyword and its subtree, in fields and in plain words, until an undo', async () => {
  const library = openKeywords(['Places/Austria'], ['Places/Austria/Vienna'], ['Austria'], ['dog'])
  const { catalog, ids, changes } = library
  const search = (text: string) => find(catalog, { text }).toSorted((a, b) => a - b)
  expect(search('Österreich')).toEqual([])
  await editKeyword(library, { name: 'Places/Austria', synonyms: ['Österreich', 'Land der Berge'] })
  const both = [ids[0], ids[1]]
  expect(search('tag:österreich')).toEqual(both)
  expect(search('oster')).toEqual(both)
  expect(search('"Land der Berge"')).toEqual(both)
  expect(search('-österreich')).toEqual([ids[2], ids[3]])
  expect(search('tag=Österreich')).toEqual([ids[0]])
  expect(find(catalog, { tags: ['Österreich'] })).toHaveLength(2)
  await changes.undo()
  expect(search('österreich')).toEqual([])
})

test('completion offers a keyword by its synonym or any of its levels, even without photos', async () => {
  const library = openKeywords(['Places/Vienna'], ['wine'])
  await editKeyword(library, { name: 'Places/Vienna', synonyms: ['Wien'] })
  await library.changes.apply({
    kind: 'keyword',
    name: 'Places/Wiener Neustadt',
    record: { synonyms: [], color: '', isExported: true, exportsSynonyms: false },
    ids: [0],
  })
  expect(library.catalog.search.suggest('wi', 9)).toEqual([
    { name: 'Places/Vienna', label: 'Places/Vienna', count: 1, synonym: 'Wien' },
    { name: 'wine', label: 'wine', count: 1 },
    { name: 'Places/Wiener Neustadt', label: 'Places/Wiener Neustadt', count: 0 },
  ])
  expect(library.catalog.search.complete('wie', 'tag', 9)).toMatchObject([
    { value: 'Places/Vienna', synonym: 'Wien', count: 1 },
    { value: 'Places/Wiener Neustadt', count: 0 },
  ])
})

test('keywords are found as they are typed without accents, by any level', async () => {
  const library = openKeywords(['Τόποι/Κρήτη'], ['Müller'])
  const { catalog, ids } = library
  await editKeyword(library, { name: 'Müller', synonyms: ['Ёлкин'] })
  const search = (text: string) => find(catalog, { text })
  for (const text of ['tag:κρητη', 'tag:τοποι', 'tag="ΤΟΠΟΙ/ΚΡΗΤΗ"', 'κρητη'])
    expect(search(text), text).toEqual([ids[0]])
  for (const text of ['tag:mueller', 'tag=muller', 'tag:елкин', 'mueller', 'елк'])
    expect(search(text), text).toEqual([ids[1]])
  expect(search('tag=τοποι')).toEqual([])
  const names = (text: string) => catalog.search.complete(text, 'tag', 9).map(({ value }) => value)
  expect(names('κρη')).toEqual(['Τόποι/Κρήτη'])
  expect(names('muel')).toEqual(['Müller'])
  expect(catalog.search.suggest('mue', 9)).toMatchObject([{ name: 'Müller' }])
  expect(catalog.search.suggest('елк', 9)).toMatchObject([{ name: 'Müller', synonym: 'Ёлкин' }])
})
