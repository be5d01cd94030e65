import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import { type BasicColor, basicColors, type PixelFacts } from './pixel-facts.ts'
import type { Setting } from './read-setting.ts'

type Size = { width: number; height: number }

/**
 * The kind of picture by explicit rules over its shape and pixels, and where it was taken: a document shows no person,
 * and a dark room is not night.
 */
export function readPictureKind(
  facts: PixelFacts,
  { width, height }: Size,
  setting: Setting,
  trace?: TagTrace,
): Evidence[] {
  const found: [string, number][] = [
    ['panorama', panoramaChance(width / height)],
    ['black-and-white', isBlackAndWhite(facts) ? 0.95 : 0],
    ['sepia', isSepia(facts) ? 0.8 : 0],
    ['night', nightChance(facts, setting)],
    ['low-key', isDark(facts) ? 0.8 : 0],
    ['document', isDocument(facts) && !setting.hasPerson ? 0.75 : 0],
    ['screenshot', isScreenshot(facts) && !setting.hasPerson ? 0.7 : 0],
  ]
  if (trace) {
    const isPage = { document: isDocument(facts), screenshot: isScreenshot(facts) }
    for (const [concept, chance] of found) {
      if (chance > 0) trace.applies(concept, chance)
      else if (isPage[concept as keyof typeof isPage]) trace.veto(concept, 'person')
      else if (concept === 'night' && isBarred(setting)) trace.veto(concept, 'inside')
      else trace.note(concept, 'appliesNot')
    }
  }
  return found.filter(([, chance]) => chance > 0).map(([concept, chance]) => ({ concept, chance, origin: 'kind' }))
}

const isDark = ({ dark, meanLuma }: PixelFacts) => dark > 0.6 && meanLuma < 0.2

/** A dark room is not night. */
const isBarred = ({ isIndoors, isTown }: Setting) => isIndoors && !isTown

/** Dark and outside; or lights in a town that is half dark. */
function nightChance(facts: PixelFacts, setting: Setting): number {
  const { isOutdoors, isTown } = setting
  if (isBarred(setting)) return 0
  if (isDark(facts) && isOutdoors) return 0.75
  const hasLights = facts.bright > 0.004 && facts.bright < 0.1
  return isTown && hasLights && facts.dark > 0.3 && facts.meanLuma < 0.27 ? 0.7 : 0
}

/** Twice as wide as high and more, or three times as high as wide. */
function panoramaChance(ratio: number): number {
  if (ratio >= 2.3 || ratio <= 1 / 3) return 0.95
  return ratio >= 2 ? 0.75 : 0
}

/** One warm hue all over: the spread is measured on a circle, so that this is a few degrees. */
function isSepia({ colourful, hueSpread, colors }: PixelFacts): boolean {
  return (
    colourful > 0.3 &&
    hueSpread < 0.003 &&
    colors.brown + colors.grey + colors.black + colors.white > 0.97 &&
    colors.brown > 0.2
  )
}

/** Even grounds with sharp edges, in colour: lines without any are a drawing. */
const isScreenshot = (facts: PixelFacts) =>
  facts.flat > 0.85 && facts.steps > 0.01 && !isDocument(facts) && !isBlackAndWhite(facts)

/**
 * Photos and drawings without colour. A dull photo has pixels with more, and those without are far from the limit, so
 * that copies of a photo agree. Of black nothing can be told.
 */
const isBlackAndWhite = (facts: PixelFacts) => facts.tinted < 0.01 * (1 - facts.colors.black) && !isDocument(facts)

/**
 * Paper: mostly bright and without colour, with strokes of ink, which are nearly all edges; a thing before a white
 * ground has few for its black.
 */
function isDocument({ bright, dark, colourful, flat, steps }: PixelFacts): boolean {
  const isPaper = bright > 0.65 && colourful < 0.12 && flat > 0.45
  return isPaper && dark > 0.01 && dark < 0.25 && steps > 0.08 && steps > 0.8 * dark
}

const neutral: ReadonlySet<string> = new Set(['black', 'white', 'grey', 'brown', 'beige'])
const MAX_COLORS = 2

/** The one or two colours that make the picture; neutral ones must take more of it. */
export function readDominantColors({ colors, colourful }: PixelFacts, trace?: TagTrace): Evidence[] {
  const isGrey = colourful < 0.01
  const dominant = basicColors
    .map((concept) => ({ concept, share: colors[concept] }))
    .filter(({ concept, share }) => !isGrey && share >= minShareOf(concept))
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_COLORS)
    .map(({ concept, share }): Evidence => {
      return { concept, chance: Math.min(0.95, 0.45 + share * 0.7), origin: 'colors' }
    })
  for (const concept of (trace?.askedOf(basicColors) ?? []) as BasicColor[]) {
    trace!.score(concept, 'colors', colors[concept])
    const named = dominant.find((one) => one.concept === concept)
    if (named) trace!.chance(concept, named.chance)
    else if (isGrey) trace!.veto(concept, 'grey')
    else if (colors[concept] < minShareOf(concept)) trace!.below(concept, minShareOf(concept))
    else trace!.veto(concept, 'colors')
  }
  return dominant
}

const minShareOf = (color: BasicColor): number => (neutral.has(color) ? 0.4 : 0.22)
