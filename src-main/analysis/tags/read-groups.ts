import { keepUnshown, logit, sigmoid } from '../models/adapters/calibration.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { isOtherAnimal, UNKNOWN_ANIMAL } from './read-classes.ts'

/**
 * How often a group is right for its members' share of the probability: a logistic regression on the even things of
 * `kinds`. A group is right far more often than any of its members: what is no leopard may still be a big cat.
 */
const FIT = { bias: -0.27, weight: 0.87, floor: 0.005 }
const MIN_SHARE = 0.05
/** Chance from which on a group is shown: of those with less, a third was wrong where scenes and people are, too. */
const SHOWN = 0.5
/**
 * The classifier knows neither scenes nor people, and names something else on them. On even photos of animals the
 * scenes together have 0.25 at most with few exceptions, and 0.6 and more where an animal is named and none is there.
 */
const MISTAKEN_PEOPLE = 0.7
/** To it, people before no street are a shop or a monument: this is the least that the even photos need. */
const MISTAKEN_BACKGROUND = 0.4
/** The chance from which on somebody is there. */
const SOMEONE = 0.5
/** On a laid table, sea animals are food. */
const TABLE = 'dining-table'

/**
 * Groups of the classifier's classes, such as big cats where a lion, a leopard and a cougar share the probability.
 * `objects` are those of the detector: what the classifier takes a giraffe for is no group either, and kinds of what
 * the detector knows are left to `readClasses`, which asks whether it found that.
 */
export function readGroups(
  classes: ReadonlyMap<string, number>,
  { objects, scenes }: { objects: readonly Evidence[]; scenes: Readonly<Record<string, number>> },
  vocabulary: Vocabulary,
  trace?: TagTrace,
): Evidence[] {
  const chanceOf = (id: string) => objects.find(({ concept }) => concept === id)?.chance ?? 0
  const giraffe = chanceOf(UNKNOWN_ANIMAL)
  const landscape = sumOf(scenes, ['forest', 'glacier', 'mountain', 'sea'])
  const town = sumOf(scenes, ['buildings', 'street'])
  /** The part of a group's share that is left beside the scene and the people. */
  const partOf = (id: string) => {
    const person = chanceOf('person')
    const someone = person >= SOMEONE ? person : 0
    if (vocabulary.isA(id, 'animal'))
      return (1 - landscape - town) * (1 - MISTAKEN_PEOPLE * Math.max(person, chanceOf(TABLE)))
    if (!vocabulary.isA(id, 'architecture')) return 1
    return (1 - landscape) * (1 - MISTAKEN_BACKGROUND * someone * (1 - town))
  }
  return [...classes].flatMap(([id, share]): Evidence[] => {
    const { coco, group, imagenet } = vocabulary.concept(id)
    if (coco !== undefined || group || imagenet.length > 0 || share < MIN_SHARE) return []
    if (vocabulary.ancestors(id).some((above) => above.coco !== undefined)) return []
    const chance = sigmoid(FIT.bias + FIT.weight * logit(share * partOf(id), FIT.floor))
    const left = isOtherAnimal(id, vocabulary) ? chance * (1 - giraffe) : chance
    trace?.score(id, 'classifier', share)
    trace?.change(id, 'unknown', chance, left)
    trace?.chance(id, left)
    if (left < SHOWN) trace?.below(id, SHOWN)
    return [{ concept: id, ...keepUnshown(left, SHOWN), origin: 'classifier' }]
  })
}

const sumOf = (scenes: Readonly<Record<string, number>>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (scenes[name] ?? 0), 0)
