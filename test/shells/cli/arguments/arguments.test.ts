import { describe, expect, test } from 'vitest'
import { collect, parseSizes, parseWhole } from '../../../../src-main/shells/cli/arguments/arguments.ts'
import { count, formatTable, writeProblems } from '../../../../src-main/shells/cli/output/output.ts'

describe('sizes', () => {
  test('come one or several at a time', () => {
    expect(parseSizes('1080x1350')).toEqual([{ width: 1080, height: 1350 }])
    expect(parseSizes('10x20, 30X40', [{ width: 1, height: 1 }])).toEqual([
      { width: 1, height: 1 },
      { width: 10, height: 20 },
      { width: 30, height: 40 },
    ])
  })

  test.each(['1080', '0x5', '5x', 'axb', '10x10,', '-1x5', '1.5x2'])('%s is not a size', (text) => {
    expect(() => parseSizes(text)).toThrow('is not a size')
  })
})

describe('whole numbers', () => {
  test('are within their bounds', () => {
    const parse = parseWhole(0, 5)
    expect([parse('0'), parse('5')]).toEqual([0, 5])
    for (const text of ['6', '-1', '1.5', '', 'x', '1e0']) expect(() => parse(text), text).toThrow('from 0 to 5')
    expect(() => parseWhole(1, Number.MAX_SAFE_INTEGER)('0')).toThrow('from 1 up')
  })
})

test('an option may be repeated', () => {
  expect(collect('b', collect('a', []))).toEqual(['a', 'b'])
})

test('units have one form, things two', () => {
  expect([count(12, 'MB'), count(1, 'file'), count(1200, 'photo')]).toEqual(['12 MB', '1 file', '1,200 photos'])
})

test('a shared reason is reported once', () => {
  const offline = { problem: 'No connection.' }
  expect(
    writeProblems([
      { title: 'Faces', ...offline },
      { title: 'Objects', ...offline },
    ]),
  ).toEqual(['No connection.'])
  expect(
    writeProblems([
      { title: 'Faces', ...offline },
      { title: 'Objects', problem: 'Damaged.' },
    ]),
  ).toEqual(['Faces: No connection.', 'Objects: Damaged.'])
  expect(writeProblems([{ title: 'Faces', ...offline }])).toEqual(['Faces: No connection.'])
})

test('tables have columns as wide as their longest cell', () => {
  expect(
    formatTable([
      ['a', 'x'],
      ['long', 'y'],
    ]),
  ).toEqual(['a     x', 'long  y'])
  expect(formatTable([])).toEqual([])
})

test('counts have the right noun', () => {
  expect([count(1, 'photo'), count(0, 'photo'), count(12345, 'photo')]).toEqual([
    '1 photo',
    '0 photos',
    '12,345 photos',
  ])
})
