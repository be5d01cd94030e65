import type { TagParameters, TagRecord, TagResult } from '../../contract/analysis/operations/tags.ts'
import { LOWEST_CONFIDENCE, withoutKept, type FoundTag } from '../../contract/analysis/tag.ts'
import { AppError } from '../../contract/errors.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import { requireContentVector } from './require-content-vector.ts'
import { byConfidence, settleParents } from './settle-parents.ts'
import { nameIn } from './name-in.ts'
import type { CustomTag, FeedbackPort, NamesPort, TaggersPort } from './ports.ts'

export type TagOperationDependencies = {
  vocabulary: Vocabulary
  names?: NamesPort
  taggers?: TaggersPort
  feedback?: FeedbackPort
}

/**
 * Tags a picture: by the engine or by a custom tagger, adjusted by feedback on request, limited by threshold and count,
 * named in each language.
 */
export async function tagPicture(
  picture: AnalysedPicture,
  params: TagParameters,
  dependencies: TagOperationDependencies,
): Promise<TagResult> {
  const found =
    params.tagger_id === null
      ? settleParents(await picture.tags(), params.decrease_parents === 1)
      : await tagByCustom(picture, params.tagger_id, dependencies)
  const kept = cut(params.use_feedback === 1 ? await useFeedback(picture, found, params, dependencies) : found, params)
  const tags = kept.map((tag) => toRecord(tag, params, dependencies))
  return params.accept_feedback === 0
    ? { tags }
    : { tags, feedback_id: await acceptFeedback(picture, kept, params, dependencies) }
}

/** Applies each index to the result of the previous one. */
async function useFeedback(
  picture: AnalysedPicture,
  found: readonly FoundTag[],
  { feedback_index }: TagParameters,
  dependencies: TagOperationDependencies,
): Promise<FoundTag[]> {
  const [feedback, vector] = [feedbackOf(dependencies), await requireContentVector(picture, 'Feedback')]
  let tags = [...found]
  for (const index of feedback_index) {
    const before = new Map(tags.map(({ concept, confidence }) => [concept, confidence]))
    tags = (await feedback.use(tags, vector, index)).map((tag) => {
      const judged = toFound(tag, 'feedback', dependencies)
      // A person's judgement outweighs that a tag is too uncertain to be shown.
      return before.get(judged.concept) === judged.confidence ? judged : withoutKept(judged)
    })
  }
  return tags
}

/** An id belongs to one index: the first named one. */
async function acceptFeedback(
  picture: AnalysedPicture,
  tags: readonly FoundTag[],
  { feedback_index }: TagParameters,
  dependencies: TagOperationDependencies,
): Promise<string> {
  return feedbackOf(dependencies).accept(
    { embedding: await requireContentVector(picture, 'Feedback'), tags },
    feedback_index[0]!,
  )
}

/** A custom tag whose name is in the vocabulary is that concept, so that it has names in other languages. */
function toFound(tag: FoundTag | CustomTag, origin: string, { vocabulary }: TagOperationDependencies): FoundTag {
  const confidence = Math.round(tag.confidence * 100) / 100
  if ('origin' in tag) return { ...tag, confidence }
  const known = tag.concept === undefined ? vocabulary.byName(tag.name) : vocabulary.find(tag.concept)
  return {
    concept: known?.id ?? tag.name,
    name: tag.name,
    confidence,
    origin,
    ...(known?.synset && { synset_id: known.synset }),
  }
}

function cut(tags: readonly FoundTag[], { threshold, limit }: TagParameters): FoundTag[] {
  const kept = tags
    .filter(({ confidence }) => confidence > LOWEST_CONFIDENCE && confidence >= threshold)
    .sort(byConfidence)
  return limit < 0 ? kept : kept.slice(0, limit)
}

async function tagByCustom(
  picture: AnalysedPicture,
  taggerId: string,
  dependencies: TagOperationDependencies,
): Promise<FoundTag[]> {
  const { taggers } = dependencies
  const shown = taggerId.slice(0, 80)
  const model = (await taggers?.modelOf(taggerId)) ?? null
  if (!taggers || model === null)
    throw new AppError(
      'bad-params',
      `tagger_id names no tagger that is known here: "${shown}". Leave it out to tag with the general tagger.`,
    )
  const tags = await taggers.tag(taggerId, await requireContentVector(picture, `The tagger "${shown}"`, model))
  return tags.map((tag) => toFound(tag, 'tagger', dependencies))
}

function feedbackOf({ feedback }: TagOperationDependencies): FeedbackPort {
  if (feedback) return feedback
  throw new AppError(
    'not-supported-here',
    'Feedback on tags is not kept here; leave out use_feedback and accept_feedback.',
  )
}

function toRecord(
  tag: FoundTag,
  { language, verbose }: TagParameters,
  { names, vocabulary }: TagOperationDependencies,
): TagRecord {
  const { texts, fallback } = nameIn(language, names, tag.concept, tag.name)
  const record: TagRecord = { confidence: tag.confidence, tag: texts }
  if (verbose === 0) return record
  const parents = (tag.parents ?? []).flatMap((id) => vocabulary.find(id)?.name ?? [])
  return {
    ...record,
    origin: tag.origin,
    ...(tag.keptAs !== undefined && { kept_as: tag.keptAs }),
    ...(tag.synset_id !== undefined && { synset_id: tag.synset_id }),
    ...(parents.length > 0 && { parents }),
    ...(fallback.length > 0 && { fallback }),
  }
}
