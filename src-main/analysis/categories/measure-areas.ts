import type { CachedDetections } from '../step/step.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

type Objects = Awaited<ReturnType<CachedDetections['objects']>>

/** Boxes below this score are too often wrong. */
const MIN_SCORE = 0.2

/** The share of the picture, at most 1, that the boxes of each concept cover together. */
export function measureAreas(
  objects: Objects,
  { width, height }: { width: number; height: number },
  vocabulary: Vocabulary,
): ReadonlyMap<string, number> {
  const areas = new Map<string, number>()
  for (const { label, score, box } of objects) {
    const concept = vocabulary.byCoco(label)
    if (concept === undefined || score < MIN_SCORE) continue
    const share = ((box.x2 - box.x1) * (box.y2 - box.y1)) / (width * height)
    areas.set(concept.id, Math.min(1, (areas.get(concept.id) ?? 0) + share))
  }
  return areas
}
