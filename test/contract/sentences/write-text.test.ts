import { expect, test } from 'vitest'
import { foreign, onLines, say, several } from '../../../src-main/contract/sentences/say.ts'
import { sentences, type SentenceKey, templateOf } from '../../../src-main/contract/sentences/sentences.ts'
import { parseTemplate } from '../../../src-main/contract/sentences/parse-template.ts'
import { isText } from '../../../src-main/contract/sentences/text.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'

const keys = Object.entries(sentences).flatMap(([area, texts]) =>
  Object.keys(texts).map((name) => `${area}.${name}` as SentenceKey),
)

test("a plural's value is also elsewhere in the text, so that its number is visible", () => {
  for (const key of keys) {
    const pieces = parseTemplate(templateOf(key))
    for (const piece of pieces)
      if (piece.kind === 'plural')
        expect(
          pieces.flatMap((each) => (each.kind === 'text' ? [] : [each.name])),
          key,
        ).toContain(piece.name.replace(/Count$/, ''))
  }
})

test('a text is recognised by its key and its values, and nothing else is one', () => {
  for (const key of keys)
    expect(isText(JSON.parse(JSON.stringify(say(key, { name: 'a', what: foreign('b') })))), key).toBe(true)
  for (const none of [
    'Rated',
    { key: 'no.such' },
    { key: 'changes.nothing', more: 1 },
    { key: 'changes.rated', values: { photos: NaN } },
  ])
    expect(isText(none)).toBe(false)
  expect(isText(say('changes.cutOff', { what: { key: 'no.such' } as never }))).toBe(false)
})

test('a text is written in English with its numbers and nested texts', () => {
  const put = say('changes.albumPut', { photos: 5240, name: 'Mr. A. “Smith”' })
  expect(inEnglish(put)).toBe('Put 5,240 photos into the album “Mr. A. “Smith””')
  expect(inEnglish(say('changes.unstacked', { photos: 1 }))).toBe('Took 1 photo out of its stack')
  expect(inEnglish(say('changes.fieldSet', { field: 'creatorCity', photos: 2 }))).toBe(
    'Set the creator’s city of 2 photos',
  )
  const kept = say('reversals.kept', { photos: 2 })
  expect(inEnglish(several([say('reversals.undone', { what: put }), kept]))).toBe(
    `Undone: ${inEnglish(put)}. 2 photos were changed since and stay as they are`,
  )
  expect(inEnglish(several([say('folders.absent', { path: '/a' }), say('folders.kept')]))).toBe(
    '/a is not there. Its photos are kept.',
  )
  const brush = [say('keywords.brushKeyword', { name: 'sea, calm' }), say('keywords.brushStars', { stars: 1 })]
  expect(inEnglish(say('keywords.painted', { brush, photos: 1 }))).toBe('Painted “sea, calm”, 1 star on 1 photo')
  expect(inEnglish(null)).toBe('')
})

test('a nested text has no full stop, but names keep theirs', () => {
  expect(inEnglish(say('reversals.fileStays', { path: 'a.jpg', reason: say('files.gone') }))).toBe(
    'a.jpg stays: It is no longer there',
  )
  expect(inEnglish(say('updates.failed', { reason: foreign('EIO, read.') }))).toBe(
    'The update did not succeed: EIO, read.',
  )
  const copy = say('copies.differs', {
    name: 'b.jpg',
    parts: [say('copies.title', { value: 'Sea.' }), say('copies.noCaption')],
  })
  expect(inEnglish(copy)).toBe('b.jpg: title Sea., no caption')
  const failed = (name: string) => say('models.notInstalled', { name, sentence: say('models.noAddress') })
  expect(inEnglish(onLines([failed('A'), failed('B')]))).toBe(
    'A was not installed: It has no address; install it from a folder.\nB was not installed: It has no address; install it from a folder.',
  )
})
