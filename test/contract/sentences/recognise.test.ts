import { expect, test } from 'vitest'
import { recognise } from '../../../src-main/contract/sentences/recognise.ts'
import { say } from '../../../src-main/contract/sentences/say.ts'
import { sentences, type SentenceKey, templateOf } from '../../../src-main/contract/sentences/sentences.ts'
import { parseTemplate, type Piece } from '../../../src-main/contract/sentences/template.ts'

const keys = Object.entries(sentences).flatMap(([area, texts]) =>
  Object.keys(texts).map((name) => `${area}.${name}` as SentenceKey),
)

/** Values as unkind as those of real libraries: names with quotes, stops and words of the templates. */
const samples: ((piece: Piece) => string | number)[] = [sampleOf(1, 'a'), sampleOf(5240, '/Photos/Mr. Smith’s, 2024')]

function sampleOf(count: number, text: string) {
  return (piece: Piece): string | number => {
    if (piece.kind === 'select') return Object.keys(piece.options)[count === 1 ? 0 : 1] ?? 'other'
    return piece.kind === 'value' ? text : count
  }
}
const valuesFor = (key: SentenceKey, sample: (piece: Piece) => string | number) =>
  Object.fromEntries(
    parseTemplate(templateOf(key)).flatMap((piece) => (piece.kind === 'text' ? [] : [[piece.name, sample(piece)]])),
  )

test.each(keys)('%s is known again with its values', (key) => {
  for (const sample of samples) {
    const values = valuesFor(key, sample)
    const [first] = recognise(say(key, values))
    expect(first, say(key, values)).toEqual({ key, values })
  }
})

test('what stands in a plural stands elsewhere as well, so that its number is known', () => {
  for (const key of keys) {
    const pieces = parseTemplate(templateOf(key))
    const numbers = pieces.flatMap((piece) => (piece.kind === 'number' ? [piece.name] : []))
    for (const piece of pieces) if (piece.kind === 'plural') expect(numbers, key).toContain(piece.name)
  }
})

test('what no template makes is not known', () => {
  expect([...recognise('EACCES: permission denied')]).toEqual([])
})
