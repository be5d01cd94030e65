import { expect, test } from 'vitest'
import { addPeople } from '../../../src-main/analysis/foreground/add-people.ts'

const map = (columns: number, rows: number, value: number) => ({
  columns,
  rows,
  values: new Float32Array(columns * rows).fill(value),
})

test("people count fully within a person's box, and nowhere else", () => {
  const saliency = map(10, 10, 0.2)
  const added = addPeople(saliency, map(4, 4, 1), [{ x1: 50, y1: 100, x2: 100, y2: 200 }], { width: 100, height: 200 })
  expect(added).toMatchObject({ columns: 10, rows: 10 })
  const at = (x: number, y: number) => added.values[10 * y + x]
  expect([at(9, 9), at(5, 5), at(4, 4)]).toEqual([1, 1, 1]) // hair and hands reach a little beyond the box
  expect([at(3, 9), at(9, 3)]).toEqual([Math.fround(0.2), Math.fround(0.2)])
  expect(saliency.values).toEqual(map(10, 10, 0.2).values)
})

test('salient areas stay where the people model sees nobody', () => {
  const saliency = map(6, 4, 0.7)
  const added = addPeople(saliency, map(6, 4, 0), [{ x1: -20, y1: -20, x2: 90, y2: 90 }], { width: 60, height: 40 })
  expect(added.values).toEqual(saliency.values)
})
