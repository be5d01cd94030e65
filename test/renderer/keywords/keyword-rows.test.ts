import { expect, test } from 'vitest'
import { type Keyword, plainKeyword } from '../../../src-main/contract/library/keywords.ts'
import { keywordRows } from '../../../src-renderer/keywords/keyword-rows.ts'

const keyword = (name: string, synonyms: string[] = []): Keyword => ({
  ...plainKeyword,
  name,
  label: name.split('/').at(-1)!,
  synonyms,
  count: 1,
  total: 1,
  isKept: false,
})

test('keywords are found as they are typed without accents, with those above them', () => {
  const keywords = [keyword('Müller', ['Ёлкин']), keyword('Τόποι'), keyword('Τόποι/Κρήτη'), keyword('й')]
  const found = (text: string) => keywordRows(keywords, new Set(), text).map((row) => row.keyword.name)
  expect(found('ΚΡΗΤΗ')).toEqual(['Τόποι', 'Τόποι/Κρήτη'])
  for (const text of ['mueller', 'mull', 'елк']) expect(found(text), text).toEqual(['Müller'])
  expect(found('и'.normalize('NFD'))).toEqual(['Müller'])
})
