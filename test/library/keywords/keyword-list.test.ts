import { reads } from '../../fixtures/reads.ts'
import { expect, test } from 'vitest'
import { importKeywords } from '../../../src-main/library/keywords/import-keywords.ts'
import { parseKeywordList, printKeywordList } from '../../../src-main/library/keywords/keyword-list.ts'
import { openKeywords } from './keyword-library.ts'

const LIST = '[PLACES]\n\tAustria\n\t\t{Österreich}\n\t\tVienna\n\t\t\t{Wien}\n\t\t\t{Vindobona}\n\t[AC/DC]\nDog\n'

test('a list in Lightroom’s format: levels, synonyms, categories', () => {
  expect(parseKeywordList(`\uFEFF${LIST.replaceAll('\n', '\r\n')}`)).toEqual([
    { name: 'PLACES', synonyms: [], isExported: false },
    { name: 'PLACES/Austria', synonyms: ['Österreich'], isExported: true },
    { name: 'PLACES/Austria/Vienna', synonyms: ['Wien', 'Vindobona'], isExported: true },
    { name: 'PLACES/AC\\DC', synonyms: [], isExported: false },
    { name: 'Dog', synonyms: [], isExported: true },
  ])
})

test('errors are reported with their line', () => {
  expect(() => parseKeywordList('a\n\t\tb')).toThrow('Line 2 of the list (b) is indented more than one level')
  expect(() => parseKeywordList('{x}')).toThrow('Line 1 of the list ({x}) is a synonym')
  expect(() => parseKeywordList('x'.repeat(201))).toThrow('at most 200 characters')
})

test('an exported list equals the imported one, and one undo reverts the import', async () => {
  const library = openKeywords(['Dog'])
  const result = await importKeywords(library, LIST)
  expect(result).toMatchObject({ added: 4, changed: 0, sentence: reads('Imported 5 keywords from a list') })
  expect(printKeywordList(await library.catalog.keywords.list())).toBe(
    'Dog\n[PLACES]\n\t[AC/DC]\n\tAustria\n\t\t{Österreich}\n\t\tVienna\n\t\t\t{Wien}\n\t\t\t{Vindobona}\n',
  )
  expect(await importKeywords(library, 'Dog\n\t{hound}\n')).toMatchObject({ added: 0, changed: 1 })
  await library.changes.undo()
  await library.changes.undo()
  expect(await library.tree()).toEqual(['Dog 1/1'])
})
