import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import { type BasicColor, basicColors, type PixelStatistics } from './pixel-statistics.ts'
import type { Setting } from './read-setting.ts'

type Size = { width: number; height: number }
/** `outdoors` and `forest` are chances of the heads; null and 0 without a model that makes their features. */
type Place = Setting & { outdoors: number | null; forest: number }

/**
 * The kind of picture, by explicit rules over its shape, its pixels and the place: a document shows no person, and a
 * dark room is not night.
 */
export function readPictureKind(
  statistics: PixelStatistics,
  { width, height }: Size,
  setting: Place,
  trace?: TagTrace,
): Evidence[] {
  const found: [string, number][] = [
    ['panorama', panoramaChance(width / height) * (isView(statistics, setting) ? 1 : NO_VIEW)],
    ['black-and-white', isBlackAndWhite(statistics) ? 0.95 : 0],
    ['sepia', isSepia(statistics) ? 0.8 : 0],
    ['night', nightChance(statistics, setting)],
    ['low-key', isDark(statistics) ? 0.8 : 0],
    ['document', isDocument(statistics) && !setting.hasPerson ? 0.75 : 0],
    ['screenshot', isScreenshot(statistics) && !setting.hasPerson ? 0.7 : 0],
  ]
  if (trace) {
    const isPage = { document: isDocument(statistics), screenshot: isScreenshot(statistics) }
    for (const [concept, chance] of found) {
      if (chance > 0) trace.applies(concept, chance)
      else if (isPage[concept as keyof typeof isPage]) trace.veto(concept, 'person')
      else if (concept === 'night' && isBarred(setting)) trace.veto(concept, 'inside')
      else trace.note(concept, 'appliesNot')
    }
  }
  return found.filter(([, chance]) => chance > 0).map(([concept, chance]) => ({ concept, chance, origin: 'kind' }))
}

const isDark = ({ dark, meanLuma }: PixelStatistics) => dark > 0.6 && meanLuma < 0.2

/** A dark room is not night, nor is a thing before black: the head, where there is one, must believe in outdoors. */
const isBarred = ({ isIndoors, isTown, outdoors }: Place) =>
  (isIndoors && !isTown) || (outdoors !== null && outdoors < 0.5)

/** Under trees it is as dark by day: from this share of the scene head for a forest on, darkness is no night. */
const FOREST = 0.4

/** Dark and outside, but no forest; or lights in a town that is half dark. */
function nightChance(statistics: PixelStatistics, setting: Place): number {
  const { isOutdoors, isTown, forest } = setting
  if (isBarred(setting)) return 0
  if (isDark(statistics) && isOutdoors && forest < FOREST) return 0.75
  const hasLights = statistics.bright > 0.004 && statistics.bright < 0.1
  return isTown && hasLights && statistics.dark > 0.3 && statistics.meanLuma < 0.27 ? 0.7 : 0
}

/** Share of its chance that a panorama keeps whose shape alone speaks for it; it is not shown then. */
const NO_VIEW = 0.4
/** More of a thing before a backdrop is even. */
const MAX_FLAT = 0.5

/** Whether the picture shows a place: a strip cut from a photo of one thing is as wide as a panorama. */
const isView = ({ flat }: PixelStatistics, { isOutdoors, isTown, outdoors }: Place): boolean =>
  flat < MAX_FLAT && (outdoors === null ? isOutdoors || isTown : outdoors >= 0.5)

/**
 * At least 2.3 times as wide as high, or three times as high as wide. What is twice as wide is not shown: on the even
 * photos it is cut from the photo of a man and of a cougar.
 */
function panoramaChance(ratio: number): number {
  if (ratio >= 2.3 || ratio <= 1 / 3) return 0.95
  return ratio >= 2 ? 0.3 : 0
}

/**
 * One warm hue all over: the spread is measured on a circle, so this means a few degrees. It is read last, since that
 * computes it.
 */
function isSepia(statistics: PixelStatistics): boolean {
  const { colourful, colors } = statistics
  const isWarm = colors.brown > 0.2 && colors.brown + colors.grey + colors.black + colors.white > 0.97
  return isWarm && colourful > 0.3 && statistics.hueSpread < 0.003
}

/** Uniform areas with sharp edges, in colour; lines without colour are a drawing. */
const isScreenshot = (statistics: PixelStatistics) =>
  statistics.flat > 0.85 && statistics.steps > 0.01 && !isDocument(statistics) && !isBlackAndWhite(statistics)

/**
 * Photos and drawings without colour. A dull photo has pixels with more colour, and colourless photos are far from the
 * limit, so that copies of a photo agree. Black pixels prove nothing.
 */
const isBlackAndWhite = (statistics: PixelStatistics) => isGrey(statistics) && !isDocument(statistics)

const isGrey = ({ tinted, colors }: PixelStatistics) => tinted < 0.01 * (1 - colors.black)

/** Black and white, or toned in one hue: its colours say nothing about what is on it. */
export const isWithoutColour = (statistics: PixelStatistics): boolean => isGrey(statistics) || isSepia(statistics)

/** White lines on black, without a grey between them. */
export const isLineDrawing = (statistics: PixelStatistics): boolean =>
  isGrey(statistics) && statistics.dark > 0.5 && statistics.dark + statistics.bright > 0.98

/** Photos have noise and shading; most of a drawing, or of a cut-out on paper, is quite even. */
export const isDrawn = ({ flat }: PixelStatistics): boolean => flat >= 0.7

/**
 * Paper: mostly bright and colourless, with strokes of ink, which are nearly all edges; a thing on white ground has few
 * edges for its black.
 */
function isDocument({ bright, dark, colourful, flat, steps }: PixelStatistics): boolean {
  const isPaper = bright > 0.65 && colourful < 0.12 && flat > 0.45
  return isPaper && dark > 0.01 && dark < 0.25 && steps > 0.08 && steps > 0.8 * dark
}

const neutral: ReadonlySet<string> = new Set(['black', 'white', 'grey', 'brown', 'beige'])
const MAX_COLORS = 2

/** The one or two colours that make the picture; neutral ones must take more of it. */
export function readDominantColors({ colors, colourful }: PixelStatistics, trace?: TagTrace): Evidence[] {
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

/** The share of the picture from which on a colour is one of its main ones. */
export const minShareOf = (color: BasicColor): number => (neutral.has(color) ? 0.4 : 0.22)
