import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { say } from '../../../src-main/contract/sentences/say.ts'
import type { DecodedPhoto, Raster } from '../../../src-main/analysis/photo/photo.ts'
import { fuseTags } from '../../../src-main/analysis/tags/tags-step.ts'
import { nameScenery } from '../../../src-main/analysis/tags/name-scenery.ts'
import { type PixelStatistics, readPixels } from '../../../src-main/analysis/tags/pixel-statistics.ts'
import { readClasses } from '../../../src-main/analysis/tags/read-classes.ts'
import { readLook } from '../../../src-main/analysis/tags/read-look.ts'
import { readMacro } from '../../../src-main/analysis/tags/read-macro.ts'
import { readObjects } from '../../../src-main/analysis/tags/read-objects.ts'
import { readPeople } from '../../../src-main/analysis/tags/read-people.ts'
import { readDominantColors, readPictureKind } from '../../../src-main/analysis/tags/read-picture-kind.ts'
import { readRooms } from '../../../src-main/analysis/tags/read-rooms.ts'
import { readSports } from '../../../src-main/analysis/tags/read-sports.ts'
import { readSunset } from '../../../src-main/analysis/tags/read-sunset.ts'
import { readWho } from '../../../src-main/analysis/tags/read-who.ts'
import { readScene } from '../../../src-main/analysis/tags/scene-head.ts'
import { TagTrace } from '../../../src-main/analysis/step/tag-trace.ts'
import { weighObjects } from '../../../src-main/analysis/tags/weigh-objects.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const saw = (concept: string, chance: number) => ({ concept, chance, origin: 'objects' as const })
/** The sentences that a stage records about a concept. */
function reasonsFor(concept: string, stage: (trace: TagTrace) => unknown): string[] {
  const trace = new TagTrace([concept])
  stage(trace)
  return trace.reasons()[concept]!.map(({ key, values }) => inEnglish(say(`why.${key}`, values)))
}
const white: Raster = { width: 60, height: 60, data: new Uint8Array(60 * 60 * 3).fill(255) }
const inside = { hasPerson: false, isIndoors: true, isTown: false, isOutdoors: false }
const outside = { hasPerson: false, isIndoors: false, isTown: false, isOutdoors: true }

test('the detector gives its score and its probability, or says that it found nothing', () => {
  const detect = (label: string) => (trace: TagTrace) =>
    readObjects([{ label, score: 0.5 }], 'centernet', vocabulary, { trace, doubts: undefined })
  expect(reasonsFor('dog', detect('dog'))).toEqual(['Object detector: 50%.', 'That makes its chance 79%.'])
  expect(reasonsFor('dog', detect('cat'))).toEqual(['Nothing found by the object detector.'])
  expect(reasonsFor('beach', detect('cat'))).toEqual([])
})

test('an animal that a closer look doubts has both scores', () => {
  const doubts = new Map([['sheep', { from: 0.98, to: 0.21 }]])
  expect(
    reasonsFor('sheep', (trace) =>
      readObjects([{ label: 'sheep', score: 0.21 }], 'centernet+yolox', vocabulary, { trace, doubts }),
    ),
  ).toEqual(['Object detector: 98%.', 'From close it is less certain: from 98% to 21%.', 'That makes its chance 21%.'])
})

