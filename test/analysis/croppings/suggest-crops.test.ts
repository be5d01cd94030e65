import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rectangle } from '../../../src-main/contract/analysis/cropping.ts'
import type { SaliencyFeatures } from '../../../src-main/analysis/photo/findings.ts'
import { buildSaliencyFeatures } from '../../../src-main/analysis/croppings/build-saliency-features.ts'
import { keptShare } from '../../../src-main/analysis/croppings/crop-scorer.ts'
import { suggestCrop, suggestCroppings } from '../../../src-main/analysis/croppings/suggest-crops.ts'
import { byNight } from '../../fixtures/night.ts'

type Subject = SaliencyFeatures['subjects'][number]
const blank = { columns: 4, rows: 3, values: new Uint8Array(12) }
const featuresOf = (
  width: number,
  height: number,
  subjects: Subject[] = [],
  map: SaliencyFeatures['map'] = blank,
): SaliencyFeatures => ({ width, height, map, subjects })
const face = (x1: number, y1: number, x2: number, y2: number, weight = 1): Subject => ({
  box: { x1, y1, x2, y2 },
  weight,
  kind: 'face',
})
const object = (x1: number, y1: number, x2: number, y2: number, weight = 1): Subject => ({
  box: { x1, y1, x2, y2 },
  weight,
  kind: 'object',
})
const sizeOf = ({ x1, y1, x2, y2 }: Rectangle): [number, number] => [x2 - x1, y2 - y1]

describe('suggestCrop', () => {
  test('takes the full height or width of a picture without anything notable, in the middle', () => {
    expect(suggestCrop(featuresOf(600, 400), { width: 1, height: 1 })).toEqual({ x1: 100, y1: 0, x2: 500, y2: 400 })
    expect(suggestCrop(featuresOf(400, 600), { width: 16, height: 9 })).toEqual({ x1: 0, y1: 188, x2: 400, y2: 413 })
  })

  test('follows the subject to the edge', () => {
    const crop = suggestCrop(featuresOf(900, 300, [object(700, 50, 880, 290)]), { width: 100, height: 100 })
    expect(keptShare({ x1: 700, y1: 50, x2: 880, y2: 290 }, crop)).toBe(1)
  })

  test('follows importance if there are no boxes', () => {
    const values = Uint8Array.from({ length: 12 }, (_, i) => (i % 4 === 0 ? 255 : 0))
    expect(
      suggestCrop(featuresOf(800, 300, [], { columns: 4, rows: 3, values }), { width: 300, height: 300 }).x1,
    ).toBeLessThan(60)
  })

  /** A picture of something across at `x` (0 to 1), with noise in the map and in the edges of its box. */
  const noisy = (noise: number, x = 0.42): SaliencyFeatures => {
    const values = Uint8Array.from({ length: 48 * 32 }, (_, i) => {
      const [u, v] = [(i % 48) / 48, Math.floor(i / 48) / 32]
      return 180 * Math.exp(-12 * ((u - x) ** 2 + (v - 0.55) ** 2)) + 20 + noise * (((i * 7919) % 13) - 6)
    })
    const box = { x1: 1800 * (x - 0.2) + 3 * noise, y1: 112, x2: 1800 * (x + 0.2) - 2 * noise, y2: 1144 }
    return featuresOf(1800, 1200, [{ box, weight: 1, kind: 'salient' }], { columns: 48, rows: 32, values })
  }

  test('noise in the map and in the edges of a subject moves no crop', () => {
    const sizes = [1, 16 / 9, 9 / 16].map((ratio) => ({ width: Math.round(1080 * ratio), height: 1080 }))
    const cropsWith = (noise: number) => suggestCroppings(noisy(noise), sizes)
    for (const noise of [-1, 0.5, 1]) expect(cropsWith(noise)).toEqual(cropsWith(0))
  })

  test('noise moves a crop at its own ratio by less than a hundredth, wherever the subject is', () => {
    for (const rectPercentage of [-1, 80])
      for (let x = 0.3; x < 0.7; x += 0.01) {
        const [plain, other] = [0, 1].map((noise) => suggestCroppings(noisy(noise, x), [], { rectPercentage })[0]!)
        const moved = (['x1', 'y1', 'x2', 'y2'] as const).map((edge) => Math.abs(plain![edge] - other![edge]) / 1800)
        expect(Math.max(...moved), `at ${x}, ${rectPercentage} percent`).toBeLessThan(0.01)
      }
  })

  test('keeps two faces if both fit, and cuts neither if only one does', () => {
    const both = suggestCrop(featuresOf(1000, 500, [face(300, 100, 380, 200), face(620, 120, 700, 220)]), {
      width: 1,
      height: 1,
    })
    expect(both.x1).toBeLessThanOrEqual(300)
    expect(both.x2).toBeGreaterThanOrEqual(700)
    const faces = [face(50, 100, 130, 200), face(880, 120, 960, 220, 0.9)]
    const one = suggestCrop(featuresOf(1000, 500, faces), { width: 1, height: 1 })
    expect(faces.map(({ box }) => keptShare(box, one)).sort()).toEqual([0, 1])
  })

  test('a crop without a face loses to one that keeps a face and cuts another', () => {
    const faces = [face(204, 55, 316, 203), face(138, 155, 212, 247, 0.62)]
    const crop = suggestCrop(featuresOf(416, 288, [...faces, object(194, 10, 416, 288)]), { width: 9, height: 16 })
    expect(keptShare(faces[0]!.box, crop)).toBe(1)
  })

  test('of several things the main one counts most', () => {
    const leading = { x1: 300, y1: 40, x2: 560, y2: 380 }
    const crop = suggestCrop(
      featuresOf(800, 400, [
        object(leading.x1, leading.y1, leading.x2, leading.y2),
        object(20, 150, 110, 250, 0.45),
        object(120, 150, 210, 250, 0.45),
      ]),
      { width: 3, height: 4 },
    )
    expect(keptShare(leading, crop)).toBe(1)
  })

  test('a person too tall for the crop keeps the face', () => {
    const crop = suggestCrop(featuresOf(600, 900, [object(200, 60, 420, 890), face(270, 80, 350, 180)]), {
      width: 1920,
      height: 1080,
    })
    expect(keptShare({ x1: 270, y1: 80, x2: 350, y2: 180 }, crop)).toBe(1)
  })
})

