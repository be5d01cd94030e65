import type { Face } from '../../contract/analysis/face.ts'
import type { Evidence } from '../tags/evidence.ts'
import type { PixelStatistics } from '../tags/pixel-statistics.ts'
import { readSetting } from '../tags/read-setting.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

/** The evidence for the categories of a personal collection. */
export type PersonalEvidence = {
  evidence: readonly Evidence[]
  scenes: Record<string, number>
  faces: readonly Face[]
  statistics: PixelStatistics
  width: number
  height: number
  /** The share of the picture (0 to 1) that the boxes of a concept cover; absent for concepts without boxes. */
  areas: ReadonlyMap<string, number>
}

type Rule = {
  name: string
  /** Concepts (and all their kinds) that speak for it, with their strength. */ concepts: Record<string, number>
  /** Exceptions among these concepts, with all their kinds. */
  except?: readonly string[]
  /** Things with boxes count in full from this share of the picture on, and less below, as a mere part of a view. */
  area?: number
  /** Counts little outdoors, where the same things occur as well. */
  isIndoors?: boolean
  extra?: (photo: PersonalEvidence) => number
}

const faceShare = ({ faces, height }: PersonalEvidence) =>
  Math.max(0, ...faces.map((face) => face.coordinates.height)) / height
const warmSky = ({ statistics: { colors, meanLuma } }: PersonalEvidence) => {
  const warm = colors['orange-color'] + colors.red + colors.yellow + 0.5 * colors.pink + 0.3 * colors.purple
  return warm > 0.25 && meanLuma < 0.6 ? Math.min(1, warm * 1.5) : 0
}

/** The scenes exclude each other, so their chances add up. */
const sumOf = (scenes: Readonly<Record<string, number>>, ...names: string[]) =>
  names.reduce((sum, name) => sum + (scenes[name] ?? 0), 0)

const rules: readonly Rule[] = [
  {
    name: 'interior objects',
    concepts: {
      furniture: 0.9,
      appliance: 0.9,
      'potted-plant': 0.4,
      vase: 0.6,
      television: 0.9,
      computer: 0.9,
      electronics: 0.6,
      book: 0.7,
      fixture: 0.9,
      kitchenware: 0.35,
      clock: 0.4,
      'teddy-bear': 0.6,
      interior: 0.9,
      bottle: 0.3,
    },
    isIndoors: true,
  },
  {
    name: 'nature landscape',
    concepts: { landscape: 0.9, forest: 0.9, glacier: 0.9, mountain: 0.9, lake: 0.8, snow: 0.5 },
    extra: ({ scenes }) => 0.9 * sumOf(scenes, 'forest', 'mountain', 'glacier'),
  },
  {
    name: 'beaches seaside',
    concepts: { beach: 1, coast: 0.9, surfboard: 0.8, sea: 0.8, boat: 0.4, ship: 0.5, seabird: 0.4 },
    extra: ({ scenes }) => 0.85 * sumOf(scenes, 'sea'),
  },
  {
    name: 'events parties',
    concepts: {
      crowd: 0.7,
      wedding: 0.95,
      party: 0.95,
      cake: 0.5,
      stage: 0.7,
      'wine-glass': 0.35,
      necktie: 0.3,
      group: 0.4,
    },
  },
  {
    name: 'food drinks',
    concepts: {
      food: 1,
      drink: 1,
      fruit: 1,
      cutlery: 0.4,
      bowl: 0.45,
      'wine-glass': 0.5,
      'dining-table': 0.4,
      cup: 0.35,
      'plate-of-food': 1,
    },
  },
  { name: 'paintings art', concepts: { art: 0.9, illustration: 0.9, 'totem-pole': 0.5, monument: 0.3 } },
  { name: 'pets animals', concepts: { animal: 1 } },
  {
    name: 'text visuals',
    concepts: {
      document: 1,
      screenshot: 0.9,
      menu: 0.8,
      'comic-book': 0.7,
      'book-cover': 0.8,
      sign: 0.4,
      'crossword-puzzle': 0.9,
      'stop-sign': 0.3,
    },
  },
  {
    name: 'sunrises sunsets',
    concepts: { sunset: 1 },
    extra: (photo) => 0.7 * warmSky(photo) * Math.max(0.1, photo.scenes['sea'] ?? 0, photo.scenes['mountain'] ?? 0),
  },
  {
    name: 'cars vehicles',
    concepts: { vehicle: 1, traffic: 0.6 },
    except: ['watercraft'],
    area: 0.06,
  },
  { name: 'macro flowers', concepts: { flower: 1, insect: 0.7, fungus: 0.6, spider: 0.6, macro: 0.8, vase: 0.25 } },
  {
    name: 'streetview architecture',
    concepts: {
      building: 0.9,
      structure: 0.6,
      street: 0.8,
      city: 0.9,
      'street-sign': 0.8,
      'traffic-light': 0.9,
      'parking-meter': 0.9,
      bus: 0.5,
      architecture: 0.7,
      'stop-sign': 0.8,
    },
    extra: ({ scenes }) => 0.85 * sumOf(scenes, 'street', 'buildings'),
  },
  {
    name: 'people portraits',
    concepts: { person: 0.55, portrait: 1, 'one-person': 0.6, 'two-people': 0.65, group: 0.7, crowd: 0.5 },
    extra: (photo) => Math.min(1, faceShare(photo) * 4),
  },
]

