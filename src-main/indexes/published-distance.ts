import type { FeaturesType } from '../contract/analysis/index.ts'

/** Maximum published distance of copies: smaller, mirrored, or with up to a fifth of each side cut off. */
const COPY_DISTANCE = 0.45
/** Median of unrelated pictures. */
const UNRELATED_DISTANCE = 1.4
/** The greatest published distance. */
const FARTHEST = 2

/**
 * Converts between the distances of an index (0 to 1, different for each model) and published ones, which mean the same
 * for all models: 0 the identical picture, copies below 0.45, unrelated pictures around 1.4, at most 2. Both
 * conversions rise throughout; values beyond an end count as the end.
 */
export type PublishedScale = { publish(distance: number): number; unpublish(published: number): number }

/**
 * Straight lines through two values measured on photos with even numbers (ENGINE.md): the distance within which 99 % of
 * copies are, and the median of unrelated pictures.
 */
function scaleThrough({ copies, unrelated }: { copies: number; unrelated: number }): PublishedScale {
  const inner = [0, copies, unrelated, 1]
  const published = [0, COPY_DISTANCE, UNRELATED_DISTANCE, FARTHEST]
  return {
    publish: (distance) => interpolate(inner, published, distance),
    unpublish: (distance) => interpolate(published, inner, distance),
  }
}

/** The scale of the standard models' embedding; models that nobody has measured use it, too. */
const usualScale = scaleThrough({ copies: 0.23, unrelated: 0.506 })
const contentScales: Readonly<Record<string, PublishedScale>> = {
  centernet: scaleThrough({ copies: 0.048, unrelated: 0.093 }),
}
const colorScales: Readonly<Record<FeaturesType, PublishedScale>> = {
  overall: scaleThrough({ copies: 0.184, unrelated: 0.583 }),
  object: scaleThrough({ copies: 0.46, unrelated: 0.587 }),
}

/** The scale of a model's embeddings. */
export const contentScale = (modelId: string): PublishedScale => contentScales[modelId] ?? usualScale

/** The scale of colour signatures, of whole pictures or of their objects. */
export const colorScale = (features: FeaturesType): PublishedScale => colorScales[features]

/** The value at `x` on straight lines through points; `xs` must rise. */
function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const end = xs.findIndex((each) => x <= each)
  if (end === -1) return ys.at(-1)!
  if (end === 0) return ys[0]!
  const share = (x - xs[end - 1]!) / (xs[end]! - xs[end - 1]!)
  return ys[end - 1]! + share * (ys[end]! - ys[end - 1]!)
}
