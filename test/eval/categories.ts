import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SeenPhoto } from './analyse-coco.ts'
import { averagePrecision } from './average-precision.ts'
import { calibrationError } from './calibration-error.ts'
import { listCoco } from './coco.ts'
import { figure, mean, type Figure } from './figures.ts'

const animals = ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe']
const vehicles = ['bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat']
const foods = ['banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake']
const tableware = ['wine glass', 'cup', 'fork', 'knife', 'spoon', 'bowl', 'dining table', 'bottle']
const rooms = ['couch', 'bed', 'toilet', 'tv', 'microwave', 'oven', 'toaster', 'sink', 'refrigerator']
const roomThings = [
  'chair',
  'dining table',
  'potted plant',
  'laptop',
  'mouse',
  'remote',
  'keyboard',
  'book',
  'clock',
  'vase',
  'teddy bear',
  'hair drier',
  'toothbrush',
  ...tableware,
]
const streetThings = ['traffic light', 'fire hydrant', 'stop sign', 'parking meter']

/**
 * What COCO's boxes say about a category: it fits if one of `shows` takes at least this share of the frame, and does
 * not if none of `shows` and `hints` is there; all other photos are left out.
 */
type Truth = { shows: readonly string[]; hints: readonly string[]; share: number }
const truths: Readonly<Record<string, Truth>> = {
  'pets animals': { shows: animals, hints: ['teddy bear'], share: 0.02 },
  'cars vehicles': { shows: vehicles.filter((name) => name !== 'boat'), hints: ['boat'], share: 0.05 },
  'food drinks': { shows: foods, hints: tableware, share: 0.03 },
  'people portraits': { shows: ['person'], hints: [], share: 0.12 },
  'interior objects': { shows: rooms, hints: roomThings, share: 0.03 },
  'streetview architecture': { shows: streetThings, hints: [...vehicles, 'bench'], share: 0 },
}
const any = (shows: readonly string[], hints: readonly string[] = []): Truth => ({ shows, hints, share: 0.01 })
const generalTruths: Readonly<Record<string, Truth>> = {
  person: any(['person']),
  animal: any(animals, ['teddy bear']),
  vehicle: any(vehicles),
  food: any(foods, tableware),
  furniture: any(['chair', 'couch', 'bed', 'dining table', 'bench'], ['toilet']),
  appliance: any(['microwave', 'oven', 'toaster', 'refrigerator'], ['hair drier']),
  electronics: any(['tv', 'laptop', 'mouse', 'remote', 'keyboard', 'cell phone']),
  kitchenware: any(['wine glass', 'cup', 'fork', 'knife', 'spoon', 'bowl'], [...foods, 'bottle', 'oven']),
  sport: any([
    'frisbee',
    'skis',
    'snowboard',
    'sports ball',
    'baseball bat',
    'baseball glove',
    'skateboard',
    'surfboard',
    'tennis racket',
  ]),
  bag: any(['backpack', 'handbag', 'suitcase']),
  interior: any(rooms, roomThings),
}
/** Confidences above this are kept. */
const MIN_CONFIDENCE = 7
/** From this confidence on a category counts as found. */
const MIN_ASSIGNED = 50
/** Categories without COCO names: only their frequency can be measured here. */
const unnamed = [
  'nature landscape',
  'beaches seaside',
  'events parties',
  'paintings art',
  'text visuals',
  'sunrises sunsets',
  'macro flowers',
]

type Boxes = Record<string, { w: number; h: number; boxes: [string, number, number, number, number][] }>

function readBoxes(): Boxes {
  const first = listCoco()[0]
  return first === undefined
    ? {}
    : (JSON.parse(readFileSync(join(dirname(first.path), '../boxes.json'), 'utf8')) as Boxes)
}

/** True, false, or undefined if the labels leave it open. */
function isOf(name: string, { shows, hints, share }: Truth, boxes: Boxes): boolean | undefined {
  const photo = boxes[name]
  if (photo === undefined) return undefined
  const largest = Math.max(
    0,
    ...photo.boxes.filter(([label]) => shows.includes(label)).map(([, , , w, h]) => (w * h) / (photo.w * photo.h)),
  )
  if (largest > 0) return largest >= share ? true : undefined
  return photo.boxes.some(([label]) => hints.includes(label)) ? undefined : false
}

type Rated = { category: string; known: { confidence: number; isRight: boolean }[] }

function rateAgainst(
  seen: readonly SeenPhoto[],
  categories: Readonly<Record<string, Truth>>,
  confidence: (photo: SeenPhoto, category: string) => number,
): Rated[] {
  const boxes = readBoxes()
  return Object.entries(categories).map(([category, truth]) => {
    const known = seen.flatMap((photo) => {
      const isRight = isOf(photo.name, truth, boxes)
      return isRight === undefined ? [] : [{ isRight, confidence: confidence(photo, category) }]
    })
    return { category, known }
  })
}

/** Mean average precision, precision and recall at 50 and more, and calibration error above 7. */
function summarise(rated: readonly Rated[], categorizer: string, set: string): Figure[] {
  const rows = rated.map(({ category, known }) => {
    const assigned = known.filter(({ confidence }) => confidence >= MIN_ASSIGNED)
    const hits = assigned.filter(({ isRight }) => isRight).length
    const ap = averagePrecision(
      known.map(({ confidence }) => confidence),
      known.map(({ isRight }) => isRight),
    )
    return {
      category,
      ap,
      precision: hits / Math.max(1, assigned.length),
      recall: hits / known.filter(({ isRight }) => isRight).length,
    }
  })
  const line = (what: string, key: 'ap' | 'precision' | 'recall') =>
    figure(`${categorizer}, ${rows.length} categories: ${what}`, set, mean(rows.map((row) => row[key])), {
      note: rows.map((row) => `${row.category} ${row[key].toFixed(2)}`).join(', '),
    })
  const judged = rated.flatMap(({ known }) => known).filter(({ confidence }) => confidence > MIN_CONFIDENCE)
  return [
    line('mean AP', 'ap'),
    line('precision of what is said with 50', 'precision'),
    line('recall of what is said with 50', 'recall'),
    figure(`${categorizer}, calibration error`, set, calibrationError(judged)),
  ]
}

/**
 * Categories of `personal_photos` and `general_v3` against what follows from COCO's boxes; for unlabelled ones, the
 * photos where they are found.
 */
export function evaluateCategories(seen: readonly SeenPhoto[], set: string): Figure[] {
  const personal = ({ findings }: SeenPhoto, category: string) =>
    findings.categories!.find(({ categorizer, name }) => categorizer === 'personal_photos' && name === category)
      ?.confidence ?? 0
  const assigned = unnamed.map(
    (category) =>
      `${category} ${
        seen
          .filter((photo) => personal(photo, category) >= MIN_ASSIGNED)
          .map(({ name }) => Number.parseInt(name, 10))
          .join(' ') || 'none'
      }`,
  )
  return [
    ...summarise(rateAgainst(seen, truths, personal), 'personal_photos', set),
    figure(
      'personal_photos, categories without labels: photos said with 50',
      set,
      assigned.filter((line) => !line.endsWith('none')).length,
      { note: assigned.join('; ') },
    ),
    ...summarise(
      rateAgainst(seen, generalTruths, ({ general }, category) => general.get(category) ?? 0),
      'general_v3',
      set,
    ),
  ]
}
