import { expect, test } from 'vitest'
import { TextValues } from '../../../../src-main/library/search/columns/text-values.ts'

test('texts keep their numbers while photos are added, in two bytes each until there are too many', () => {
  const texts = new TextValues(2)
  for (let slot = 0; slot < 65_535; slot++) texts.set(slot, `text ${slot}`)
  expect(texts.values).toBeInstanceOf(Uint16Array)
  texts.set(65_535, 'one more')
  texts.set(3, '')
  expect(texts.values).toBeInstanceOf(Uint32Array)
  expect([0, 3, 65_534, 65_535].map((slot) => texts.textOf(texts.values[slot] ?? -1))).toEqual([
    'text 0',
    '',
    'text 65534',
    'one more',
  ])
  expect(texts.codeOf('text 7')).toBe(8)
  expect(texts.codeOf('unknown')).toBeUndefined()
})
