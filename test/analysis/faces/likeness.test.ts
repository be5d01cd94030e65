import { expect, test } from 'vitest'
import { likenessOf, SAME_PERSON, scoreOf } from '../../../src-main/analysis/faces/likeness.ts'
import { meanOfFaces, recogniseFace } from '../../../src-main/analysis/faces/recognise-face.ts'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'

test('a score rises with the similarity, from 0 to 100, and 50 is the border of one person', () => {
  const scores = Array.from({ length: 1201 }, (_, k) => scoreOf(k / 1000 - 0.1))
  expect(scores).toEqual([...scores].sort((a, b) => a - b))
  expect(new Set(scores.slice(301, 1101)).size).toBe(800)
  expect([scoreOf(-1), scoreOf(0), scoreOf(SAME_PERSON), scoreOf(1), scoreOf(1.0001)]).toEqual([0, 0, 50, 100, 100])
})

test('the similarity to a mean is the mean of the similarities', () => {
  const faces = [normalise([1, 2, 0.5]), normalise([2, 1, 0]), normalise([1, 1, 3])]
  const face = normalise([3, 1, 1])
  const each = faces.map((known) => likenessOf(face, known))
  expect(likenessOf(face, meanOfFaces(faces))).toBeCloseTo(each.reduce((a, b) => a + b, 0) / 3, 6)
})

test('the most similar people come first, equal ones by name', () => {
  const [anna, ben] = [normalise([1, 0.1]), normalise([0.1, 1])]
  const people = [
    { name: 'Ben', mean: ben },
    { name: 'Zoe', mean: anna },
    { name: 'Anna', mean: anna },
  ]
  const found = recogniseFace(anna, people)
  expect(found.map(({ name }) => name)).toEqual(['Anna', 'Zoe', 'Ben'])
  expect(found[0]!.score).toBeCloseTo(100, 0)
  expect(found[2]!.score).toBe(0)
})
