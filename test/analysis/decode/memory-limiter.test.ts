import { expect, test } from 'vitest'
import { limits } from '../../../src-main/analysis/decode/limits.ts'
import { createMemoryLimiter } from '../../../src-main/analysis/decode/memory-limiter.ts'

test('work that needs nearly all memory waits for other such work, and a failure frees it again', async () => {
  const limitMemory = createMemoryLimiter(limits.decodeBytes)
  const seen: string[] = []
  const work = (name: string, fails = false) =>
    limitMemory(700 * 1024 * 1024, async () => {
      seen.push(`${name} in`)
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(`${name} out`)
      if (fails) throw new Error('no')
    })
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
