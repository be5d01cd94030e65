import type { Box, SaliencyMap } from '../models/runtime/tasks.ts'

/** Detections below this score are too often wrong to be main objects. */
const MIN_SCORE = 0.35
/**
 * How objects rank: by their share of the picture to the power `power`; those that rank below `part` of the main one
 * are left out. A table counts `table` as much as other things, other furniture `furniture`. An object that lies inside
 * another to the share `within` is the same thing and counts once: detectors give one oven several names.
 */
type Lead = { power: number; part: number; table: number; furniture: number; within: number }
/**
 * In a crop small things rank high, too, and a bowl may be the subject of the picture. In a mask large things do, since
 * a foreground is an area, but not the table that they stand on. A mask without a saliency model has only the boxes;
 * colours then work best if few, small boxes rank high.
 */
export const leads = {
  crop: { power: 0.7, part: 0.3, table: 0.6, furniture: 1, within: 0.8 },
  plainMask: { power: 0.5, part: 0.3, table: 0.6, furniture: 0.6, within: 0.8 },
  mask: { power: 1, part: 0.35, table: 0.3, furniture: 0.6, within: Infinity },
} as const satisfies Record<string, Lead>
const MAX_OBJECTS = 6
/** Classes that are usually part of a scene rather than its main object. */
const scenery: ReadonlySet<string> = new Set([
  'dining table',
  'chair',
  'couch',
  'bed',
  'bench',
  'potted plant',
  'book',
  'traffic light',
  'tie',
  'handbag',
  'backpack',
  'bottle',
  'cup',
  'fork',
  'knife',
  'spoon',
  'bowl',
])

export type FoundObject = { label: string; score: number; box: Box }
/** A main object; `weight` is 1 for the first and less for the others. */
export type MainObject = FoundObject & { weight: number }

/**
 * The main objects of a picture: certain, large, salient, and not mere furniture. Boxes in upright pixels of a picture
 * of this size.
 */
export function findMainObjects(
  objects: readonly FoundObject[],
  saliency: SaliencyMap | null,
  width: number,
  height: number,
  lead: Lead = leads.crop,
): MainObject[] {
  const matters = objects
    .filter(({ score }) => score >= MIN_SCORE)
    .map((object) => ({ object, matter: matterOf(object, saliency, width, height, lead) }))
    .sort((a, b) => b.matter - a.matter)
  const max = matters[0]?.matter ?? 0
  const places = matters.filter(
    ({ object }, n) => !matters.slice(0, n).some((before) => areOnePlace(object, before.object, lead.within)),
  )
  return places
    .slice(0, MAX_OBJECTS)
    .filter(({ matter }) => max > 0 && matter >= lead.part * max)
    .map(({ object, matter }) => ({ ...object, weight: matter / max }))
}

function matterOf(
  { label, score, box }: FoundObject,
  saliency: SaliencyMap | null,
  width: number,
  height: number,
  { power, table, furniture }: Lead,
): number {
  const share = Math.max(0, ((box.x2 - box.x1) * (box.y2 - box.y1)) / (width * height))
  const standsOut = saliency ? 2 + meanInside(saliency, box, width, height) : 1
  return score * share ** power * standsOut * (label === 'dining table' ? table : scenery.has(label) ? furniture : 1)
}

/** An object on furniture or in a bowl is a different thing. */
const areOnePlace = (a: FoundObject, b: FoundObject, within: number): boolean =>
  !scenery.has(a.label) && !scenery.has(b.label) && partWithin(a.box, b.box) >= within

/** Share of the smaller of two boxes inside the other, 0 to 1. */
function partWithin(a: Box, b: Box): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1)
  const areaOf = (box: Box): number => (box.x2 - box.x1) * (box.y2 - box.y1)
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.min(areaOf(a), areaOf(b))
}

/** Mean of a map inside a box in upright pixels. */
function meanInside(map: SaliencyMap, box: Box, width: number, height: number): number {
  const column = (x: number): number => Math.min(map.columns - 1, Math.max(0, Math.floor((x * map.columns) / width)))
  const row = (y: number): number => Math.min(map.rows - 1, Math.max(0, Math.floor((y * map.rows) / height)))
  let [sum, count] = [0, 0]
  for (let y = row(box.y1); y <= row(box.y2); y++) {
    for (let x = column(box.x1); x <= column(box.x2); x++) {
      sum += map.values[y * map.columns + x]!
      count++
    }
  }
  return sum / count
}
