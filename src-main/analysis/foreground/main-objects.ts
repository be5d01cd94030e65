import type { Box, SaliencyMap } from '../models/runtime/tasks.ts'

/** Detections below this score are too often wrong to be main objects. */
const MIN_SCORE = 0.35
/**
 * What makes one object lead another, by its share of the picture to this power; those that lead less than `part` of
 * the main one are left out. `table` is what a table counts beside other things.
 */
type Lead = { power: number; part: number; table: number }
/**
 * In a crop small things lead too; in a mask large things do, since a foreground is an area, but not the table on which
 * they stand.
 */
export const leads = {
  crop: { power: 0.5, part: 0.3, table: 0.6 },
  mask: { power: 1, part: 0.35, table: 0.3 },
} as const satisfies Record<string, Lead>
const MAX_OBJECTS = 6
/** Classes that furnish a scene more often than they are its main object. */
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
/** An object that leads the picture; `weight` is 1 for the main one and less for the others. */
export type MainObject = FoundObject & { weight: number }

/**
 * The main objects of a picture: certain, large, standing out, and not mere furniture. Boxes in upright pixels of a
 * picture of this size.
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
  const most = matters[0]?.matter ?? 0
  return matters
    .slice(0, MAX_OBJECTS)
    .filter(({ matter }) => most > 0 && matter >= lead.part * most)
    .map(({ object, matter }) => ({ ...object, weight: matter / most }))
}

function matterOf(
  { label, score, box }: FoundObject,
  saliency: SaliencyMap | null,
  width: number,
  height: number,
  { power, table }: Lead,
): number {
  const share = Math.max(0, ((box.x2 - box.x1) * (box.y2 - box.y1)) / (width * height))
  const standsOut = saliency ? 2 + meanInside(saliency, box, width, height) : 1
  return score * share ** power * standsOut * (label === 'dining table' ? table : scenery.has(label) ? 0.6 : 1)
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