test('an object is changed by its company, by the classifier and by another animal, each by name', () => {
  const scorpion = new Map(Object.entries({ animal: 0.99, arachnid: 0.98, scorpion: 0.98 }))
  const weigh =
    (classes: ReadonlyMap<string, number>, ...objects: ReturnType<typeof saw>[]) =>
    (trace: TagTrace) =>
      weighObjects(objects, { classes, boxes: [], evenEdge: 0 }, vocabulary, trace)
  expect(reasonsFor('dog', weigh(scorpion, saw('dog', 0.5)))).toEqual([
    'One object alone is less certain: from 50% to 46%.',
    'The classifier sees another animal: from 46% to 0%.',
    'That is less than the 45% it needs.',
  ])
  const cutOut = (trace: TagTrace) =>
    weighObjects([saw('bus', 0.8)], { classes: new Map(), boxes: [], evenEdge: 0.5 }, vocabulary, trace)
  expect(reasonsFor('bus', cutOut)).toEqual([
    'The detector exaggerates: from 80% to 74%.',
    'One object alone is less certain: from 74% to 71%.',
    'It is before an even background: from 71% to 57%.',
  ])
  const box = { x1: 0, y1: 0, x2: 100, y2: 100 }
  const boxes = ['truck', 'bus'].map((label, n) => ({ label, score: 0.5 + 0.4 * n, box }))
  const taken = (trace: TagTrace) =>
    weighObjects([saw('truck', 0.5)], { classes: new Map(), boxes, evenEdge: 0 }, vocabulary, trace)
  expect(reasonsFor('truck', taken)[1]).toBe('At the same place something else is surer: from 46% to 7%.')
  expect(reasonsFor('cat', weigh(new Map(), saw('cat', 0.5)))[1]).toMatch(/^There is no classifier/)
  expect(reasonsFor('pizza', weigh(scorpion, saw('pizza', 0.5), saw('cat', 0.9)))[2]).toMatch(
    /sees an animal, not food/,
  )
  expect(reasonsFor('cup', weigh(new Map(), saw('cup', 0.5), saw('spoon', 0.9)))[1]).toMatch(
    /^Other objects are beside it/,
  )
  const dogs = (share: number) => weigh(new Map(Object.entries({ animal: share, dog: share })), saw('cat', 0.1))
  expect(reasonsFor('dog', dogs(0.3))).toEqual(['Classifier: 30%.', 'That is less than the 40% it needs.'])
  expect(reasonsFor('dog', dogs(0.9))).toEqual(['Classifier: 90%.', 'The classifier alone is surer: from 0% to 90%.'])
})

test('the classifier gives its limit, names too broad classes, and what a kind lacks', () => {
  const shares = { animal: 0.9, dog: 0.9, 'golden-retriever': 0.9, pizza: 0.1, menu: 0.1 }
  const read =
    (...objects: ReturnType<typeof saw>[]) =>
    (trace: TagTrace) =>
      readClasses(new Map(Object.entries(shares)), objects, vocabulary, trace)
  expect(reasonsFor('menu', read())).toEqual(['Classifier: 10%.', 'That is less than the 25% it needs.'])
  expect(reasonsFor('animal', read())).toContain('The classifier means a narrower word, from which this one follows.')
  const kind = reasonsFor('golden-retriever', read(saw('dog', 0.2)))
  expect(kind[1]).toMatch(/^It is a kind of “dog”, whose chance is 20%; .* has 100%\.$/)
  expect(kind[2]).toBe('A kind needs 55% of that share, and a chance of 40% for what it is a kind of.')
  expect(reasonsFor('golden-retriever', read(saw('dog', 0.9)))[2]).toMatch(/^That makes its chance/)
})

