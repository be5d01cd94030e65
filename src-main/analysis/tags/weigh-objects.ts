import { overlapOf } from '../models/adapters/box-suppression.ts'
import { keepUnshown, logit, sigmoid } from '../models/adapters/calibration.ts'
import type { CachedDetections } from '../step/step.ts'
import type { Concept, Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { UNKNOWN_ANIMAL } from './read-classes.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** Shares of the classifier's probability by concept; empty without a classifier. */
type Classes = ReadonlyMap<string, number>
type Objects = Awaited<ReturnType<CachedDetections['objects']>>

/**
 * Weights of the evidence in an object's log-odds, fitted by logistic regression on the even photos of COCO and of
 * kinds that COCO lacks, for both sets of models at once; they are moved within what the fit cannot tell apart, so that
 * no fewer are found. `score` counts the detector's own log-odds, which are too sure of both. `company` counts the
 * chances of other objects: one more is likelier among several than alone. `backdrop` counts the even part of the
 * picture's edge: in a thing that is cut out, the detector sees something else. `taken` counts by how much another name
 * of the same place is surer, since one thing has one name. `unchecked` counts for animals without a classifier: one
 * detector takes any animal for one of COCO's ten. The rest needs a classifier. `agreement` counts the cube of its share
 * for the object. `conflict` is its veto on animals: the share of all animals times the log of this animal's part. It is
 * 0 if the classifier means the same animal, and practically a ban if it is certain of another. `foodOnAnimal` counts
 * the share of all animals against food.
 */
const FIT = {
  bias: -0.15,
  score: 0.74,
  company: 0.55,
  backdrop: -1.2,
  taken: -0.9,
  unchecked: -0.7,
  agreement: 4.89,
  conflict: 1.54,
  foodOnAnimal: -3.16,
}
const MAX_COMPANY = 3
/** Added to both shares, so that the part of an animal that is not named at all stays finite. */
const MIN_SHARE = 0.02
/** Chance from which on an object is shown; on the even photos 11 of 19 that are a little below are wrong. */
const SURE = 0.45
/**
 * The same of a person, whom people search for most: what is less likely is a skate or a chandelier. Without a
 * classifier there is one detector alone, which is less sure of people as well.
 */
const SURE_PERSON = 0.7

/** What is known beside the objects; `evenEdge` is a share of the picture's edge. */
type Beside = { classes: Classes; boxes: Objects; evenEdge: number }

/**
 * Objects with their chances beside each other and beside the classifier's names, and those that only the classifier
 * sees.
 */
export function weighObjects(
  objects: readonly Evidence[],
  { classes, boxes, evenEdge }: Beside,
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
    const concept = vocabulary.concept(item.concept)
    add('taken', FIT.taken * surerName(concept.coco, boxes))
    if (classes.size === 0 && vocabulary.isA(concept.id, 'animal')) add('unchecked', FIT.unchecked)
    weighByClasses(concept, classes, vocabulary, add)
    return { ...item, chance: sigmoid(odds) }
  })
  return raiseByClasses(weighed, classes, vocabulary, trace).map((item) => {
    const limit = item.concept === 'person' && classes.size > 0 ? SURE_PERSON : SURE
    if (item.chance < limit) trace?.below(item.concept, limit)
    return { ...item, ...keepUnshown(item.chance, limit) }
  })
}

/** Boxes that have this much in common are one place, of their union. */
const SAME_PLACE = 0.6
/** Log-odds by which another name counts as surer before it is, and at most: of two that are as sure one is wrong. */
const TAKEN = { from: -0.5, max: 3 }
/** Around what is worn and held. */
const AROUND = 'person'

/** How much surer, in log-odds, the detector is of another name for the place where it is surest of this one. */
function surerName(label: string | undefined, boxes: Objects): number {
  const best = (found: Objects) => found.reduce<Objects[number] | undefined>(surerOf, undefined)
  const own = best(boxes.filter((one) => one.label === label))
  if (!own) return 0
  const others = boxes.filter((one) => one.label !== label && one.label !== AROUND)
  const rival = best(others.filter(({ box }) => overlapOf(box, own.box) >= SAME_PLACE))
  return rival ? Math.min(TAKEN.max, Math.max(0, oddsOf(rival) - oddsOf(own) - TAKEN.from)) : 0
}

const surerOf = (best: Objects[number] | undefined, one: Objects[number]) =>
  best && best.score >= one.score ? best : one
const oddsOf = ({ score }: Objects[number]) => logit(score, 0.0005, 0.9995)

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
const OWN = { bias: -2.2, weight: 2, floor: 0.005, min: 0.4 }

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
    if (share < OWN.min) {
      trace?.below(id, OWN.min)
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
