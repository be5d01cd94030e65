import { SHOWN_FROM } from '../models/adapters/calibration.ts'
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
  /** Everything that has a chance already. */
  known: readonly Evidence[]
}

/**
 * What the models give as less likely, for programs that ask for more than is shown: every chance stays below the one
 * from which on tags are shown. Nothing else reads it, so that a weak sign never decides about another word.
 */
export function readLessLikely({ classes, scenes, statistics, known }: WeakSigns, vocabulary: Vocabulary): Evidence[] {
  const likely = new Set(known.map(({ concept }) => concept))
  return [...weakClasses(classes, vocabulary), ...weakScenes(scenes), ...minorColors(statistics)]
    .filter(({ concept }) => !likely.has(concept))
    .map((weak) => ({ ...weak, chance: Math.min(weak.chance, MAX_CHANCE) }))
}

/** Just below what is shown. */
const MAX_CHANCE = SHOWN_FROM - 0.01
/** A smaller share of the classifier's probability says nothing. */
const MIN_SHARE = 0.05

/** Words of the classifier; groups have separate chances. */
function weakClasses(classes: ReadonlyMap<string, number>, vocabulary: Vocabulary): Evidence[] {
  return [...classes]
    .filter(([id, share]) => share >= MIN_SHARE && !vocabulary.concept(id).group)
    .map(([concept, share]) => ({ concept, chance: chanceAlone(share), origin: 'classifier' }))
}

const weakScenes = (scenes: Readonly<Record<string, number>>): Evidence[] =>
  Object.entries(scenes).flatMap(([name, chance]): Evidence[] => {
    const concept = sceneConceptOf(name)
    return concept === undefined ? [] : [{ concept, chance, origin: 'scene' }]
  })

/** Colours that do not make the picture, by their share of what a main colour needs. */
const minorColors = ({ colors }: PixelStatistics): Evidence[] =>
  basicColors.map((concept) => ({
    concept,
    chance: MAX_CHANCE * (colors[concept] / minShareOf(concept)),
    origin: 'colors',
  }))