test('people are counted, and a portrait needs one or two large faces', () => {
  const face = (height: number, confidence = 95): Face => ({
    confidence,
    coordinates: { xmin: 0, ymin: 0, xmax: height, ymax: height, width: height, height },
    face_id: '',
    attributes: [],
    landmarks: [],
  })
  const size = { width: 600, height: 400 }
  const read =
    (...faces: Face[]) =>
    (trace: TagTrace) =>
      readPeople({ objects: [], person: 0.95 }, faces, size, trace)
  expect(reasonsFor('person', read())).toEqual(['Nothing found by the face detector.'])
  expect(reasonsFor('crowd', read(face(100)))).toEqual(['People counted: 1.', 'The word for that is “one-person”.'])
  expect(reasonsFor('group', read(face(100, 50)))).toEqual(['People counted: 0.'])
  expect(reasonsFor('group', read(face(100), face(100, 80)))[0]).toMatch(/^Between 1 and 2 people can be counted/)
  expect(reasonsFor('portrait', read(face(40)))[1]).toBe('That is less than the 15% it needs.')
  expect(reasonsFor('portrait', read(face(90), face(90), face(90)))[1]).toMatch(/^Ruled out: more than two people/)
  expect(reasonsFor('portrait', read(face(200)))[1]).toBe('That makes its chance 95%.')
  const who =
    (...faces: Face[]) =>
    (trace: TagTrace) =>
      readWho(faces, faces.length, { ...size, pixels: { ...size, data: new Uint8Array() } } as DecodedPhoto, trace)
  expect(reasonsFor('man', who())).toEqual(['Nothing found by the face detector.'])
  expect(reasonsFor('man', who(face(20)))).toEqual(['No face is large and certain enough.'])
  expect(reasonsFor('man', who(face(200)))[0]).toMatch(/^No face is taken for this/)
  expect(reasonsFor('face', who(face(60)))).toEqual([
    'Tallest face, of the picture’s height: 15%.',
    'That is less than the 25% it needs.',
  ])
})

test('scenes and scenery give their limit, and the setting excludes words', () => {
  expect(reasonsFor('sea', (trace) => readScene({ sea: 0.4 }, trace))).toEqual([
    'Scene model: 40%.',
    'That is less than the 50% it needs.',
  ])
  const scenery = {
    sky: 0,
    blueSky: 0,
    cloud: 0,
    crowns: 0,
    lawn: 0,
    snow: 0,
    whiteGround: 0,
    sand: 0,
    evenEdge: 0,
    whiteEdge: 0,
    blackEdge: 0,
  }
  const before = { ...scenery, evenEdge: 1, blackEdge: 1 }
  expect(
    reasonsFor('black-background', (trace) => readLook(readPixels(white), before, { setting: null, person: 0 }, trace)),
  ).toEqual(['Colours and textures: 92%.'])
  const name = (outdoors: number | null, setting: typeof inside) => (trace: TagTrace) =>
    nameScenery(scenery, { setting, outdoors, tree: null, water: null, scenes: {}, flat: 0, things: [] }, trace)
  expect(reasonsFor('sky', name(0.9, outside))).toEqual([
    'Colours and textures: 0%.',
    'That is less than the 55% it needs.',
  ])
  expect(reasonsFor('interior', name(0.9, inside))[1]).toBe('Ruled out: the photo was taken outside.')
  expect(reasonsFor('interior', name(0.1, inside))[1]).toBe('The rule for this word applies.')
  expect(reasonsFor('outdoors', name(0.1, inside))).toEqual([
    'Model of outdoor photos: 10%.',
    'That makes its chance 6%.',
    'That is less than the 65% it needs.',
  ])
  expect(reasonsFor('outdoors', name(null, inside))).toEqual([
    'Not asked, since no such model is installed: scene features.',
  ])
})

test('rules for kinds of pictures say whether they apply and what excludes them', () => {
  const statistics: PixelStatistics = { ...readPixels(white), dark: 0.2, steps: 0.2, flat: 0.6 }
  const kind = (setting: typeof inside) => (trace: TagTrace) =>
    readPictureKind(statistics, white, { ...setting, outdoors: null, forest: 0 }, trace)
  expect(reasonsFor('document', kind(inside))).toEqual([
    'The rule for this word applies.',
    'That makes its chance 75%.',
  ])
  expect(reasonsFor('document', kind({ ...inside, hasPerson: true }))).toEqual(['Ruled out: a person is on the photo.'])
  expect(reasonsFor('night', kind(inside))).toEqual(['Ruled out: the photo was taken inside.'])
  expect(reasonsFor('panorama', kind(inside))[0]).toMatch(/does not apply/)
  expect(
    reasonsFor('sunset', (trace) => readSunset(white, { ...inside, outdoors: null, score: null }, trace))[0],
  ).toMatch(/taken inside/)
  expect(
    reasonsFor('sunset', (trace) => readSunset(white, { ...outside, outdoors: null, score: null }, trace))[0],
  ).toMatch(/does not apply/)
  const macro = (share: number) => (trace: TagTrace) => readMacro(new Map([['insect', share]]), white, trace)
  expect(reasonsFor('macro', macro(0.3))[1]).toBe('That is less than the 50% it needs.')
  expect(reasonsFor('macro', macro(0.8))).toContain('Hardly anything is out of focus: from 72% to 30%.')
})

