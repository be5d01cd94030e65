import { expect, test } from 'vitest'
import { dot } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { runThrough } from '../../../src-main/indexes/codes/basis.ts'
import { Coder } from '../../../src-main/indexes/codes/coder.ts'
import { learnHeads } from '../../../src-main/indexes/codes/coded-index.ts'
import { SignRows } from '../../../src-main/indexes/codes/sign-rows.ts'
import { unitRow } from '../../../src-main/indexes/scan/quantise.ts'
import { photoVectors } from '../../fixtures/photo-vectors.ts'

const copyOf = ({ head, rest, restLength }: ReturnType<Coder['divide']>) => ({
  head: head.slice(),
  rest: rest.slice(),
  restLength,
})

function someUnits(count: number, dimensions: number): Float32Array[] {
  const next = photoVectors(dimensions)
  return Array.from({ length: count }, () => {
    const vector = new Float32Array(dimensions)
    next(vector)
    return unitRow(vector, dimensions)
  })
}

test.each([7, 100, 480, 1280])('head and rest give the same products as the vector, at %i numbers', (dimensions) => {
  const units = someUnits(60, dimensions)
  const coder = new Coder(runThrough(learnHeads(units, dimensions)), dimensions)
  const parts = units.map((unit) => copyOf(coder.divide(unit)))
  for (const [n, { head, rest, restLength }] of parts.entries()) {
    const other = parts[(n * 7 + 1) % 60]!
    expect(dot(head, other.head) + dot(rest, other.rest)).toBeCloseTo(dot(units[n]!, units[(n * 7 + 1) % 60]!), 5)
    expect(restLength).toBeCloseTo(Math.hypot(...rest), 6)
  }
})

test.each([40, 480, 1280])('what is estimated is off by no more than it says, at %i numbers', (dimensions) => {
  const units = someUnits(3000, dimensions)
  const heads = runThrough(learnHeads(units.slice(0, 300), dimensions))
  const coder = new Coder(heads, dimensions)
  const parts = units.map((unit) => copyOf(coder.divide(unit)))
  const rows = new SignRows(dimensions, dimensions - heads.length)
  parts.forEach(({ rest, restLength }, row) => rows.write(row, rest, restLength))
  const [list, out] = [Int32Array.from(parts.keys()), new Float32Array(parts.length)]
  let [most, sum] = [0, 0]
  for (const query of parts.slice(0, 20)) {
    rows.prepare(query.rest, query.restLength)
    rows.estimate(list, out)
    for (const [row, { rest }] of parts.entries()) {
      const share = Math.abs(out[row]! - dot(query.rest, rest)) / (rows.errorOf(row) + 1e-6)
      most = Math.max(most, share)
      sum += share
    }
  }
  expect(most).toBeLessThanOrEqual(1)
  // It also says no more than it must: a fifth is the mean of six standard deviations.
  expect(sum / (20 * parts.length)).toBeGreaterThan(0.03)
})

test('rows move, and only those that are asked for are answered', () => {
  const units = someUnits(50, 64)
  const rows = new SignRows(64, 64)
  units.forEach((unit, row) => rows.write(row, unit, 1))
  rows.prepare(units[0]!, 1)
  const of = (...list: number[]) => {
    const out = new Float32Array(list.length)
    rows.estimate(Int32Array.from(list), out)
    return [...out]
  }
  const all = of(...units.keys())
  expect(of(3, 17, 18, 49)).toEqual([3, 17, 18, 49].map((row) => all[row]))
  rows.move(49, 3)
  expect(of(3)).toEqual([all[49]])
  expect(of()).toEqual([])
})
