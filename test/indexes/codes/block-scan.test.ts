import { expect, test } from 'vitest'
import { dot } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { runThrough } from '../../../src-main/indexes/codes/basis.ts'
import { BlockScan } from '../../../src-main/indexes/codes/block-scan.ts'
import { Coder, learnHeads } from '../../../src-main/indexes/codes/coded-index.ts'
import { RowBlocks } from '../../../src-main/indexes/codes/row-blocks.ts'
import { BLOCK_GROUPS, BLOCK_ROWS, layOut } from '../../../src-main/indexes/codes/row-layout.ts'
import { scratchBytesOf } from '../../../src-main/indexes/codes/scan-places.ts'
import { unitRow } from '../../../src-main/indexes/scan/quantise.ts'
import { photoVectors } from '../../fixtures/photo-vectors.ts'

function someUnits(count: number, dimensions: number): Float32Array[] {
  const next = photoVectors(dimensions)
  return Array.from({ length: count }, () => {
    const vector = new Float32Array(dimensions)
    next(vector)
    return unitRow(vector, dimensions)
  })
}

function makeScan(units: readonly Float32Array[], dimensions: number) {
  const heads = runThrough(learnHeads(units.slice(0, 300), dimensions))
  const coder = new Coder(heads, dimensions)
  const layout = layOut(dimensions, heads.length)
  const blocks = new RowBlocks(layout, scratchBytesOf(layout))
  const scan = new BlockScan(blocks.memory, layout, 0, blocks.at)
  units.forEach((unit, row) => blocks.write(row, coder.divide(unit)))
  return { coder, blocks, scan }
}

test.each([7, 100, 480, 1280])(
  'head and rest give the same products as the vector, at %i numbers',
  { tags: 'night' },
  (dimensions) => {
    const units = someUnits(60, dimensions)
    const coder = new Coder(runThrough(learnHeads(units, dimensions)), dimensions)
    const parts = units.map((unit) => {
      const { head, rest, restLength } = coder.divide(unit)
      return { head: head.slice(), rest: rest.slice(), restLength }
    })
    for (const [n, { head, rest, restLength }] of parts.entries()) {
      const other = parts[(n * 7 + 1) % 60]!
      expect(dot(head, other.head) + dot(rest, other.rest)).toBeCloseTo(dot(units[n]!, units[(n * 7 + 1) % 60]!), 5)
      expect(restLength).toBeCloseTo(Math.hypot(...rest), 6)
    }
  },
)

test.each([7, 40, 200, 480, 1280])(
  "an estimate's error stays within its own bound, at %i numbers",
  { tags: 'night' },
  (dimensions) => {
    const units = someUnits(2500, dimensions)
    const { coder, scan } = makeScan(units, dimensions)
    let [most, sum, count] = [0, 0, 0]
    for (const query of units.slice(0, 15)) {
      scan.prepare(coder.divide(query))
      scan.sweep({ rows: units.length, floor: () => -Infinity, first: 0 }, (row, cosine, error) => {
        const share = Math.abs(cosine - dot(query, units[row]!)) / error
        most = Math.max(most, share)
        sum += share
        count++
      })
    }
    expect(count).toBe(15 * units.length)
    expect(most).toBeLessThanOrEqual(1)
    // The bound is no larger than necessary.
    expect(sum / count).toBeGreaterThan(0.01)
  },
)

test.each([96, 480, 1280])(
  'no row that reaches the floor is excluded, and each is reported once, at %i numbers',
  { tags: 'night' },
  (dimensions) => {
    const units = someUnits(2 * BLOCK_ROWS + 100, dimensions)
    const { coder, scan } = makeScan(units, dimensions)
    const mask = new Uint16Array(3 * BLOCK_GROUPS).map((_, group) => (group * 40_503) & 0xffff)
    const isAsked = (row: number) => ((mask[row >> 4]! >> (row & 15)) & 1) === 1
    for (const query of units.slice(0, 4)) {
      const cosines = units.map((unit) => dot(query, unit))
      const floor = cosines.toSorted((a, b) => b - a)[60]!
      scan.prepare(coder.divide(query))
      for (const asked of [undefined, mask])
        for (const first of [0, 20]) {
          const reported: number[] = []
          scan.sweep({ rows: units.length, mask: asked, floor: () => floor, first }, (row) => reported.push(row))
          const missing = [...cosines.keys()].filter(
            (row) => cosines[row]! >= floor && (!asked || isAsked(row)) && !reported.includes(row),
          )
          expect(missing).toEqual([])
          expect(new Set(reported).size).toBe(reported.length)
          expect(reported.every((row) => row < units.length && (!asked || isAsked(row)))).toBe(true)
          expect(reported.length).toBeLessThan(units.length / 2)
        }
    }
  },
)

test('rows move with all their data', () => {
  const units = someUnits(BLOCK_ROWS + 40, 320)
  const { coder, blocks, scan } = makeScan(units, 320)
  const reported = () => {
    scan.prepare(coder.divide(units[0]!))
    const all = new Map<number, [number, number]>()
    scan.sweep({ rows: units.length, floor: () => -Infinity, first: 0 }, (row, ...both) => all.set(row, both))
    return all
  }
  const before = reported()
  blocks.move(BLOCK_ROWS + 39, 3)
  const after = reported()
  expect(after.get(3)).toEqual(before.get(BLOCK_ROWS + 39))
  expect(after.get(2)).toEqual(before.get(2))
  expect(after.get(4)).toEqual(before.get(4))
})
