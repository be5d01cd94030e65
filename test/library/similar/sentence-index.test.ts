import { reads } from '../../fixtures/reads.ts'
import { expect, test } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import { SentenceIndex } from '../../../src-main/library/similar/sentence-index.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    vector: Float32Array.of(Math.cos(i / 100), Math.sin(i / 100)),
  }))
const all = () => true

/** An index whose pair describes every sentence by the same vector, to which the first photos are nearest. */
function open(vectors = rows(300)) {
  const asked: string[] = []
  const warnings: string[] = []
  const pair: { id: string | null; fails: Error | null } = { id: 'pair-1', fails: null }
  const quiet = () => undefined
  const index = new SentenceIndex({
    analysis: { textImageVectors: (id) => (id === 'pair-1' ? vectors : []) },
    engine: {
      pairId: () => pair.id,
      tryPair: async () => undefined,
      async describe(text) {
        asked.push(text)
        if (pair.fails) throw pair.fails
        return Float32Array.of(1, 0)
      },
    },
    log: { debug: quiet, info: quiet, error: quiet, warn: (message) => void warnings.push(message) },
  })
  return { index, asked, warnings, pair }
}

test('the best photos are found, up to the limit, or else a tenth of all and at most a hundred', async () => {
  const { index, asked } = open()
  expect(index.nearest({ sentence: 'a dog', max: 3 }, all)).toEqual([])
  await index.prepare(['a dog', 'a cat'])
  await index.prepare(['A dog'])
  expect(asked).toEqual(['a dog', 'a cat'])
  expect(index.nearest({ sentence: 'a dog', max: 3 }, all)).toEqual([1, 2, 3])
  expect(index.nearest({ sentence: 'a dog', max: null }, all)).toHaveLength(30)
  const many = open(rows(2000)).index
  await many.prepare(['a dog'])
  expect(many.nearest({ sentence: 'a dog', max: null }, all)).toHaveLength(100)
})

test('hidden photos take no place, and deleted ones leave', async () => {
  const { index } = open()
  await index.prepare(['a dog'])
  expect(index.nearest({ sentence: 'a dog', max: 2 }, (id) => id > 50)).toEqual([51, 52])
  expect(index.nearest({ sentence: 'a dog', max: 500 }, (id) => id > 299)).toEqual([300])
  index.remove([1])
  index.put(900, { textImage: { modelId: 'pair-1', vector: Float32Array.of(1, 0) } })
  index.put(901, { textImage: { modelId: 'another', vector: Float32Array.of(1, 0) } })
  expect(index.nearest({ sentence: 'a dog', max: 2 }, all)).toEqual([900, 2])
})

test('another pair has its own vectors, and without one every sentence is a problem', async () => {
  const { index, pair } = open()
  await index.prepare(['a dog'])
  expect([index.isReady(), index.problemOf('a dog')]).toEqual([true, null])
  pair.id = 'pair-2'
  expect(index.nearest({ sentence: 'a dog', max: 2 }, all)).toEqual([])
  await index.prepare(['a dog'])
  expect(index.nearest({ sentence: 'a dog', max: 2 }, all)).toEqual([])
  pair.id = null
  expect(index.isReady()).toBe(false)
  expect(index.problemOf('a dog')).toEqual(reads(/^No text-image models/))
})

test('a sentence that cannot be described gives the reason, and is retried', async () => {
  const { index, pair, warnings } = open()
  pair.fails = new AppError('not-supported-here', 'The text-image models cannot be used now: it broke.')
  await index.prepare(['a dog'])
  expect(index.problemOf('a dog')).toEqual(reads('The text-image models cannot be used now: it broke.'))
  expect(index.problemOf('a cat')).toBeNull()
  expect(warnings).toHaveLength(1)
  pair.fails = null
  await index.prepare(['a dog'])
  expect(index.problemOf('a dog')).toBeNull()
  expect(index.nearest({ sentence: 'a dog', max: 1 }, all)).toEqual([1])
})