/** The categories of `personal_photos`, and the concepts that its rules look for. */
export const personalCategories: readonly string[] = rules.map(({ name }) => name)
export const personalConcepts: readonly string[] = rules.flatMap(({ concepts }) => Object.keys(concepts))

const MIN_CONFIDENCE = 5
/** Factor for a category of rooms when the photo is taken outdoors. */
const OUTDOORS_PART = 0.4

/** How well each category fits, in percent, best first. Several can fit at once, so they do not sum to 100. */
export function ratePersonal(
  photo: PersonalEvidence,
  vocabulary: Vocabulary,
): { categorizer: string; name: string; confidence: number }[] {
  return rules
    .map((rule) => ({
      categorizer: 'personal_photos',
      name: rule.name,
      confidence: Math.round(rateRule(rule, photo, vocabulary) * 10_000) / 100,
    }))
    .filter(({ confidence }) => confidence > MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || a.name.localeCompare(b.name))
}

/**
 * Combines independent hints as chances: `1 - product of (1 - hint)`. The best one counts in full, the others a third.
 */
function rateRule(rule: Rule, photo: PersonalEvidence, vocabulary: Vocabulary): number {
  const { concepts, except = [], extra } = rule
  const part = rule.isIndoors && isOutdoors(photo, vocabulary) ? OUTDOORS_PART : 1
  const hints = photo.evidence
    .filter(({ concept }) => !except.some((kind) => vocabulary.isA(concept, kind)))
    .map((item) => item.chance * strongest(item.concept, concepts, vocabulary) * part * partByArea(item, rule, photo))
  if (extra) hints.push(extra(photo))
  hints.sort((a, b) => b - a)
  const [best = 0, ...others] = hints
  return 1 - others.slice(0, 5).reduce((rest, hint) => rest * (1 - hint / 3), 1 - Math.min(0.97, best))
}

function isOutdoors({ evidence, scenes, statistics }: PersonalEvidence, vocabulary: Vocabulary): boolean {
  return readSetting(evidence, scenes, statistics.colors.green, vocabulary).isOutdoors
}

/** 1 for things that are large enough or have no box, less for smaller ones. */
function partByArea({ concept, origin }: Evidence, { area = 0 }: Rule, { areas }: PersonalEvidence): number {
  const share = origin === 'objects' ? areas.get(concept) : undefined
  return share === undefined || area === 0 ? 1 : Math.min(1, share / area)
}

function strongest(concept: string, weights: Record<string, number>, vocabulary: Vocabulary): number {
  let best = weights[concept] ?? 0
  if (best > 0) return best
  for (const above of vocabulary.ancestors(concept)) best = Math.max(best, weights[above.id] ?? 0)
  return best
}
