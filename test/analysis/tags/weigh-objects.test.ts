import { describe, expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { weighObjects } from '../../../src-main/analysis/tags/weigh-objects.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const saw = (concept: string, chance: number) => ({ concept, chance, origin: 'objects' as const })
const noClassifier = new Map<string, number>()
const beside = (classes: ReadonlyMap<string, number>) => ({ classes, boxes: [], evenEdge: 0 })

/** The final probability of an object. */
function chanceOf(
  concept: string,
  objects: Parameters<typeof weighObjects>[0],
  classes: ReadonlyMap<string, number> = noClassifier,
  evenEdge = 0,
): number {
  const weighed = weighObjects(objects, { classes, boxes: [], evenEdge }, vocabulary)
  return weighed.find((item) => item.concept === concept)?.chance ?? 0
}

describe('without a classifier', () => {
  test('objects keep their order, and nothing is added', () => {
    const weighed = weighObjects([saw('dog', 0.9), saw('cat', 0.4)], beside(noClassifier), vocabulary)
    expect(weighed.map(({ concept }) => concept)).toEqual(['dog', 'cat'])
    expect(weighed[0]!.chance).toBeGreaterThan(weighed[1]!.chance)
  })

  test('an object is likelier among others than alone', () => {
    const alone = chanceOf('cup', [saw('cup', 0.5)])
    expect(chanceOf('cup', [saw('cup', 0.5), saw('person', 0.99), saw('dining-table', 0.9)])).toBeGreaterThan(alone)
  })

  test('an object that is cut out is less certain, and what is doubtful of it is not shown', () => {
    expect(chanceOf('bus', [saw('bus', 0.6)])).toBeGreaterThan(SHOWN_FROM)
    expect(chanceOf('bus', [saw('bus', 0.6)], noClassifier, 0.9)).toBeLessThan(SHOWN_FROM)
    expect(chanceOf('bus', [saw('bus', 0.99)], noClassifier, 0.9)).toBeGreaterThan(0.8)
  })
})

describe('one thing has one name', () => {
  type Boxes = Parameters<typeof weighObjects>[1]['boxes']
  const box = { x1: 0, y1: 0, x2: 100, y2: 100 }
  const truckBeside = (boxes: Boxes) =>
    weighObjects([saw('truck', 0.7)], { classes: noClassifier, boxes, evenEdge: 0 }, vocabulary)[0]!.chance
  const alone = truckBeside([{ label: 'truck', score: 0.5, box }])

  test('where another name is surer, or as sure, the weaker one is less likely', () => {
    const beside = (score: number) =>
      truckBeside([
        { label: 'truck', score: 0.5, box },
        { label: 'bus', score, box: { ...box, x2: 90 } },
      ])
    expect(beside(0.9)).toBeLessThan(SHOWN_FROM)
    expect(beside(0.5)).toBeLessThan(alone)
    expect(beside(0.5)).toBeGreaterThan(beside(0.9))
    expect(beside(0.3)).toBe(alone)
  })

  test('beside it, within it, or around it as a person, another thing takes nothing', () => {
    const surely = { label: 'car', score: 0.99, box: { ...box, x1: 60, x2: 160 } }
    const within = { label: 'clock', score: 0.99, box: { ...box, x2: 50 } }
    const driver = { label: 'person', score: 0.99, box }
    expect(truckBeside([{ label: 'truck', score: 0.5, box }, surely, within, driver])).toBe(alone)
  })

  test('the surest place counts: another truck of the photo may be a car', () => {
    const other = { x1: 200, y1: 0, x2: 300, y2: 100 }
    const boxes = [
      { label: 'truck', score: 0.5, box },
      { label: 'truck', score: 0.2, box: other },
      { label: 'car', score: 0.9, box: other },
    ]
    expect(truckBeside(boxes)).toBe(alone)
  })
})

test('an animal that no classifier checks is less certain than another thing', () => {
  const any = new Map([['vehicle', 0.1]])
  expect(chanceOf('cat', [saw('cat', 0.6)])).toBeLessThan(chanceOf('cat', [saw('cat', 0.6)], any))
  expect(chanceOf('cat', [saw('cat', 0.6)])).toBeLessThan(chanceOf('bus', [saw('bus', 0.6)]))
  expect(chanceOf('bus', [saw('bus', 0.6)])).toBe(chanceOf('bus', [saw('bus', 0.6)], any))
})

describe('beside a classifier', () => {
  const scorpion = new Map([
    ['animal', 0.99],
    ['arachnid', 0.98],
    ['scorpion', 0.98],
  ])
  const labrador = new Map([
    ['animal', 0.97],
    ['dog', 0.9],
  ])

  test('an animal disappears if the classifier sees quite another', () => {
    expect(chanceOf('bird', [saw('bird', 0.95)], scorpion)).toBeLessThan(0.2)
    expect(chanceOf('dog', [saw('dog', 0.95)], labrador)).toBeGreaterThan(0.95)
  })

  test('its veto needs animals: a dog in a boat stays', () => {
    const boat = new Map([
      ['vehicle', 0.9],
      ['animal', 0.02],
    ])
    expect(chanceOf('dog', [saw('dog', 0.95)], boat)).toBeGreaterThan(0.85)
  })

  test('a giraffe stays, which the classifier does not know', () => {
    const jaguar = new Map([
      ['animal', 0.95],
      ['jaguar', 0.6],
    ])
    expect(chanceOf('giraffe', [saw('giraffe', 0.99)], jaguar)).toBeGreaterThan(0.9)
    expect(chanceOf('sheep', [saw('sheep', 0.99)], jaguar)).toBeLessThan(0.5)
  })

  test('a giraffe disappears if the classifier is certain of a cat', () => {
    const leopard = new Map([
      ['animal', 1],
      ['feline', 0.99],
      ['leopard', 0.98],
    ])
    expect(chanceOf('giraffe', [saw('giraffe', 0.98)], leopard)).toBeLessThan(0.4)
    const doubtful = new Map([...leopard, ['feline', 0.78]] as const)
    expect(chanceOf('giraffe', [saw('giraffe', 0.99)], doubtful)).toBeGreaterThan(0.85)
  })

  test('a person is shown from 0.7 on, and says how likely it is below', () => {
    const [person] = weighObjects([saw('person', 0.7)], beside(new Map([['bicycle', 0.1]])), vocabulary)
    expect(person!.chance).toBeLessThan(SHOWN_FROM)
    expect(person!.likely).toBeGreaterThan(0.5)
    expect(chanceOf('person', [saw('person', 0.8)], new Map([['bicycle', 0.1]]))).toBeGreaterThan(0.6)
    expect(chanceOf('person', [saw('person', 0.62)])).toBeGreaterThan(0.5)
  })

  test('food disappears if it is certain of an animal, and things stay', () => {
    expect(chanceOf('cake', [saw('cake', 0.8)], scorpion)).toBeLessThan(0.2)
    expect(chanceOf('chair', [saw('chair', 0.8)], scorpion)).toBeGreaterThan(0.5)
  })

  test('a doubtful object is raised by agreement, a missed one is added', () => {
    expect(chanceOf('dog', [saw('dog', 0.2)], labrador)).toBeGreaterThan(0.7)
    const found = weighObjects([], beside(new Map([['zebra', 0.98]])), vocabulary)
    expect(found).toMatchObject([{ concept: 'zebra', origin: 'classifier' }])
    expect(found[0]!.chance).toBeGreaterThan(0.9)
  })

  test('the classifier alone is believed from about 0.75 on', () => {
    expect(chanceOf('zebra', [], new Map([['zebra', 0.65]]))).toBeLessThan(0.3)
    expect(chanceOf('zebra', [], new Map([['zebra', 0.85]]))).toBeGreaterThan(0.5)
  })
})