describe('heads', () => {
  test('nobody loses their head for the sake of others', () => {
    const standing = face(300, 60, 380, 150)
    const seated = [face(60, 560, 130, 640, 0.85), face(560, 570, 630, 650, 0.85)]
    const crop = suggestCrop(featuresOf(700, 1000, [object(250, 40, 440, 990), standing, ...seated]), {
      width: 1920,
      height: 1080,
    })
    expect(keptShare(standing.box, crop)).toBe(1)
  })
})

describe('drawing in', () => {
  test('saves a face that the largest frame could only cut', () => {
    const faces = [face(180, 20, 240, 90), face(20, 265, 80, 330, 0.8), face(400, 262, 460, 325, 0.8)]
    const crop = suggestCrop(featuresOf(480, 640, [object(150, 10, 290, 630), ...faces]), { width: 1920, height: 1080 })
    expect(keptShare(faces[0]!.box, crop)).toBe(1)
    for (const { box } of faces.slice(1)) expect(keptShare(box, crop)).toBe(0)
  })
})

describe('the size of the frame', () => {
  const middle = {
    columns: 8,
    rows: 6,
    values: Uint8Array.from({ length: 48 }, (_, i) => ([19, 20, 27, 28].includes(i) ? 255 : 0)),
  }

  test.each([
    [{ width: 1920, height: 1080 }, [1600, 900]],
    [{ width: 1080, height: 1080 }, [1200, 1200]],
    [{ width: 1080, height: 1920 }, [675, 1200]],
  ] as const)('is the maximum for %o if a smaller one gains nothing', (size, largest) => {
    const alone = featuresOf(1600, 1200, [object(720, 520, 880, 680)], middle)
    expect(sizeOf(suggestCrop(alone, size))).toEqual(largest)
    expect(sizeOf(suggestCrop(featuresOf(1600, 1200, [face(700, 500, 900, 740)], middle), size))).toEqual(largest)
  })

  test('is only as small as needed to save something', () => {
    // A frame that ends at 265 pixels keeps the upper face and cuts none of the lower ones; the largest has 270.
    const faces = [face(180, 20, 240, 90), face(20, 265, 80, 330, 0.8), face(400, 262, 460, 325, 0.8)]
    const crop = suggestCrop(featuresOf(480, 640, [object(150, 10, 290, 630), ...faces]), { width: 1920, height: 1080 })
    expect(faces.map(({ box }) => keptShare(box, crop))).toEqual([1, 0, 0])
    expect(crop.y2 - crop.y1).toBeGreaterThanOrEqual(259)
  })
})

