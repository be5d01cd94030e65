import { MAX_UNSHOWN } from '../models/adapters/calibration.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { Evidence } from './evidence.ts'
import { basicColors, type PixelStatistics } from './pixel-statistics.ts'
import { chanceAlone } from './read-classes.ts'
import { minShareOf } from './read-picture-kind.ts'
import { sceneConceptOf } from './scene-head.ts'

/** Results of models and pixels about a photo, as far as they are weighed here. */
export type WeakSigns = {
  /** Shares of the classifier's probability by concept. */
  classes: ReadonlyMap<string, number>
  scenes: Readonly<Record<string, number>>
  statistics: PixelStatistics
  /** Chances of the detector's classes. */
  objects: readonly Evidence[]
  /** Everything that has a chance already. */
  known: readonly Evidence[]
}

/**
 * What the models give as less likely, for programs that ask for more than is shown: every chance stays below the one
 * from which on tags are shown. Nothing else reads it, so that a weak sign never decides about another word.
 */
export function readLessLikely(signs: WeakSigns, vocabulary: Vocabulary): Evidence[] {
  const { classes, scenes, statistics, objects, known } = signs
  const likely = new Set(known.map(({ concept }) => concept))
  return [
    ...weakClasses(classes, vocabulary),
    ...weakKinds(objects, vocabulary),
    ...weakScenes(scenes),
    ...minorColors(statistics),
  ]
    .filter(({ concept }) => !likely.has(concept))
    .map((weak) => ({ ...weak, chance: Math.min(weak.chance, MAX_UNSHOWN) }))
}

/** A smaller share of the classifier's probability says nothing. */
const MIN_SHARE = 0.05

/** Words of the classifier; groups have separate chances. */
function weakClasses(classes: ReadonlyMap<string, number>, vocabulary: Vocabulary): Evidence[] {
  return [...classes]
    .filter(([id, share]) => share >= MIN_SHARE && !vocabulary.concept(id).group)
    .map(([concept, share]) => ({ concept, chance: chanceAlone(share), origin: 'classifier' }))
}

/** Broader words of the detector's classes: the chance that one of them is there, as if they knew nothing of each other. */
function weakKinds(objects: readonly Evidence[], vocabulary: Vocabulary): Evidence[] {
  const none = new Map<string, number>()
  for (const { concept, chance } of objects)
    for (const { id } of vocabulary.ancestors(concept)) none.set(id, (none.get(id) ?? 1) * (1 - chance))
  return [...none].map(([concept, left]) => ({ concept, chance: 1 - left, origin: 'objects' }))
}

const weakScenes = (scenes: Readonly<Record<string, number>>): Evidence[] =>
  Object.entries(scenes).flatMap(([name, chance]): Evidence[] => {
    const concept = sceneConceptOf(name)
    return concept === undefined ? [] : [{ concept, chance, origin: 'scene' }]
  })

/** Colours that do not make the picture, by their share of what a main colour needs: small ones are seen, too. */
const minorColors = ({ colors }: PixelStatistics): Evidence[] =>
  basicColors.map((concept) => ({
    concept,
    chance: MAX_UNSHOWN * (colors[concept] / minShareOf(concept)) ** SMALL_SHARES,
    origin: 'colors',
  }))

/** So that a colour is kept from 0.3 % of the picture on, a neutral one from 0.55 %. */
const SMALL_SHARES = 0.4
