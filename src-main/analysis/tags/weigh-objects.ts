import { logit, sigmoid } from '../models/adapters/calibration.ts'
import type { Concept, Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { UNKNOWN_ANIMAL } from './read-classes.ts'

/** Shares of the classifier's probability by concept; empty without a classifier. */
type Classes = ReadonlyMap<string, number>

/**
 * Weights of the evidence in an object's log-odds, fitted by logistic regression on the even photos of COCO and of
 * kinds that COCO lacks. `company` counts the chances of other objects: one more is likelier among several than alone.
 * The rest needs a classifier. `agreement` counts the cube of its share for the object. `conflict` is its veto on
 * animals: the share of all animals times the log of this animal's part. It is 0 if the classifier means the same
 * animal, and practically a ban if it is certain of another. `foodOnAnimal` counts the share of all animals against
 * food.
 */
const FIT = { bias: -0.66, company: 0.57, agreement: 6.4, conflict: 1.5, foodOnAnimal: -4 }
const MAX_COMPANY = 3
/** Added to both shares, so that the part of an animal that is not named at all stays finite. */
const MIN_SHARE = 0.02

/**
 * Objects with their chances beside each other and beside the classifier's names, and those that only the classifier
 * sees.
 */
export function weighObjects(objects: readonly Evidence[], classes: Classes, vocabulary: Vocabulary): Evidence[] {
  const total = objects.reduce((sum, { chance }) => sum + chance, 0)
  const weighed = objects.map((item): Evidence => {
    const company = FIT.company * Math.min(MAX_COMPANY, total - item.chance)
    const fromClasses = weighByClasses(vocabulary.concept(item.concept), classes, vocabulary)
    return { ...item, chance: sigmoid(logit(item.chance, 0.0005, 0.9995) + FIT.bias + company + fromClasses) }
  })
  return raiseByClasses(weighed, classes, vocabulary)
}

function weighByClasses({ id }: Concept, classes: Classes, vocabulary: Vocabulary): number {
  const share = classes.get(id) ?? 0
  const animals = classes.get('animal') ?? 0
  const agreement = FIT.agreement * share ** 3
  if (vocabulary.isA(id, 'food')) return agreement + FIT.foodOnAnimal * animals
  if (!vocabulary.isA(id, 'animal') || id === UNKNOWN_ANIMAL) return agreement
  return agreement + FIT.conflict * animals * Math.log((share + MIN_SHARE) / (animals + MIN_SHARE))
}

/**
 * How often the classifier is right about an object that no detector saw: on the even photos of kinds that COCO lacks,
 * in none of six if its share is below 0.7, in all of six above.
 */
const OWN = { bias: -2.2, weight: 2, floor: 0.005, least: 0.4 }

/** Objects raised to the classifier's own chance, or added if the detector missed them. */
function raiseByClasses(objects: readonly Evidence[], classes: Classes, vocabulary: Vocabulary): Evidence[] {
  const joined = new Map(objects.map((item) => [item.concept, item]))
  for (const [id, share] of classes) {
    if (share < OWN.least || !vocabulary.concept(id).coco) continue
    const chance = sigmoid(OWN.bias + OWN.weight * logit(share, OWN.floor))
    if (chance > (joined.get(id)?.chance ?? 0)) joined.set(id, { concept: id, chance, origin: 'classifier' })
  }
  return [...joined.values()]
}
