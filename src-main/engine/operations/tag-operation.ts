import type { TagParameters, TagRecord, TagResult } from '../../contract/analysis/operations/tags.ts'
import { LOWEST_CONFIDENCE, type FoundTag } from '../../contract/analysis/tag.ts'
import { AppError } from '../../contract/errors.ts'
import type { Vocabulary } from '../local/vocabulary/vocabulary.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import { byConfidence, settleParents } from './decrease-parents.ts'
import { nameIn } from './name-records.ts'
import type { FeedbackPort, NamesPort, PictureVector, TaggersPort } from './ports.ts'

export type TagOperationParts = { vocabulary: Vocabulary; names?: NamesPort; taggers?: TaggersPort; feedback?: FeedbackPort }

/** Tags a picture: by the engine or by a custom tagger, changed by feedback where asked, cut by threshold and limit, named in each language. */
export async function tagPicture(picture: AnalysedPicture, params: TagParameters, parts: TagOperationParts): Promise<TagResult> {
  const found = params.tagger_id === null ? settleParents(await picture.tags(), params.decrease_parents === 1) : await tagByCustom(picture, params.tagger_id, parts.taggers)
  const changed = params.use_feedback === 1 ? await feedbackOf(parts).apply(found, await vectorOf(picture, 'Feedback'), params.feedback_index) : found
  const kept = cut(changed, params)
  const tags = kept.map((tag) => toRecord(tag, params, parts))
  if (params.accept_feedback === 0) return { tags }
  return { tags, feedback_id: await feedbackOf(parts).accept(kept, await vectorOf(picture, 'Feedback'), params.feedback_index) }
}

function cut(tags: readonly FoundTag[], { threshold, limit }: TagParameters): FoundTag[] {
  const kept = tags.filter(({ confidence }) => confidence > LOWEST_CONFIDENCE && confidence >= threshold).sort(byConfidence)
  return limit < 0 ? kept : kept.slice(0, limit)
}

async function tagByCustom(picture: AnalysedPicture, taggerId: string, taggers: TaggersPort | undefined): Promise<readonly FoundTag[]> {
  if (!taggers || !(await taggers.has(taggerId))) throw new AppError('bad-params', `tagger_id names no tagger that is known here: "${taggerId.slice(0, 80)}". Leave it out to tag with the general tagger.`)
  return taggers.tag(taggerId, await vectorOf(picture, `The tagger "${taggerId.slice(0, 80)}"`))
}

function feedbackOf({ feedback }: TagOperationParts): FeedbackPort {
  if (feedback) return feedback
  throw new AppError('not-supported-here', 'Feedback on tags is not kept here; leave out use_feedback and accept_feedback.')
}

async function vectorOf(picture: AnalysedPicture, what: string): Promise<PictureVector> {
  const vector = await picture.embedding()
  if (vector) return vector
  throw new AppError('not-supported-here', `${what} needs a model that describes a picture's content, and none is installed. Install the models first.`)
}

function toRecord(tag: FoundTag, { language, verbose }: TagParameters, { names, vocabulary }: TagOperationParts): TagRecord {
  const { texts, fallback } = nameIn(language, names, tag.concept, tag.name)
  const record: TagRecord = { confidence: tag.confidence, tag: texts }
  if (verbose === 0) return record
  const parents = (tag.parents ?? []).flatMap((id) => vocabulary.find(id)?.name ?? [])
  return {
    ...record,
    origin: tag.origin,
    ...(tag.synset_id !== undefined && { synset_id: tag.synset_id }),
    ...(parents.length > 0 && { parents }),
    ...(fallback.length > 0 && { fallback }),
  }
}
