import { keepUnshown, logit, sigmoid } from '../models/adapters/calibration.ts'
import type { Concept, Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { UNKNOWN_ANIMAL } from './read-classes.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** Shares of the classifier's probability by concept; empty without a classifier. */
type Classes = ReadonlyMap<string, number>

/**
 * Weights of the evidence in an object's log-odds, fitted by logistic regression on the even photos of COCO and of
 * kinds that COCO lacks; `bias` and `backdrop` are then moved within what the fit cannot tell apart, so that no fewer of
 * COCO's objects are shown. `score` counts the detector's own log-odds, which are too sure of both. `company` counts the
 * chances of other objects: one more is likelier among several than alone. `backdrop` counts the even part of the
 * picture's edge: in a thing that is cut out, the detector sees something else. The rest needs a classifier. `agreement`
 * counts the cube of its share for the object. `conflict` is its veto on animals: the share of all animals times the log
 * of this animal's part. It is 0 if the classifier means the same animal, and practically a ban if it is certain of
 * another. `foodOnAnimal` counts the share of all animals against food.
 */
const FIT = {
  bias: -0.25,
  score: 0.8,
  company: 0.41,
  backdrop: -1,
  agreement: 4.89,
  conflict: 1.54,
  foodOnAnimal: -3.16,
}
const MAX_COMPANY = 3
/** Added to both shares, so that the part of an animal that is not named at all stays finite. */
const MIN_SHARE = 0.02
/**
 * Chance from which on a person, whom people search for most, is shown: what is less likely is a skate or a chandelier.
 * Without a classifier there is one detector alone, which is less sure of people as well.
 */
const SURE_PERSON = 0.6

/** What is known beside the objects; `evenEdge` is a share of the picture's edge. */
type Beside = { classes: Classes; evenEdge: number }

/**
 * Objects with their chances beside each other and beside the classifier's names, and those that only the classifier
 * sees.
 */
export function weighObjects(
  objects: readonly Evidence[],
  { classes, evenEdge }: Beside,
  vocabulary: Vocabulary,
  trace?: TagTrace,
): Evidence[] {
  const total = objects.reduce((sum, { chance }) => sum + chance, 0)
  const weighed = objects.map((item): Evidence => {
    const own = logit(item.chance, 0.0005, 0.9995)
    let odds = own
    const add = (cause: string, change: number) => {
      trace?.change(item.concept, cause, sigmoid(odds), sigmoid(odds + change))
      odds += change
    }
    add('scale', (FIT.score - 1) * own)
    add('single', FIT.bias)
    add('backdrop', FIT.backdrop * evenEdge)
    add('company', FIT.company * Math.min(MAX_COMPANY, total - item.chance))
    weighByClasses(vocabulary.concept(item.concept), classes, vocabulary, add)
    return { ...item, chance: sigmoid(odds) }
  })
  return raiseByClasses(weighed, classes, vocabulary, trace).map((item) => {
    if (item.concept !== 'person' || classes.size === 0) return item
    if (item.chance < SURE_PERSON) trace?.below('person', SURE_PERSON)
    return { ...item, ...keepUnshown(item.chance, SURE_PERSON) }
  })
}

function weighByClasses(
  { id }: Concept,
  classes: Classes,
  vocabulary: Vocabulary,
  add: (cause: string, change: number) => void,
): void {
  const share = classes.get(id) ?? 0
  const animals = classes.get('animal') ?? 0
  add('agreement', FIT.agreement * share ** 3)
  if (vocabulary.isA(id, 'food')) add('food', FIT.foodOnAnimal * animals)
  else if (id === UNKNOWN_ANIMAL) add('animal', veto(0, animals) * (classes.get('feline') ?? 0) ** SURE_OF_CAT)
  else if (vocabulary.isA(id, 'animal')) add('animal', veto(share, animals))
}

/** The classifier's veto on an animal that has this share of its probability, if all animals have `animals`. */
const veto = (share: number, animals: number): number =>
  FIT.conflict * animals * Math.log((share + MIN_SHARE) / (animals + MIN_SHARE))

/**
 * The classifier mistakes giraffes for other animals, for their coat even for leopards (a share of 0.78 at most on four
 * photos). Its veto counts only if it is nearly certain of a cat (0.96 and more on the wild cats that a detector called
 * giraffes): this power of the share.
 */
const SURE_OF_CAT = 6

/**
 * How often the classifier is right about an object that no detector saw: on the even photos of kinds that COCO lacks,
 * in none of six if its share is below 0.7, in all of six above.
 */
const OWN = { bias: -2.2, weight: 2, floor: 0.005, least: 0.4 }

/** Objects raised to the chance that the classifier alone gives them, or added where the detector missed them. */
function raiseByClasses(
  objects: readonly Evidence[],
  classes: Classes,
  vocabulary: Vocabulary,
  trace?: TagTrace,
): Evidence[] {
  const joined = new Map(objects.map((item) => [item.concept, item]))
  for (const [id, share] of classes) {
    if (!vocabulary.concept(id).coco) continue
    trace?.score(id, 'classifier', share)
    if (share < OWN.least) {
      trace?.below(id, OWN.least)
      continue
    }
    const chance = sigmoid(OWN.bias + OWN.weight * logit(share, OWN.floor))
    const known = joined.get(id)?.chance ?? 0
    if (chance <= known) continue
    joined.set(id, { concept: id, chance, origin: 'classifier' })
    trace?.change(id, 'alone', known, chance)
  }
  return [...joined.values()]
}
