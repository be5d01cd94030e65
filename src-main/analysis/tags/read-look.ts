import { keepUnshown, MAX_UNSHOWN, sigmoid } from '../models/adapters/calibration.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import type { Evidence } from './evidence.ts'
import type { PixelStatistics } from './pixel-statistics.ts'
import type { Scenery } from './read-scenery.ts'
import type { Setting } from './read-setting.ts'

/** What the pixels of any picture say, each 0 to 1; the square root makes the first few cells of a share count most. */
type Look = {
  brightness: number
  /** Pixels with a visible colour. */ colour: number
  /** Pixels without any texture. */ flat: number
  evenEdge: number
  whiteEdge: number
  blackEdge: number
  rootOfSky: number
  rootOfLawn: number
  /** 1 if there are things of outside, or of a room. */
  thingOutside: number
  thingInside: number
}
type Weights = Readonly<{ bias: number } & Partial<Look>>

/**
 * Words for how a picture looks: log-odds are the bias and the weighted sum. All were fitted by logistic regression to
 * the even photos of `kinds`, looked at for these words; those of white and black edges are rounded.
 */
const looks = {
  'high-key': { bias: -8.93, brightness: 13.63 },
  'low-key': { bias: 4.52, brightness: -15.43 },
  colourful: { bias: -3.58, colour: 4 },
  'plain-background': { bias: -4.86, evenEdge: 4.95, flat: 6.82 },
  'white-background': { bias: -13, whiteEdge: 28 },
  'black-background': { bias: -4, blackEdge: 6.5 },
  illustration: { bias: -4.06, evenEdge: 1.09, flat: 5.39 },
  'still-life': { bias: -2.06, evenEdge: 1.93, flat: 1.82 },
} as const satisfies Record<string, Weights>

/** Where a photo was taken, by its pixels and things: for models that give no features of a place. */
const places = {
  outdoors: { bias: 1.23, evenEdge: -2.23, rootOfSky: 1.99, flat: -3.88, thingOutside: 1.38, thingInside: -2.07 },
  interior: { bias: -1.84, rootOfSky: -1.23 },
  nature: { bias: -0.54, rootOfSky: 2.51, rootOfLawn: 2.22, flat: -6.67 },
  landscape: { bias: -1.56, rootOfSky: 5.3, flat: -9.04 },
  city: { bias: -0.75, evenEdge: -2.5, rootOfLawn: -2.94 },
} as const satisfies Record<string, Weights>

/**
 * The chance from which on a word is shown, and the highest that it has: what people type, if it is right often enough
 * (on the even photos of `kinds` 36 of 38 that are outdoors with 0.84). All other words are too seldom right for a
 * window.
 */
const shown: Readonly<Record<string, { from: number; max: number }>> = {
  'white-background': { from: 0, max: 0.95 },
  outdoors: { from: 0.84, max: 0.95 },
}

/** The concepts that this module alone can name. */
export const lookConcepts = Object.keys(looks)
/** Those that it names besides if no model knows places. */
export const placeConcepts = Object.keys(places)

/** What is known beside the pixels: without a `setting`, a model knows the place; `person` is the chance of somebody. */
type Known = { setting: Setting | null; person: number }

/** Words for how a picture looks, and for where it may have been taken if no model knows. A person is no still life. */
export function readLook(
  statistics: PixelStatistics,
  scenery: Scenery,
  { setting, person }: Known,
  trace?: TagTrace,
): Evidence[] {
  const look: Look = {
    brightness: statistics.meanLuma,
    colour: statistics.colourful,
    flat: statistics.flat,
    evenEdge: scenery.evenEdge,
    whiteEdge: scenery.whiteEdge,
    blackEdge: scenery.blackEdge,
    rootOfSky: Math.sqrt(scenery.sky),
    rootOfLawn: Math.sqrt(scenery.lawn),
    thingOutside: setting?.isOutdoors ? 1 : 0,
    thingInside: setting?.isIndoors ? 1 : 0,
  }
  const words: Record<string, Weights> = { ...looks, ...(setting === null ? {} : placesIn(setting)) }
  return Object.entries(words).map(([concept, weights]) => {
    const chance = chanceOf(look, weights) * (concept === 'still-life' ? 1 - person : 1)
    trace?.score(concept, 'scenery', chance)
    const limits = shown[concept]
    if (!limits) return { concept, chance: Math.min(chance, MAX_UNSHOWN), likely: chance, origin: 'kind' }
    if (chance >= limits.from) return { concept, chance: Math.min(chance, limits.max), origin: 'kind' }
    trace?.below(concept, limits.from)
    return { concept, ...keepUnshown(chance, limits.from), origin: 'kind' }
  })
}

/** Things of a room speak against all other places, and things of other places against a room. */
function placesIn({ isIndoors, isOutdoors }: Setting): Record<string, Weights> {
  const { interior, ...outside } = places
  if (isIndoors === isOutdoors) return places
  return isIndoors ? { interior } : outside
}

const chanceOf = (look: Look, { bias, ...weights }: Weights): number =>
  sigmoid(Object.entries(weights).reduce((sum, [sign, weight]) => sum + weight * look[sign as keyof Look], bias))
