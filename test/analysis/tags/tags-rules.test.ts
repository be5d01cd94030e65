import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { presence, showAs } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { fuseTags } from '../../../src-main/analysis/tags/fuse-tags.ts'
import { readPixels } from '../../../src-main/analysis/tags/pixel-facts.ts'
import { joinObjects, readClasses, sumByConcept } from '../../../src-main/analysis/tags/read-classes.ts'
import { readObjects } from '../../../src-main/analysis/tags/read-objects.ts'
import { readPeople } from '../../../src-main/analysis/tags/read-people.ts'
import { readDominantColors, readPictureKind } from '../../../src-main/analysis/tags/read-picture-kind.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { chanceBehind } from '../../eval/confidence-curve.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const saw = (concept: string, chance: number) => ({ concept, chance, origin: 'objects' as const })

describe('one list of tags', () => {
  test('the strongest evidence wins, broader concepts follow with less, sorted by confidence', () => {
    const tags = fuseTags([saw('dog', 0.9), saw('dog', 0.5), saw('car', 0.6)], vocabulary)
    expect(tags.map(({ concept }) => concept)).toEqual([
      'dog',
      'canine',
      'pet',
      'car',
      'animal',
      'mammal',
      'motor-vehicle',
      'vehicle',
    ])
    expect(tags[0]).toEqual({
      concept: 'dog',
      name: 'dog',
      confidence: 82,
      origin: 'objects',
      synset_id: 'n02084071',
      parents: ['canine', 'pet', 'mammal', 'animal'],
    })
    expect(tags[1]).toMatchObject({ confidence: 73.8, origin: 'parents' })
  })

  test('nothing at or below 7 and no mere groups', () => {
    expect(fuseTags([saw('dog', 0.07)], vocabulary)).toEqual([])
    expect(fuseTags([saw('sink', 0.9)], vocabulary).map(({ concept }) => concept)).toEqual(['sink'])
  })

  test('every list is sorted, without doubles, within 7 to 100', () => {
    const ids = [...vocabulary.all()].map(({ id }) => id)
    const evidence = fc.record({
      concept: fc.constantFrom(...ids),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
      origin: fc.constantFrom('objects' as const, 'scene' as const),
    })
    fc.assert(
      fc.property(fc.array(evidence, { maxLength: 30 }), (list) => {
        const tags = fuseTags(list, vocabulary)
        const confidences = tags.map(({ confidence }) => confidence)
        expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
        expect(new Set(tags.map(({ concept }) => concept)).size).toBe(tags.length)
        for (const confidence of confidences) expect(confidence > 7 && confidence <= 100).toBe(true)
      }),
    )
  })
})

describe('calibration', () => {
  test('shown confidence rises with the chance; a chance below one half stays under the display threshold', () => {
    const chances = Array.from({ length: 101 }, (_, k) => k / 100)
    const shown = chances.map(showAs)
    expect(shown).toEqual([...shown].sort((a, b) => a - b))
    expect(showAs(0.46)).toBeLessThan(0.2)
    expect(showAs(0.5)).toBeGreaterThan(0.5)
    expect(showAs(0.9)).toBeLessThan(0.9)
    expect(showAs(0.15)).toBeCloseTo(0.15)
    for (const chance of chances) expect(chanceBehind(showAs(chance))).toBeCloseTo(chance)
    expect([showAs(0), showAs(1)]).toEqual([0, 1])
  })

  test('more hints of a class make it likelier', () => {
    const hints = (...scores: number[]) => scores.map((score) => ({ label: 'car', score }))
    const chance = (...scores: number[]) => readObjects(hints(...scores), 'centernet', vocabulary)[0]!.chance
    expect(chance(0.3, 0.2, 0.2)).toBeGreaterThan(chance(0.3))
    expect(chance(0.6)).toBeGreaterThan(chance(0.3, 0.2, 0.2))
  })

  test('a pair of detectors gives chances already', () => {
    expect(readObjects([{ label: 'car', score: 0.4 }], 'centernet+yolox-nano', vocabulary)[0]!.chance).toBeCloseTo(0.4)
    expect(presence([], { bias: 0, best: 1, others: 0, floor: 0.1 })).toBeCloseTo(0.1)
  })
})

