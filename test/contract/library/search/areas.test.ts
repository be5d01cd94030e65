import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readArea, writeArea } from '../../../../src-main/contract/library/search/areas.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'
import { field } from '../../../../src-main/contract/library/search/nodes.ts'

const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((steps) => steps / 1e6)
const anyArea = fc
  .record({ a: degrees(90), b: degrees(90), west: degrees(180), east: degrees(180) })
  .map(({ a, b, west, east }) => ({ south: Math.min(a, b), north: Math.max(a, b), west, east }))

test('an area is read as it was written, even as a term of a search', () => {
  fc.assert(
    fc.property(anyArea, (area) => {
      const written = writeArea(area)
      expect(readArea(written)).toEqual({ ...area, ...readArea(written) })
      for (const side of ['south', 'west', 'north', 'east'] as const)
        expect(readArea(written)?.[side]).toBeCloseTo(area[side], 6)
      const term = field('within', [written])
      expect(parse(print([term]))).toMatchObject({ terms: [term], problems: [] })
    }),
  )
})

test.each(['', 'vienna', '1/2/3', '1/2/3/4/5', '10/0/5/1', '91/0/92/1', '0/181/1/182', '1/2/3/x', '1//2/3'])(
  '“%s” is not an area, and is reported as such',
  (value) => {
    expect(readArea(value)).toBeNull()
    if (value !== '') expect(parse(`within:"${value}"`).problems).toMatchObject([{ code: 'bad-value' }])
  },
)
