import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'

/** What is known about the place of a photo; each is false without a sign of it. */
export type Setting = { hasPerson: boolean; isIndoors: boolean; isTown: boolean; isOutdoors: boolean }

/** Things found indoors, and things found outdoors, with all their kinds. */
const indoors = [
  'furniture',
  'appliance',
  'kitchenware',
  'electronics',
  'book',
  'vase',
  'bottle',
  'fixture',
  'interior',
  'stage',
]
const town = [
  'motor-vehicle',
  'public-transport',
  'traffic-light',
  'street-sign',
  'street',
  'building',
  'structure',
  'fire-hydrant',
  'parking-meter',
]
const outdoors = [
  'frisbee',
  'kite',
  'boat',
  'ship',
  'tree',
  'landscape',
  'coast',
  'water',
  'winter-sport',
  'water-sport',
  'football-sport',
  'baseball-sport',
  'farm-animal',
  'giraffe',
  'zebra',
  'elephant',
  'bear',
]
/** From this chance on, something counts as present. */
const SURE = 0.5
/** Share of green that counts as trees and grass if nothing suggests indoors. */
const GREEN = 0.1

/** Derives the setting from the evidence, the scenes and the share of green. */
export function readSetting(
  evidence: readonly Evidence[],
  scenes: Readonly<Record<string, number>>,
  green: number,
  vocabulary: Vocabulary,
): Setting {
  const sure = evidence.filter(({ chance }) => chance >= SURE)
  const shows = (kinds: readonly string[]) =>
    sure.some(({ concept }) => kinds.some((kind) => vocabulary.isA(concept, kind)))
  const sceneOf = (...names: string[]) => names.reduce((sum, name) => sum + (scenes[name] ?? 0), 0)
  const isIndoors = shows(indoors)
  const isTown = shows(town) || sceneOf('street', 'buildings') > SURE
  const isOutdoors =
    isTown || shows(outdoors) || sceneOf('forest', 'mountain', 'glacier', 'sea') > SURE || (green > GREEN && !isIndoors)
  return { hasPerson: shows(['person']), isIndoors, isTown, isOutdoors }
}
