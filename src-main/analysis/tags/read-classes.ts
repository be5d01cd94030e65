import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { logit, sigmoid } from '../models/adapters/calibration.ts'
import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** The one animal of COCO without an ImageNet class: a classifier always confuses it with another. */
export const UNKNOWN_ANIMAL = 'giraffe'

/** An animal, or a kind of animals, that a giraffe is none of. */
export const isOtherAnimal = (id: string, vocabulary: Vocabulary): boolean =>
  vocabulary.isA(id, 'animal') && !vocabulary.isA(UNKNOWN_ANIMAL, id)

/** Sums the probabilities for each concept and for everything broader, by concept id. */
export function sumByConcept(probabilities: Float32Array, vocabulary: Vocabulary): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (id: string, share: number) => sums.set(id, (sums.get(id) ?? 0) + share)
  for (let index = 0; index < probabilities.length; index++) {
    const concept = vocabulary.byImageNet(index)
    if (!concept) continue
    add(concept.id, probabilities[index]!)
    for (const above of vocabulary.ancestors(concept.id)) add(above.id, probabilities[index]!)
  }
  return sums
}

/**
 * Alone, the classifier is right in half of the photos if it says 0.7 to 0.9, and in six of seven if it says more: it
 * always names something. Its concept is shown from a share of 0.7 on, for which this gives 0.4.
 */
const ALONE = { bias: -1.08, weight: 0.8, floor: 0.005 }

/** The chance that the classifier alone gives a concept with this share of its probability, both 0 to 1. */
export const chanceAlone = (share: number): number => sigmoid(ALONE.bias + ALONE.weight * logit(share, ALONE.floor))

/** A concept with a smaller share of the probability gets no tag. */
const MIN_SHARE = 0.25
/** A breed or type is named if it has this share of the classifier's probability for the object it is a kind of. */
const MIN_OF_KIND = 0.55
const MIN_CHANCE_OF_KIND = 0.4
/**
 * How often the classifier names the right kind of an object: breeds and species mostly. Types of ties, motorcycles and
 * buses were right in 5 of 13 photos; since they are more often wrong than right, they stay too unlikely to be shown.
 */
const KIND_RELIABILITY = { animal: 0.85, thing: 0.38 }

/**
 * Concepts that the classifier adds: kinds of an object that the detector found (a breed of dog), and things that the
 * detector has no class for. A kind of something that the detector knows but did not find is left out.
 */
export function readClasses(
  classes: ReadonlyMap<string, number>,
  objects: readonly Evidence[],
  vocabulary: Vocabulary,
  trace?: TagTrace,
): Evidence[] {
  const chances = new Map(objects.map((item) => [item.concept, item.chance]))
  const noneUnknown = 1 - (chances.get(UNKNOWN_ANIMAL) ?? 0)
  const evidence: Evidence[] = []
  for (const [id, share] of classes) {
    const concept = vocabulary.concept(id)
    if (concept.coco || concept.group) continue
    trace?.score(id, 'classifier', share)
    if (share < MIN_SHARE) {
      trace?.below(id, MIN_SHARE)
      continue
    }
    if (isBroad(id, classes, vocabulary)) {
      trace?.note(id, 'broad')
      continue
    }
    const kindOf = vocabulary.ancestors(id).find((above) => above.coco !== undefined)
    let chance: number
    if (kindOf) {
      const [part, seen] = [share / classes.get(kindOf.id)!, chances.get(kindOf.id) ?? 0]
      const isSure = part >= MIN_OF_KIND && seen >= MIN_CHANCE_OF_KIND
      chance = isSure ? seen * part * KIND_RELIABILITY[vocabulary.isA(id, 'animal') ? 'animal' : 'thing'] : 0
      trace?.kind(id, 'kind', { thing: kindOf.id, part, seen })
      if (!isSure) trace?.kind(id, 'kindNeeds', { part: MIN_OF_KIND, seen: MIN_CHANCE_OF_KIND })
    } else {
      const alone = chanceAlone(share)
      chance = alone * (isOtherAnimal(id, vocabulary) ? noneUnknown : 1)
      trace?.change(id, 'unknown', alone, chance)
    }
    if (chance === 0) continue
    trace?.chance(id, chance)
    evidence.push({ concept: id, chance, origin: 'classifier' })
  }
  return evidence
}

/**
 * If a concept's share comes almost wholly from one narrower concept, it adds nothing: it follows as that one's parent.
 */
function isBroad(id: string, classes: ReadonlyMap<string, number>, vocabulary: Vocabulary): boolean {
  const share = classes.get(id)!
  const concept = vocabulary.concept(id)
  if (concept.imagenet.length > 0) return false
  for (const [other, part] of classes) if (other !== id && part > share * 0.8 && vocabulary.isA(other, id)) return true
  return concept.parents.length === 0
}