describe('parameters', () => {
  const features = featuresOf(640, 480, [object(300, 200, 420, 330)], {
    columns: 8,
    rows: 6,
    values: Uint8Array.from({ length: 48 }, (_, i) => ([20, 21, 28, 29].includes(i) ? 255 : 2)),
  })

  test('without scaling the crop has exactly the size', () => {
    expect(sizeOf(suggestCrop(features, { width: 101, height: 57 }, { noScaling: true }))).toEqual([101, 57])
    expect(sizeOf(suggestCrop(features, { width: 640, height: 480 }, { noScaling: true }))).toEqual([640, 480])
    expect(() => suggestCrop(features, { width: 641, height: 10 }, { noScaling: true })).toThrow(
      '641x10 does not fit a picture of 640x480',
    )
  })

  test('a lower percentage gives a tighter crop that still keeps as much', () => {
    const areaAt = (rectPercentage: number): number => {
      const [width, height] = sizeOf(suggestCrop(features, { width: 1, height: 1 }, { rectPercentage }))
      return width * height
    }
    expect(areaAt(50)).toBeLessThan(areaAt(90))
    expect(areaAt(90)).toBeLessThanOrEqual(areaAt(100))
    expect(areaAt(100)).toBe(480 * 480)
    expect(areaAt(400)).toBe(areaAt(100))
    expect(() => areaAt(NaN)).toThrow('rect_percentage')
  })

  test('without sizes the crop has its own ratio and contains the subject', () => {
    const [free] = suggestCroppings(features, [])
    expect([free!.target_width, free!.target_height]).toEqual(sizeOf(free!))
    expect(keptShare(features.subjects[0]!.box, free!)).toBe(1)
    expect(free!.x2 - free!.x1).toBeLessThan(640)
    const [tight] = suggestCroppings(features, [], { rectPercentage: 60 })
    expect(sizeOf(tight!)[0] * sizeOf(tight!)[1]).toBeLessThan(sizeOf(free!)[0] * sizeOf(free!)[1])
  })

  test.each([
    [0, 10],
    [-5, 10],
    [1.5, 10],
    [NaN, 10],
    [Infinity, 10],
    [10, 1e9],
  ])('refuses the size %dx%d', (width, height) => {
    expect(() => suggestCrop(features, { width, height })).toThrow('is not a size')
  })

  test('gives the sizes in order with their targets', () => {
    const sizes = [
      { width: 30, height: 20 },
      { width: 20_000, height: 1 },
      { width: 30, height: 20 },
    ]
    expect(
      suggestCroppings(features, sizes).map(({ target_width, target_height }) => ({
        width: target_width,
        height: target_height,
      })),
    ).toEqual(sizes)
  })
})

describe('for any picture', () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6000 }))
  const size = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) })
  const picture = fc.tuple(side, side).chain(([width, height]) => {
    const box = fc
      .tuple(fc.nat(width - 1), fc.nat(height - 1), fc.nat(width - 1), fc.nat(height - 1))
      .map(([a, b, c, d]) => ({
        x1: Math.min(a, c),
        y1: Math.min(b, d),
        x2: Math.max(a, c) + 1,
        y2: Math.max(b, d) + 1,
      }))
    const subject: fc.Arbitrary<Subject> = fc.record({
      box,
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      kind: fc.constantFrom('face', 'object', 'salient'),
    })
    const map = fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
      .chain(([columns, rows]) =>
        fc
          .uint8Array({ minLength: columns * rows, maxLength: columns * rows })
          .map((values) => ({ columns, rows, values })),
      )
    return fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      map,
      subjects: fc.array(subject, { maxLength: 6 }),
    })
  })
  const isInside = ({ x1, y1, x2, y2 }: Rectangle, { width, height }: SaliencyFeatures): boolean =>
    [x1, y1, x2, y2].every(Number.isInteger) && x1 >= 0 && y1 >= 0 && x2 <= width && y2 <= height && x1 < x2 && y1 < y2

  test('crops are inside, have their ratio to one pixel on one side, and are the same every time', () => {
    fc.assert(
      fc.property(picture, size, fc.constantFrom(-1, 0, 50, 95, 100), (features, wanted, rectPercentage) => {
        const crop = suggestCrop(features, wanted, { rectPercentage })
        expect(isInside(crop, features)).toBe(true)
        const [width, height] = sizeOf(crop)
        const offWidth = Math.abs(width - (height * wanted.width) / wanted.height)
        const offHeight = Math.abs(height - (width * wanted.height) / wanted.width)
        expect(Math.min(offWidth, offHeight)).toBeLessThanOrEqual(1)
        expect(suggestCrop(features, wanted, { rectPercentage })).toEqual(crop)
      }),
      { numRuns: byNight(75, 300) },
    )
  })

  test('a face that fits is never cut if it can be kept whole', () => {
    fc.assert(
      fc.property(picture, size, (features, wanted) => {
        const [first] = features.subjects.filter(({ kind }) => kind === 'face')
        fc.pre(first !== undefined)
        const alone = {
          ...features,
          subjects: features.subjects.filter((subject) => subject.kind !== 'face' || subject === first),
        }
        const crop = suggestCrop(alone, wanted)
        const [width, height] = sizeOf(crop)
        const { box } = first!
        const fits = box.x2 - box.x1 <= width && box.y2 - box.y1 <= height
        const isLarge = box.y2 - box.y1 >= 0.04 * Math.min(features.width, features.height)
        if (fits && isLarge) expect([0, 1]).toContain(keptShare(box, crop))
      }),
      { numRuns: byNight(75, 300) },
    )
  })

  test('free crops and unscaled crops are inside', () => {
    fc.assert(
      fc.property(
        picture,
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (features, across, down) => {
          expect(isInside(suggestCroppings(features, [])[0]!, features)).toBe(true)
          const exact = {
            width: Math.max(1, Math.floor(features.width * across)),
            height: Math.max(1, Math.floor(features.height * down)),
          }
          const crop = suggestCrop(features, exact, { noScaling: true })
          expect(isInside(crop, features)).toBe(true)
          expect(sizeOf(crop)).toEqual([exact.width, exact.height])
        },
      ),
      { numRuns: byNight(50, 200) },
    )
  })
})