describe('what the classifier adds', () => {
  const classes = (shares: Record<number, number>) =>
    sumByConcept(
      Float32Array.from({ length: 1000 }, (_, k) => shares[k] ?? 0),
      vocabulary,
    )

  test('a breed of a dog that was found', () => {
    const found = readClasses(classes({ 207: 0.9 }), [saw('dog', 0.95)], vocabulary)
    expect(found.map(({ concept }) => concept)).toEqual(['golden-retriever'])
    expect(found[0]!.chance).toBeLessThan(0.95)
  })

  test('no breed of a dog that is not there', () => {
    expect(readClasses(classes({ 207: 0.6 }), [saw('person', 0.95)], vocabulary)).toEqual([])
  })

  test('a type of a thing is less certain than a breed', () => {
    const breed = readClasses(classes({ 207: 0.9 }), [saw('dog', 0.95)], vocabulary)[0]!
    const type = readClasses(classes({ 665: 0.9 }), [saw('motorcycle', 0.95)], vocabulary)[0]!
    expect(type.concept).toBe('moped')
    expect(type.chance).toBeLessThan(0.47)
    expect(breed.chance).toBeGreaterThan(0.7)
  })

  test('several breeds of one kind are that kind', () => {
    const found = readClasses(classes({ 265: 0.4, 266: 0.3, 267: 0.25 }), [saw('dog', 0.95)], vocabulary)
    expect(found.map(({ concept }) => concept)).toEqual(['poodle'])
  })

  test('an object that the detector missed, where the classifier is sure', () => {
    expect(joinObjects([], classes({ 340: 0.98 }), vocabulary)).toMatchObject([
      { concept: 'zebra', origin: 'classifier' },
    ])
    expect(joinObjects([saw('zebra', 0.99)], classes({ 340: 0.98 }), vocabulary)).toEqual([saw('zebra', 0.99)])
    expect(joinObjects([], classes({ 340: 0.5 }), vocabulary)).toEqual([])
  })
})

describe('people', () => {
  const box = (x1: number, y1: number, x2: number, y2: number, score = 0.9) => ({
    label: 'person',
    score,
    box: { x1, y1, x2, y2 },
  })
  const face = (height: number) => ({
    confidence: 95,
    coordinates: { xmin: 0, ymin: 0, xmax: height, ymax: height, width: height, height },
    face_id: '',
    attributes: [],
    landmarks: [],
  })
  const size = { width: 600, height: 400 }

  test('half a person inside a whole one is not a second person', () => {
    expect(
      readPeople([box(0, 0, 100, 300), box(10, 0, 90, 120)], [face(30)], size).map(({ concept }) => concept),
    ).toEqual(['person', 'one-person'])
  })

  test('two people, a group, a crowd', () => {
    const counted = (count: number) =>
      readPeople(
        Array.from({ length: count }, (_, k) => box(k * 50, 0, k * 50 + 40, 200)),
        [face(30)],
        size,
      )[1]?.concept
    expect([2, 5, 12].map(counted)).toEqual(['two-people', 'group', 'crowd'])
  })

  test('a large face is a portrait, nobody is nothing', () => {
    expect(readPeople([], [face(200)], size).map(({ concept }) => concept)).toContain('portrait')
    expect(readPeople([], [], size)).toEqual([])
  })
})

describe('pixels', () => {
  const filled = (width: number, height: number, at: (x: number, y: number) => [number, number, number]) => {
    const data = new Uint8Array(3 * width * height)
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), 3 * (y * width + x))
    return { width, height, data }
  }
  const kinds = (raster: ReturnType<typeof filled>, hasPerson = false) =>
    readPictureKind(readPixels(raster), raster, { hasPerson, isIndoors: false, isOutdoors: false, isTown: false }).map(
      ({ concept }) => concept,
    )
  const noise = (x: number, y: number) => (x * 7919 + y * 104_729) % 97

  test('dominant colours by name', () => {
    const half = filled(200, 100, (x) => (x < 100 ? [30, 80, 220] : [230, 210, 40]))
    expect(
      readDominantColors(readPixels(half))
        .map(({ concept }) => concept)
        .sort(),
    ).toEqual(['blue', 'yellow'])
  })

  test('a grey picture is black and white and has no colour tags', () => {
    const grey = filled(160, 120, (x, y) => Array(3).fill(80 + noise(x, y)) as [number, number, number])
    expect(kinds(grey)).toEqual(['black-and-white'])
    expect(readDominantColors(readPixels(grey))).toEqual([])
  })

  test('twice as wide is a panorama, a dark one is dark', () => {
    expect(kinds(filled(500, 200, (x, y) => [noise(x, y) + 90, 60, 40]))).toEqual(['panorama'])
    expect(kinds(filled(160, 120, (x, y) => [5, noise(x, y) % 30, 9]))).toEqual(['low-key'])
  })

  test('ink on paper is a document, but not with a person on it', () => {
    const page = filled(300, 400, (x, y) => (y % 12 < 6 && x % 10 === 0 ? [20, 20, 20] : [245, 244, 240]))
    expect(kinds(page)).toContain('document')
    expect(kinds(page, true)).not.toContain('document')
  })

  test('any raster of any size gives shares from 0 to 1', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.uint8Array({ minLength: 4800, maxLength: 4800 }),
        (width, height, data) => {
          const { colors, ...rest } = readPixels({ width, height, data: data.subarray(0, 3 * width * height) })
          for (const share of [...Object.values(colors), ...Object.values(rest)])
            expect(share >= 0 && share <= 1 + 1e-9).toBe(true)
        },
      ),
    )
  })
})
