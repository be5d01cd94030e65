import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'

/** What is known of where a photo was taken; each is false where there is no sign of it. */
export type Setting = { hasPerson: boolean; isIndoors: boolean; isTown: boolean; isOutdoors: boolean }

/** Things that stand in rooms, and things that stand outside, with all their kinds. */
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
/** Share of green that counts as trees and grass where nothing suggests indoors. */
const GREEN = 0.1

/** Reads the setting from what was found, the scenes and the share of green. */
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