describe('buildSaliencyFeatures', () => {
  const pixels = { width: 60, height: 40, data: Uint8Array.from({ length: 7200 }, (_, i) => (i * 31) % 251) }
  test('collects faces, objects and salient areas, in integer pixels within the picture', () => {
    const saliency = {
      columns: 10,
      rows: 10,
      values: Float32Array.from({ length: 100 }, (_, i) => (i % 10 > 5 && i > 50 ? 0.9 : 0.1)),
    }
    const features = buildSaliencyFeatures({
      width: 3000,
      height: 2000,
      pixels,
      saliency,
      objects: [{ label: 'person', score: 0.9, box: { x1: -20.5, y1: 300.2, x2: 900, y2: 2100 } }],
      faces: [{ x1: 200, y1: 320, x2: 400, y2: 560 }],
    })
    expect(new Set(features.subjects.map(({ kind }) => kind))).toEqual(new Set(['face', 'object', 'salient']))
    for (const { box } of features.subjects) {
      expect(Object.values(box).every(Number.isInteger)).toBe(true)
      expect(box.x1 >= 0 && box.y1 >= 0 && box.x2 <= 3000 && box.y2 <= 2000 && box.x1 < box.x2 && box.y1 < box.y2).toBe(
        true,
      )
    }
    expect([features.map.columns, features.map.rows]).toEqual([48, 32])
    expect(features.map.values).toHaveLength(48 * 32)
  })

  test('a moving subject has room ahead, as in the photo, and loses its rear rather than its front', () => {
    const short = { x1: 160, y1: 200, x2: 560, y2: 500 }
    const long = { ...short, x2: 900 }
    const cropOf = (label: string, box: Rectangle, rear = 0): Rectangle => {
      const objects = [{ label, score: 0.9, box }]
      const isLeft = box.x1 + box.x2 < 1200
      const values = Float32Array.from({ length: 12 }, (_, i) => (i % 4 === (isLeft ? 0 : 3) ? rear : 0))
      const map = { columns: 4, rows: 3, values }
      return suggestCrop(
        buildSaliencyFeatures({ width: 1200, height: 600, pixels, saliency: map, objects, faces: [] }),
        { width: 1, height: 1 },
      )
    }
    const mirror = (box: Rectangle): Rectangle => ({ ...box, x1: 1200 - box.x2, x2: 1200 - box.x1 })
    const room = (crop: Rectangle): number => crop.x2 - short.x2 - (short.x1 - crop.x1)
    expect(room(cropOf('bus', short))).toBeGreaterThan(100)
    expect(Math.abs(room(mirror(cropOf('bus', mirror(short)))) - room(cropOf('bus', short)))).toBeLessThan(20)
    expect(cropOf('bus', long, 0.45).x2).toBeGreaterThan(cropOf('couch', long, 0.45).x2 + 30)
    expect(cropOf('bus', mirror(long), 0.45).x1).toBeLessThan(cropOf('couch', mirror(long), 0.45).x1 - 30)
  })

  test('works for a picture one pixel wide and without any model', () => {
    const thin = buildSaliencyFeatures({
      width: 1,
      height: 5000,
      pixels: { width: 1, height: 640, data: new Uint8Array(1920) },
      saliency: null,
      objects: [],
      faces: [],
    })
    expect(suggestCrop(thin, { width: 1920, height: 1080 })).toMatchObject({ x1: 0, x2: 1 })
    expect(sizeOf(suggestCrop(thin, { width: 1, height: 5000 }))).toEqual([1, 5000])
  })
})
