import { BARRIER_SIDE, minimumBarrierMap } from '../foreground/minimum-barrier.ts'
import { shrinkRaster } from '../foreground/shrink.ts'
import type { Models } from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import type { CachedDetections } from '../step/step.ts'

/**
 * Runs the object detector and the saliency model at most once per photo, when a step first needs them; the barrier map
 * likewise.
 */
export function createCachedDetections(photo: DecodedPhoto, models: Models): CachedDetections {
  const objects = once(async () => (await models.get('objects'))?.detect(photo) ?? [])
  const saliency = once(async () => (await models.get('saliency'))?.map(photo) ?? null)
  const barriers = once(async () => minimumBarrierMap(shrinkRaster(photo.pixels, BARRIER_SIDE)))
  return { objects, saliency, barriers }
}

/** Runs work when its result is first needed, and never again. */
export function once<T extends object>(work: () => T): () => T {
  let made: T | undefined
  return () => (made ??= work())
}
