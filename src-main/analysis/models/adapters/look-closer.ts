import type { DecodedPhoto } from '../../photo/photo.ts'
import type { ObjectDetector } from '../runtime/tasks.ts'
import { cocoAnimals } from './coco-labels.ts'
import { takePart, type Part } from './photo-part.ts'

type Found = Awaited<ReturnType<ObjectDetector['detect']>>[number]

/** What has a shape of its own that a closer look shows; things of a household are known by what stands around them. */
const animals: ReadonlySet<string> = new Set(cocoAnimals)
/** An animal that fills less than this share of the photo is looked at again, if it is at least so certain. */
const SMALL = 0.08
const POSSIBLE = 0.2
/** Side of the closer look, as a multiple of the animal's; an animal counts with at least MIN_SIDE pixels. */
const AROUND = 2
const MIN_SIDE = 80
/** Up close an animal, of whatever class, is nearly as certain as from afar. */
const CONFIRMED = 0.7

/** By class: its best score from afar, and from close where that is too little. */
type Doubts = ReadonlyMap<string, { from: number; to: number }>

/**
 * Looks at small animals a second time, in a part of the photo twice their size. Rocks on a meadow are sheep from afar,
 * and seeds are birds; from close they are not. What is less certain from close has the certainty of the closer look.
 */
export function lookCloser(detector: ObjectDetector): ObjectDetector {
  const seen = new WeakMap<DecodedPhoto, Promise<{ found: Found[]; doubts: Doubts }>>()
  const see = (photo: DecodedPhoto) => {
    const known =
      seen.get(photo) ??
      detector.detect(photo).then(async (found) => ({ found, doubts: await doubt(detector, photo, found) }))
    seen.set(photo, known)
    return known
  }
  return {
    modelId: detector.modelId,
    doubts: async (photo) => (await see(photo)).doubts,
    detect: async (photo) => {
      const { found, doubts } = await see(photo)
      return doubtful(found, doubts)
    },
    ...(detector.candidates && {
      candidates: async (photo: DecodedPhoto) => doubtful(await detector.candidates!(photo), (await see(photo)).doubts),
    }),
  }
}

async function doubt(detector: ObjectDetector, photo: DecodedPhoto, found: readonly Found[]): Promise<Doubts> {
  const doubts = new Map<string, { from: number; to: number }>()
  for (const [label, best] of bestByLabel(found)) {
    if (!animals.has(label) || best.score < POSSIBLE || shareOf(best, photo) >= SMALL) continue
    const near = await detector.detect(takePart(photo, partAround(best, photo)))
    const to = near.find((object) => animals.has(object.label))?.score ?? 0
    if (to < CONFIRMED * best.score) doubts.set(label, { from: best.score, to })
  }
  return doubts
}

/** The best of each class; objects come best first. */
function bestByLabel(found: readonly Found[]): Map<string, Found> {
  return new Map(found.toReversed().map((object) => [object.label, object]))
}

const shareOf = ({ box }: Found, { width, height }: DecodedPhoto): number =>
  ((box.x2 - box.x1) * (box.y2 - box.y1)) / (width * height)

/** The square around an object, as far as it lies on the photo, in pixels of the raster. */
function partAround({ box }: Found, { width, height, pixels }: DecodedPhoto): Part {
  const [scaleX, scaleY] = [pixels.width / width, pixels.height / height]
  const reach = (AROUND * Math.max(MIN_SIDE, (box.x2 - box.x1) * scaleX, (box.y2 - box.y1) * scaleY)) / 2
  const [x, y] = [((box.x1 + box.x2) / 2) * scaleX, ((box.y1 + box.y2) / 2) * scaleY]
  return {
    x1: Math.max(0, Math.round(x - reach)),
    y1: Math.max(0, Math.round(y - reach)),
    x2: Math.min(pixels.width, Math.round(x + reach)),
    y2: Math.min(pixels.height, Math.round(y + reach)),
  }
}

function doubtful<T extends { label: string; score: number }>(list: readonly T[], doubts: Doubts): T[] {
  if (doubts.size === 0) return [...list]
  return list
    .map((item) => {
      const { from, to } = doubts.get(item.label) ?? { from: 1, to: 1 }
      return { ...item, score: (item.score * to) / from }
    })
    .sort((a, b) => b.score - a.score)
}
