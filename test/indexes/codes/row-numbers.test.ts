import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowNumbers } from '../../../src-main/indexes/codes/row-numbers.ts'

test('numbers ids densely under additions and removals, like a list whose last entry fills each gap', () => {
  const id = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  const action = fc.record({ adds: fc.boolean(), id })
  fc.assert(
    fc.property(fc.array(action, { maxLength: 400 }), (actions) => {
      const numbers = new RowNumbers()
      const model: number[] = []
      for (const { adds, id } of actions) {
        const at = model.indexOf(id)
        if (adds) {
          if (at < 0) model.push(id)
          expect(numbers.add(id)).toBe(model.indexOf(id))
        } else if (at < 0) expect(numbers.remove(id)).toBeUndefined()
        else {
          const last = model.pop()!
          if (at < model.length) model[at] = last
          expect(numbers.remove(id)).toEqual({ row: at, last: model.length })
        }
      }
      expect(numbers.size).toBe(model.length)
      model.forEach((id, row) => {
        expect(numbers.idOf(row)).toBe(id)
        expect(numbers.rowOf(id)).toBe(row)
      })
      for (const { id } of actions) if (!model.includes(id)) expect(numbers.rowOf(id)).toBeUndefined()
    }),
  )
})

test('takes a few dozen bytes an id at a hundred thousand', () => {
  const numbers = new RowNumbers()
  for (let id = 0; id < 100_000; id++) numbers.add(id * 3)
  for (let id = 0; id < 100_000; id++) expect(numbers.rowOf(id * 3)).toBe(id)
  expect(numbers.bytes / 100_000).toBeLessThan(17)
})
