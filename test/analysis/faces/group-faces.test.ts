import { expect, test } from 'vitest'
import { compareFaces, groupFaces, type LikenessTable } from '../../../src-main/analysis/faces/group-faces.ts'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'

/** Symmetric, from the values below the diagonal. */
function tableOf(rows: readonly (readonly number[])[]): LikenessTable {
  const count = rows.length + 1
  const values = new Float32Array(count * count)
  rows.forEach((row, k) =>
    row.forEach((value, other) => (values[(k + 1) * count + other] = values[other * count + k + 1] = value)),
  )
  return { count, values }
}

function compareAll(vectors: readonly Float32Array[]): LikenessTable {
  const comparing = compareFaces(vectors)
  for (;;) {
    const step = comparing.next()
    if (step.done) return step.value
  }
}

/** The textbook method: always joins the two most similar groups, measured again over all pairs of their faces. */
function groupSlowly({ count, values }: LikenessTable, least: number): number[][] {
  const groups = Array.from({ length: count }, (_, face) => [face])
  const mean = (a: number[], b: number[]) =>
    a.reduce((sum, x) => sum + b.reduce((part, y) => part + values[x * count + y]!, 0), 0) / (a.length * b.length)
  for (;;) {
    let best = { likeness: -1, a: -1, b: -1 }
    for (let a = 0; a < groups.length; a++)
      for (let b = a + 1; b < groups.length; b++) {
        const likeness = mean(groups[a]!, groups[b]!)
        if (likeness > best.likeness) best = { likeness, a, b }
      }
    if (best.likeness < least) return groups.map((group) => group.sort((x, y) => x - y)).sort(([x], [y]) => x! - y!)
    groups[best.a]!.push(...groups.splice(best.b, 1)[0]!)
  }
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Faces of some people: a direction for each, and noise. */
function drawFaces(seed: number, people: number, faces: number, noise: number): Float32Array[] {
  const next = numbersFrom(seed)
  const directions = Array.from({ length: people }, () => Array.from({ length: 24 }, () => next()))
  return Array.from({ length: faces }, (_, k) =>
    normalise(directions[k % people]!.map((value) => Math.max(0, value + noise * (next() - 0.5)))),
  )
}

test('faces that are similar on average are one person; one similar pair alone is not enough', () => {
  // 0 and 1 are one person, 2 and 3 another; 1 and 2 look similar by chance
  const table = tableOf([[0.9], [0.3, 0.7], [0.3, 0.4, 0.9], [0.1, 0.2, 0.1, 0.3]])
  expect(groupFaces(table, 0.6)).toEqual({ groups: [[0, 1], [2, 3]], ungrouped: [4] }) // oxfmt-ignore
  expect(groupFaces(table, 0.95)).toEqual({ groups: [], ungrouped: [0, 1, 2, 3, 4] })
  expect(groupFaces(table, 0.1).groups).toEqual([[0, 1, 2, 3, 4]])
})

test('none, one, and two of the same', () => {
  expect(groupFaces(compareAll([]))).toEqual({ groups: [], ungrouped: [] })
  const [face] = drawFaces(1, 1, 1, 0)
  expect(groupFaces(compareAll([face!]))).toEqual({ groups: [], ungrouped: [0] })
  expect(groupFaces(compareAll([face!, face!, face!]))).toEqual({ groups: [[0, 1, 2]], ungrouped: [] })
})

test('chains of neighbours match the textbook', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const table = compareAll(drawFaces(seed, 1 + (seed % 7), 5 + seed, 0.4 + (seed % 5) / 4))
    for (const least of [0.75, 0.85, 0.9, 0.95]) {
      const { groups, ungrouped } = groupFaces(table, least)
      const found = [...groups, ...ungrouped.map((face) => [face])].sort(([a], [b]) => a! - b!)
      expect(found).toEqual(groupSlowly(table, least))
    }
  }
})

test('the order of the faces changes only their numbers', () => {
  const faces = drawFaces(7, 4, 40, 0.9)
  const backwards = [...faces].reverse()
  const named = (of: readonly Float32Array[]) =>
    groupFaces(compareAll(of), 0.9)
      .groups.map((group) => group.map((number) => faces.indexOf(of[number]!)).sort((a, b) => a - b))
      .sort(([a], [b]) => a! - b!)
  expect(named(faces).length).toBeGreaterThan(1)
  expect(named(backwards)).toEqual(named(faces))
})
