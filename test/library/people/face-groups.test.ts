import { expect, test } from 'vitest'
import { FaceGroups } from '../../../src-main/library/people/face-groups.ts'
import { MeanTable } from '../../../src-main/library/people/mean-table.ts'
import { dot } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { drawFaces, unit } from './drawn-faces.ts'

test('a mean compares like all its faces, and follows additions and removals', () => {
  const table = new MeanTable(8)
  const faces = [unit(1, 2, 0), unit(2, 1, 1), unit(0, 1, 2)]
  for (const face of faces) table.add(7, face)
  table.add(8, unit(0, 0, 0, 1))
  const probe = unit(1, 1, 1)
  const meanLikeness = faces.reduce((sum, face) => sum + dot(face, probe) / faces.length, 0)
  expect(table.nearest(probe)).toEqual({ id: 7, likeness: expect.closeTo(meanLikeness, 2) as number })
  expect(table.nearest(probe, 7)?.id).toBe(8)
  table.remove(7, faces[2]!)
  const two = (dot(faces[0]!, probe) + dot(faces[1]!, probe)) / 2
  expect(table.alike(probe, 0.5)).toEqual([{ id: 7, likeness: expect.closeTo(two, 2) as number }])
  table.drop(7)
  expect([table.size, table.count(7), table.nearest(probe)?.id]).toEqual([1, 0, 8])
  table.remove(8, unit(0, 0, 0, 1))
  expect(table.nearest(probe)).toBeNull()
})

test('faces of one person come together in any order, and strangers stay apart', () => {
  const { vectors, people } = drawFaces({ people: 12, each: 15, strangers: 40, seed: 3 })
  const groups = new FaceGroups(vectors[0]!.length)
  const groupOf = new Map<number, number>()
  vectors.forEach((vector, at) => groupOf.set(at + 1, groups.add(at + 1, vector)))
  while (groups.hasGrown) {
    const joined = groups.joinNext()
    for (const [face, group] of groupOf) if (group === joined?.from) groupOf.set(face, joined.into)
  }
  const peopleIn = Map.groupBy(groupOf, ([, group]) => group)
  const mixed = [...peopleIn.values()].filter((faces) => new Set(faces.map(([face]) => people[face - 1])).size > 1)
  expect(mixed).toEqual([])
  const largest = [...peopleIn.values()].map(({ length }) => length).sort((a, b) => b - a)
  expect(largest.slice(0, 12).every((size) => size >= 12)).toBe(true)
})

test('two groups of several faces each stay apart, and a single face joins', () => {
  const apart = new FaceGroups(8)
  for (const [id, face] of [
    [1, unit(1, 0.9)],
    [2, unit(1, 0.7)],
    [3, unit(0.2, 1)],
    [4, unit(0, 1)],
  ] as const)
    apart.restore(id < 3 ? 1 : 3, face)
  apart.add(5, unit(1, 0.8))
  expect(apart.hasGrown).toBe(true)
  expect(apart.joinNext()).toBeNull()
  expect(apart.size).toBe(2)

  const joined = new FaceGroups(8)
  joined.restore(1, unit(1, 0.9))
  joined.restore(1, unit(1, 0.7))
  joined.restore(4, unit(0.2, 1))
  joined.add(5, unit(1, 0.8))
  expect(joined.joinNext()).toEqual({ into: 1, from: 4 })
})

test('a group that lost all its faces is gone', () => {
  const groups = new FaceGroups(8)
  expect([groups.add(1, unit(1)), groups.add(2, unit(1, 0.1)), groups.add(3, unit(0, 1))]).toEqual([1, 1, 3])
  groups.remove(3, unit(0, 1))
  expect(groups.size).toBe(1)
  expect(groups.add(4, unit(0, 1))).toBe(4)
})
