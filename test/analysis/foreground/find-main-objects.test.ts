import { expect, test } from 'vitest'
import { findMainObjects, leads, type FoundObject } from '../../../src-main/analysis/foreground/find-main-objects.ts'

const [width, height] = [600, 400]
const bowl: FoundObject = { label: 'bowl', score: 0.9, box: { x1: 300, y1: 200, x2: 420, y2: 320 } }
const microwave: FoundObject = { label: 'microwave', score: 0.9, box: { x1: 20, y1: 100, x2: 130, y2: 200 } }

const mainOf = (objects: readonly FoundObject[], lead: Parameters<typeof findMainObjects>[4]) =>
  findMainObjects(objects, null, width, height, lead).map(({ label }) => label)

test('a bowl leads a crop by its size, and no mask', () => {
  expect(mainOf([microwave, bowl], leads.crop)).toEqual(['bowl', 'microwave'])
  expect(mainOf([microwave, bowl], leads.mask)).toEqual(['microwave', 'bowl'])
})

test('a table never leads over the objects on it', () => {
  const table: FoundObject = { label: 'dining table', score: 0.9, box: { x1: 280, y1: 190, x2: 440, y2: 330 } }
  expect(mainOf([table, bowl], leads.crop)[0]).toBe('bowl')
  expect(mainOf([table, bowl], leads.mask)[0]).toBe('bowl')
})

test('a small thing still leads a crop when it hardly counts in a mask', () => {
  const car: FoundObject = { label: 'car', score: 0.9, box: { x1: 0, y1: 0, x2: 300, y2: 300 } }
  const dog: FoundObject = { label: 'dog', score: 0.9, box: { x1: 400, y1: 250, x2: 530, y2: 400 } }
  expect(mainOf([car, dog], leads.crop)).toEqual(['car', 'dog'])
  expect(mainOf([car, dog], leads.mask)).toEqual(['car'])
})

test('one place with two names counts once in a crop', () => {
  const oven: FoundObject = { label: 'oven', score: 0.8, box: { x1: 25, y1: 100, x2: 130, y2: 200 } }
  expect(mainOf([microwave, oven], leads.crop)).toHaveLength(1)
})
