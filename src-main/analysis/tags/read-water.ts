import { keepUnshown } from '../models/adapters/calibration.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import type { Evidence } from './evidence.ts'

/** The concept that this module can name. */
export const waterConcept = 'water'

/** The head's score, and the chance of a boat, from which on there is water. */
const SURE = { score: 0.75, boat: 0.8 }
const CHANCE = 0.85

/** Water: by the score of its head, 0 to 1 (null without its features), or by a boat in it. */
export function readWater(score: number | null, things: readonly Evidence[], trace?: TagTrace): Evidence[] {
  const boat = Math.max(0, ...things.filter(({ concept }) => concept === 'boat').map(({ chance }) => chance))
  if (score === null && boat === 0) return []
  if (score !== null) trace?.score(waterConcept, 'scene', score)
  if (boat > 0) trace?.suggests(waterConcept, 'boat', boat)
  const share = Math.max((score ?? 0) / SURE.score, boat / SURE.boat)
  if (share >= 1) trace?.applies(waterConcept, CHANCE)
  else trace?.note(waterConcept, 'appliesNot')
  return [{ concept: waterConcept, chance: share >= 1 ? CHANCE : keepUnshown(share, 1).chance, origin: 'scene' }]
}
