import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ImportRequest } from '../../../src-main/contract/library/travel.ts'
import { exportLibrary } from '../../../src-main/library/transfer/export/export-library.ts'
import { importLibrary } from '../../../src-main/library/transfer/import/import-library.ts'
import { editKeyword } from '../../../src-main/library/keywords/keyword-changes.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openKeywords } from './keyword-library.ts'

test('synonyms and sets move as JSON from one library to another, and are in a table', { tags: 'night' }, async () => {
  const library = openKeywords(['Places/Vienna'])
  await editKeyword(library, { name: 'Places/Vienna', synonyms: ['Wien'], color: 'red', exportsSynonyms: true })
  const set = { name: 'Cities', keywords: ['Places/Vienna'] }
  await library.changes.apply({ kind: 'keyword-set', id: 1, name: set.name, set, ids: [0] })
  const folder = tempFolder('export')
  await exportLibrary(library, { path: folder, format: 'json' })
  await exportLibrary(library, { path: folder, format: 'csv' })
  expect(readFileSync(join(folder, 'lumafold-keywords.csv'), 'utf8').split('\r\n').slice(1, 3)).toEqual([
    'keyword,Places/Vienna,Wien,red,yes,yes',
    'set,Cities,Places/Vienna,,,',
  ])
  const other = openKeywords([])
  const request = ImportRequest.parse({ path: join(folder, 'lumafold-library.json') })
  await importLibrary(other, request)
  expect(other.catalog.keywords.records()).toEqual(library.catalog.keywords.records())
  expect(other.catalog.keywords.sets()).toEqual([{ id: 1, ...set }])
  await other.changes.undo()
  expect(other.catalog.keywords.sets()).toEqual([])
  expect(other.catalog.keywords.records().size).toBe(0)
})

test('an exported photo includes synonyms on request, and no keyword that only contains others', async () => {
  const library = openKeywords(['Places/Vienna', 'PLACES', 'dog'])
  const { catalog, ids } = library
  const exported = () => catalog.work.exportedKeywords(catalog.work.of(ids)[0]!).toSorted()
  await editKeyword(library, { name: 'Places/Vienna', synonyms: ['Wien', 'AC/DC'] })
  expect(exported()).toEqual(['PLACES', 'Places/Vienna', 'dog'])
  await editKeyword(library, { name: 'Places/Vienna', exportsSynonyms: true })
  await editKeyword(library, { name: 'PLACES', isExported: false })
  expect(exported()).toEqual(['AC\\DC', 'Places/Vienna', 'Wien', 'dog'])
})
