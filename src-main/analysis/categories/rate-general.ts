import type { Evidence } from '../tags/evidence.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

/**
 * A broad category is a top concept of the vocabulary; other concepts may hint at it, each with a strength from 0 to 1.
 */
type BroadRule = { concept: string; hints?: Readonly<Record<string, number>> }

/**
 * The categories of `general_v3`. The concept itself and all its kinds count in full. A hint is something that mostly
 * occurs together with it but is not a kind of it. The weights are chosen by hand, not fitted: roughly how often the
 * category holds when the hint is seen. `npm run eval tags` measures eleven of the categories against object names; for
 * the others there are no labels.
 */
const rules: readonly BroadRule[] = [
  { concept: 'person' },
  { concept: 'animal' },
  { concept: 'plant', hints: { forest: 0.8, vegetable: 0.3, fruit: 0.3, vase: 0.3 } },
  { concept: 'landscape', hints: { snow: 0.5, nature: 0.5 } },
  { concept: 'water', hints: { 'water-sport': 0.8, surfboard: 0.8, boat: 0.7, ship: 0.8, 'water-bird': 0.6 } },
  { concept: 'food', hints: { cutlery: 0.4, bowl: 0.45, 'dining-table': 0.4 } },
  { concept: 'drink', hints: { 'wine-glass': 0.5, cup: 0.35, bottle: 0.3 } },
  { concept: 'vehicle' },
  { concept: 'sport' },
  { concept: 'architecture', hints: { city: 0.9, street: 0.3 } },
  { concept: 'street', hints: { 'street-sign': 0.7, bus: 0.6, truck: 0.3, car: 0.3 } },
  { concept: 'interior', hints: { furniture: 0.7, appliance: 0.8, television: 0.8 } },
  { concept: 'furniture' },
  { concept: 'appliance' },
  { concept: 'electronics' },
  { concept: 'kitchenware' },
  { concept: 'clothing' },
  { concept: 'accessory' },
  { concept: 'bag' },
  { concept: 'tool' },
  { concept: 'container' },
  { concept: 'musical-instrument' },
  { concept: 'toy' },
  { concept: 'weapon' },
  { concept: 'sign' },
  { concept: 'document', hints: { screenshot: 0.9, menu: 0.8, book: 0.5 } },
  { concept: 'art' },
  { concept: 'party', hints: { cake: 0.4, crowd: 0.3, stage: 0.5 } },
  { concept: 'night' },
]

/** Top concepts of `general_v3`, and every concept that its rules use. */
export const generalConcepts: readonly string[] = rules.map(({ concept }) => concept)
export const generalHints: readonly string[] = rules.flatMap(({ hints }) => Object.keys(hints ?? {}))

const MIN_CONFIDENCE = 5
/** The best hint counts in full, the next ones a third: several cups together prove little more than one. */
const MAX_OTHERS = 5
const OTHERS_PART = 1 / 3
/** The highest chance that a rule gives. */
const MAX_CHANCE = 0.97

/** How well each broad category fits, in percent, best first. Several can fit at once, so they do not sum to 100. */
export function rateGeneral(
  evidence: readonly Evidence[],
  vocabulary: Vocabulary,
): { concept: string; confidence: number }[] {
  return rules
    .map((rule) => ({
      concept: rule.concept,
      confidence: Math.round(rateRule(rule, evidence, vocabulary) * 10_000) / 100,
    }))
    .filter(({ confidence }) => confidence > MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || (a.concept < b.concept ? -1 : 1))
}

/** Combines hints as independent chances: `1 - product of (1 - hint)`. */
function rateRule(rule: BroadRule, evidence: readonly Evidence[], vocabulary: Vocabulary): number {
  const hints = evidence.map(({ concept, chance }) => chance * weigh(concept, rule, vocabulary)).sort((a, b) => b - a)
  const [best = 0, ...others] = hints
  return (
    1 -
    others.slice(0, MAX_OTHERS).reduce((rest, hint) => rest * (1 - hint * OTHERS_PART), 1 - Math.min(MAX_CHANCE, best))
  )
}

function weigh(id: string, { concept, hints = {} }: BroadRule, vocabulary: Vocabulary): number {
  if (vocabulary.isA(id, concept)) return 1
  return [id, ...vocabulary.ancestors(id).map((above) => above.id)].reduce(
    (best, each) => Math.max(best, hints[each] ?? 0),
    0,
  )
}
