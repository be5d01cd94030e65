import { addPeople } from '../foreground/add-people.ts'
import { BARRIER_SIDE, minimumBarrierMap } from '../foreground/minimum-barrier-map.ts'
import { shrinkRaster } from '../foreground/shrink.ts'
import type { Models, SaliencyMap } from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import type { CachedDetections } from '../step/step.ts'

/** From this score of a person on, the people model is used for the outline. */
const PERSON = 0.35

/**
 * Runs the object detector and the saliency model at most once for each photo, on first use; the barrier map likewise.
 * If a people model is installed and there is a person, the saliency map includes people in full.
 */
export function createCachedDetections(photo: DecodedPhoto, models: Models): CachedDetections {
  const objects = once(async () => (await models.get('objects'))?.detect(photo) ?? [])
  const saliency = once(async () => {
    const map = (await (await models.get('saliency'))?.map(photo)) ?? null
    return map && outlinePeople(map, photo, models, objects)
  })
  const barriers = once(async () => minimumBarrierMap(shrinkRaster(photo.pixels, BARRIER_SIDE)))
  return { objects, saliency, barriers }
}

async function outlinePeople(
  map: SaliencyMap,
  photo: DecodedPhoto,
  models: Models,
  objects: CachedDetections['objects'],
): Promise<SaliencyMap> {
  const model = await models.get('people')
  const people = model ? (await objects()).filter(({ label, score }) => label === 'person' && score >= PERSON) : []
  if (!model || people.length === 0) return map
  return addPeople(
    map,
    await model.map(photo),
    people.map(({ box }) => box),
    photo,
  )
}

/** Runs work on first use of its result, and never again. */
export function once<T extends object>(work: () => T): () => T {
  let made: T | undefined
  return () => (made ??= work())
}
