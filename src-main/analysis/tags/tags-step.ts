import type { Findings } from '../photo/findings.ts'
import type { Step } from '../step/step.ts'
import type { EvidenceReader } from './evidence-reader.ts'
import { DISPLAY_THRESHOLD, LOWEST_CONFIDENCE, type FoundTag } from '../../contract/analysis/tag.ts'
import type { Concept, Vocabulary } from '../vocabulary/vocabulary.ts'
import { showAs } from '../models/adapters/calibration.ts'
import type { Evidence } from './evidence.ts'
import { nameableConcepts } from './nameable-concepts.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/**
 * Names what is in the photo: objects and their kinds, people, scene, colours and kind of picture in one calibrated
 * list.
 */
export function createTagsStep({ vocabulary, evidenceOf }: EvidenceReader): Step {
  return {
    name: 'tags',
    version: 18,
    tasks: ['objects', 'classifier', 'embedding', 'faces', 'face-identity', 'face-mesh'],
    run: async (context): Promise<Partial<Findings>> => {
      const { evidence, words } = await evidenceOf(context)
      const { trace } = context
      const tags = fuseTags([...evidence, ...words], vocabulary, trace)
      return trace ? { tags, tagReasons: trace.reasons() } : { tags }
    },
  }
}

/**
 * Share of the chance that each broader concept keeps: it is as true, but says less about the photo. It is shown as any
 * chance is, so that an object that is about as likely wrong as right does not show its broader concepts as well.
 */
const PARENT_SHARE = 0.9

/** What the evidence for a concept comes to, in percent: `kept` decides whether it is shown, `likely` how likely it is. */
type Weighed = { concept: Concept; kept: number; likely: number; origin: string }

/**
 * One list from all the evidence: the strongest for each concept, then its broader concepts, sorted by falling
 * confidence. Only tags above 7 stay. `trace` notes what becomes of the concepts that somebody asks about.
 */
export function fuseTags(evidence: readonly Evidence[], vocabulary: Vocabulary, trace?: TagTrace): FoundTag[] {
  const weighed = new Map<string, Weighed>()
  const offer = (concept: Concept, chances: Chances, origin: string) => {
    const found = { concept, ...percentOf(chances), origin }
    const known = weighed.get(concept.id)
    const stronger = known && known.kept >= found.kept ? known : found
    weighed.set(concept.id, { ...stronger, likely: Math.max(found.likely, known?.likely ?? 0) })
  }
  const best = new Map<string, Chances>()
  const isNo = new Map(evidence.map(({ concept, isNo }) => [concept, isNo]))
  for (const { concept: id, chance, likely = chance, origin } of evidence) {
    offer(vocabulary.concept(id), { chance, likely }, origin)
    const known = best.get(id)
    best.set(id, { chance: Math.max(chance, known?.chance ?? 0), likely: Math.max(likely, known?.likely ?? 0) })
  }
  for (const [id, chances] of best)
    offerParents(vocabulary.concept(id), chances, vocabulary, (parent, left) => {
      if (parent.id === isNo.get(id)) return
      offer(parent, left, 'parents')
      if (!trace) return
      const [from, to] = [confidenceOf(percentOf(chances)).confidence, confidenceOf(percentOf(left)).confidence]
      if (to > LOWEST_CONFIDENCE)
        trace.note(parent.id, 'parent', { thing: id, from: Math.round(from), to: Math.round(to) })
    })
  if (trace) traceResult(trace, evidence, weighed, vocabulary)
  return [...weighed.values()]
    .map((found) => toTag(found, vocabulary))
    .filter(({ concept, confidence }) => confidence > LOWEST_CONFIDENCE && !vocabulary.concept(concept).group)
    .sort((a, b) => b.confidence - a.confidence || a.concept.localeCompare(b.concept))
}

/** Of an {@link Evidence}. */
type Chances = { chance: number; likely: number }

const percentOf = ({ chance, likely }: Chances) => ({ kept: showAs(chance) * 100, likely: likely * 100 })

function offerParents(
  concept: Concept,
  { chance, likely }: Chances,
  vocabulary: Vocabulary,
  offer: (parent: Concept, chances: Chances) => void,
): void {
  const offered = new Set<string>()
  let level = concept.parents
  for (let share = PARENT_SHARE; level.length > 0; share *= PARENT_SHARE) {
    const parents = level.filter((id) => !offered.has(id)).map((id) => vocabulary.concept(id))
    for (const parent of parents) {
      offered.add(parent.id)
      offer(parent, { chance: chance * share, likely: likely * share })
    }
    level = parents.flatMap((parent) => parent.parents)
  }
}

function traceResult(
  trace: TagTrace,
  evidence: readonly Evidence[],
  weighed: ReadonlyMap<string, Weighed>,
  vocabulary: Vocabulary,
): void {
  for (const id of trace.asked()) {
    const found = weighed.get(id)
    if (vocabulary.concept(id).group) trace.note(id, 'group')
    else if (found === undefined) trace.note(id, nameableConcepts(vocabulary).has(id) ? 'silent' : 'never')
    else {
      const { confidence, keptAs } = confidenceOf(found)
      const best = Math.max(0, ...evidence.flatMap(({ concept, chance }) => (concept === id ? [chance] : [])))
      if (found.origin !== 'parents' && keptAs === undefined) trace.change(id, 'unsure', best, confidence / 100)
      trace.note(id, 'total', { confidence: Math.round(confidence) })
      if (keptAs !== undefined) trace.note(id, 'keptAs', { kept: Math.floor(keptAs) })
      if (confidence <= LOWEST_CONFIDENCE) trace.note(id, 'floor', { limit: LOWEST_CONFIDENCE })
    }
  }
}

/** In percent, to two places. What is shown says one thing everywhere; what is not says how likely it is. */
function confidenceOf({ kept, likely }: Pick<Weighed, 'kept' | 'likely'>): Pick<FoundTag, 'confidence' | 'keptAs'> {
  const [keptAs, confidence] = [kept, likely].map((percent) => Math.round(percent * 100) / 100) as [number, number]
  return keptAs >= DISPLAY_THRESHOLD || keptAs >= confidence ? { confidence: keptAs } : { confidence, keptAs }
}

function toTag(found: Weighed, vocabulary: Vocabulary): FoundTag {
  const { concept, origin } = found
  const parents = vocabulary
    .ancestors(concept.id)
    .filter((above) => !above.group)
    .map((above) => above.id)
  return {
    concept: concept.id,
    name: concept.name,
    ...confidenceOf(found),
    origin,
    ...(concept.synset && { synset_id: concept.synset }),
    ...(parents.length > 0 && { parents }),
  }
}
