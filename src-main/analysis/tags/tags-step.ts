import type { Findings } from '../photo/findings.ts'
import type { Step } from '../step/step.ts'
import type { EvidenceReader } from './evidence-reader.ts'
import { LOWEST_CONFIDENCE, type FoundTag } from '../../contract/analysis/tag.ts'
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
    version: 14,
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

type Shown = { concept: Concept; confidence: number; origin: string }

/**
 * One list from all the evidence: the strongest for each concept, then its broader concepts, sorted by falling
 * confidence. Only tags above 7 stay. `trace` notes what becomes of the concepts that somebody asks about.
 */
export function fuseTags(evidence: readonly Evidence[], vocabulary: Vocabulary, trace?: TagTrace): FoundTag[] {
  const shown = new Map<string, Shown>()
  const offer = (concept: Concept, confidence: number, origin: string) => {
    const known = shown.get(concept.id)
    if (!known || known.confidence < confidence) shown.set(concept.id, { concept, confidence, origin })
  }
  const best = new Map<string, number>()
  for (const { concept: id, chance, origin } of evidence) {
    offer(vocabulary.concept(id), showAs(chance) * 100, origin)
    best.set(id, Math.max(chance, best.get(id) ?? 0))
  }
  for (const [id, chance] of best)
    offerParents(vocabulary.concept(id), chance, vocabulary, (parent, kept) => {
      const confidence = showAs(kept) * 100
      offer(parent, confidence, 'parents')
      if (confidence > LOWEST_CONFIDENCE)
        trace?.note(parent.id, 'parent', {
          thing: id,
          from: Math.round(showAs(chance) * 100),
          to: Math.round(confidence),
        })
    })
  if (trace) traceResult(trace, evidence, shown, vocabulary)
  return [...shown.values()]
    .map((tag) => ({ ...tag, confidence: Math.round(tag.confidence * 100) / 100 }))
    .filter(({ concept, confidence }) => confidence > LOWEST_CONFIDENCE && !concept.group)
    .sort((a, b) => b.confidence - a.confidence || a.concept.id.localeCompare(b.concept.id))
    .map((tag) => toTag(tag, vocabulary))
}

function offerParents(
  concept: Concept,
  chance: number,
  vocabulary: Vocabulary,
  offer: (parent: Concept, chance: number) => void,
): void {
  const offered = new Set<string>()
  let level = concept.parents
  for (let share = PARENT_SHARE; level.length > 0; share *= PARENT_SHARE) {
    const parents = level.filter((id) => !offered.has(id)).map((id) => vocabulary.concept(id))
    for (const parent of parents) {
      offered.add(parent.id)
      offer(parent, chance * share)
    }
    level = parents.flatMap((parent) => parent.parents)
  }
}

function traceResult(
  trace: TagTrace,
  evidence: readonly Evidence[],
  shown: ReadonlyMap<string, Shown>,
  vocabulary: Vocabulary,
): void {
  for (const id of trace.asked()) {
    const tag = shown.get(id)
    if (vocabulary.concept(id).group) trace.note(id, 'group')
    else if (tag === undefined) trace.note(id, nameableConcepts(vocabulary).has(id) ? 'silent' : 'never')
    else {
      const best = Math.max(0, ...evidence.flatMap(({ concept, chance }) => (concept === id ? [chance] : [])))
      if (tag.origin !== 'parents') trace.change(id, 'unsure', best, tag.confidence / 100)
      trace.note(id, 'total', { confidence: Math.round(tag.confidence) })
      if (tag.confidence <= LOWEST_CONFIDENCE) trace.note(id, 'floor', { limit: LOWEST_CONFIDENCE })
    }
  }
}

function toTag({ concept, confidence, origin }: Shown, vocabulary: Vocabulary): FoundTag {
  const parents = vocabulary
    .ancestors(concept.id)
    .filter((above) => !above.group)
    .map((above) => above.id)
  return {
    concept: concept.id,
    name: concept.name,
    confidence,
    origin,
    ...(concept.synset && { synset_id: concept.synset }),
    ...(parents.length > 0 && { parents }),
  }
}