test('colours, rooms and sports give their evidence', () => {
  const colors = { ...readPixels(white).colors, white: 0, red: 0.3, blue: 0.3, green: 0.25, pink: 0.1 }
  const dominant = (colourful: number) => (trace: TagTrace) =>
    readDominantColors({ ...readPixels(white), colors, colourful }, trace)
  expect(reasonsFor('red', dominant(1))).toEqual(['Share of the picture: 30%.', 'That makes its chance 66%.'])
  expect(reasonsFor('green', dominant(1))[1]).toBe('Ruled out: other colours take up more of the picture.')
  expect(reasonsFor('pink', dominant(1))[1]).toBe('That is less than the 22% it needs.')
  expect(reasonsFor('red', dominant(0))[1]).toBe('Ruled out: the picture has no colours.')
  const rooms = (isOutdoors: boolean) => (trace: TagTrace) => readRooms([saw('oven', 0.8)], 0, isOutdoors, trace)
  expect(reasonsFor('kitchen', rooms(true))).toEqual(['Ruled out: the photo was taken outside.'])
  expect(reasonsFor('kitchen', rooms(false))).toEqual([
    '“oven” speaks for it, with a chance of 80%.',
    'That makes its chance 40%.',
    'That is less than the 55% it needs.',
  ])
  const skiing = reasonsFor('skiing', (trace) => readSports([saw('person', 0.9), saw('skis', 0.4)], trace))
  expect(skiing[1]).toBe('“skis” speaks for it, with a chance of 40%.')
  expect(skiing.at(-1)).toBe('That is less than the 60% it needs.')
})

test('the last sentences concern parents, lowered words, and words that are never kept', () => {
  const fuse =
    (...evidence: ReturnType<typeof saw>[]) =>
    (trace: TagTrace) =>
      fuseTags(evidence, vocabulary, trace)
  expect(reasonsFor('animal', fuse(saw('dog', 0.9)))).toEqual([
    expect.stringMatching(/^It follows from “dog” with 90%, and keeps \d\d%\.$/),
    expect.stringMatching(/^Found now: \d\d%\.$/),
  ])
  expect(reasonsFor('dog', fuse(saw('dog', 0.3)))).toEqual([
    'Found now: 30%.',
    'That is too uncertain to be shown: the library keeps it as 19%.',
  ])
  expect(reasonsFor('animal', fuse(saw('dog', 0.3)))[0]).toBe('It follows from “dog” with 30%, and keeps 24%.')
  expect(reasonsFor('dog', fuse(saw('dog', 0.44)))).toEqual([
    'Uncertain tags are shown as often as they are right: from 44% to 51%.',
    'Found now: 51%.',
  ])
  expect(reasonsFor('dog', fuse(saw('dog', 0.05)))).toEqual(['Found now: 5%.', 'Findings of 7% or less are not kept.'])
  expect(reasonsFor('dog', fuse(saw('cat', 0.9)))).toEqual(['Found now: nothing.'])
  const group = [...vocabulary.all()].find((concept) => concept.group)!
  expect(reasonsFor(group.id, fuse(saw('cat', 0.9)))).toEqual(['The word only orders others and is never a tag.'])
  expect(fuseTags([saw('dog', 0.9)], vocabulary, new TagTrace(['dog']))).toEqual(
    fuseTags([saw('dog', 0.9)], vocabulary),
  )
})
