import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { applyPatch, makePatch, decodePatch, encodePatch } from '../../../../src-main/library/metadata/patch/patch.ts'

const patchOf = (present: Buffer, former: Buffer) => encodePatch(makePatch(present, former))
const back = (present: Buffer, patch: Buffer) => applyPatch(present, decodePatch(patch))

test('any bytes can be restored from any others', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
  fc.assert(
    fc.property(bytes, bytes, (present, former) => {
      expect(back(present, patchOf(present, former)).equals(former)).toBe(true)
    }),
  )
})

test('moved, removed and inserted pieces are restored', () => {
  const pieces = Array.from({ length: 6 }, () => randomBytes(9000))
  const order = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 8 })
  const join = (numbers: number[], extra: number) =>
    Buffer.concat(numbers.flatMap((number) => [pieces[number]!, Buffer.alloc(extra, 7)]))
  fc.assert(
    fc.property(order, order, fc.nat(50), fc.nat(50), (a, b, c, d) => {
      const [present, former] = [join(a, c), join(b, d)]
      expect(back(present, patchOf(present, former)).equals(former)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a picture that only moved costs nothing; changed metadata costs its own size', () => {
  const picture = randomBytes(3_000_000)
  const former = Buffer.concat([
    Buffer.from('head'),
    Buffer.alloc(500, 1),
    picture,
    Buffer.from('tail'),
    Buffer.alloc(64, 3),
  ])
  const present = Buffer.concat([
    Buffer.from('HEAD'),
    Buffer.alloc(2777, 2),
    picture,
    Buffer.from('TAIL'),
    Buffer.alloc(128, 4),
  ])
  const patch = patchOf(present, former)
  expect(patch.length).toBeLessThan(10_000)
  expect(back(present, patch).equals(former)).toBe(true)
})

test('a patch for other bytes is refused', () => {
  const former = randomBytes(5000)
  expect(() => back(Buffer.alloc(10), patchOf(Buffer.concat([former, Buffer.from('x')]), former))).toThrow(
    'other bytes',
  )
})
