import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import { problemLines } from '../../../../src-main/shells/cli/exporting/problem-lines.ts'

const failed = (photo: string, reason: string) => ({
  photo,
  file: '',
  reason: foreign(reason),
  state: 'failed' as const,
})

test('a reason shared by many files is reported once, with some of their names', () => {
  const full = 'The target disk is full.'
  const files = Array.from({ length: 40 }, (_, index) => failed(`${index}.jpg`, full))
  expect(problemLines([{ reason: foreign(full), count: 1106 }], files)).toEqual([
    `1,106 files: ${full}`,
    '  0.jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg, …',
  ])
  expect(problemLines([{ reason: foreign(full), count: 2 }], files.slice(0, 2))).toEqual([
    `2 files: ${full}`,
    '  0.jpg, 1.jpg',
  ])
})

test('a single file precedes its reason, and one with a taken name is identified by that name', () => {
  const taken = {
    photo: 'b.jpg',
    file: '2024/b.webp',
    reason: foreign('A file of this name is there.'),
    state: 'asking' as const,
  }
  const reasons = [
    { reason: foreign('It is damaged.'), count: 1 },
    { reason: taken.reason, count: 1 },
  ]
  expect(problemLines(reasons, [failed('a.jpg', 'It is damaged.'), taken])).toEqual([
    'a.jpg: It is damaged.',
    '2024/b.webp: A file of this name is there.',
  ])
})

test('a reason is reported even if none of its files was fetched', () => {
  expect(problemLines([{ reason: foreign('It is damaged.'), count: 3 }], [])).toEqual(['3 files: It is damaged.'])
})
