import { z } from 'zod'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { ClassifierKind } from '../../contract/analysis/classifier.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import { analyse, pickKnown } from '../http/given-picture.ts'
import { nameParameter } from '../http/name-parameter.ts'
import type { Call } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'
import { noContentModel } from '../errors/unavailable.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { checkNames, MAX_CLASSES, MAX_PICTURES } from '../classifiers/training-request.ts'
import type { TitledClassifierInfo } from '../classifiers/classifier-service.ts'

const UploadIds = z
  .array(z.string('must be upload ids'))
  .max(MAX_PICTURES, `must hold at most ${MAX_PICTURES} upload ids`)

/**
 * The training data of a custom tagger or categorizer: for each tag or category, uploads that show it and, for a tag,
 * uploads that do not.
 */
export const TrainingBody = z.object({
  title: z.string().optional().describe('What listings show; by default the id.'),
  classes: z
    .array(
      z.object({ name: z.string('must be text'), positives: UploadIds, negatives: UploadIds.optional() }),
      'must be a list, sent as JSON',
    )
    .min(1, 'must hold at least one class')
    .max(MAX_CLASSES, `must hold at most ${MAX_CLASSES} classes`),
})
type TrainingBody = z.output<typeof TrainingBody>

/** Trains with uploaded pictures; each is analysed once, however often it is named, and counts as one analysis. */
export async function train(
  call: Call,
  dependencies: RouteDependencies,
  kind: ClassifierKind,
  id: string,
): Promise<TitledClassifierInfo> {
  const { given } = await call.receive(async () => null)
  const body = readParameters(TrainingBody, pickKnown(given, TrainingBody))
  checkNames({ ...body, id, kind })
  const vectors = await describeUploads(call, dependencies, body)
  const vectorsOf = (ids: readonly string[]) => ids.map((uploadId) => vectors.get(uploadId)!)
  const classes = body.classes.map(({ name, positives, negatives }) => ({
    name,
    positives: vectorsOf(positives),
    ...(negatives && { negatives: vectorsOf(negatives) }),
  }))
  return dependencies.classifiers.train(call.account.id, { id, kind, title: body.title, classes }, call.signal)
}

/**
 * Describes the uploads one after another, so that a long training leaves room for other requests. Before the first is
 * analysed, the plan must have room for all, and every upload must exist.
 */
async function describeUploads(
  call: Call,
  dependencies: RouteDependencies,
  { classes }: TrainingBody,
): Promise<Map<string, PictureVector>> {
  const ids = new Set(classes.flatMap(({ positives, negatives = [] }) => [...positives, ...negatives]))
  if (ids.size > MAX_PICTURES)
    throw new ServiceError(400, `classes holds ${ids.size} pictures; at most ${MAX_PICTURES} are taken.`)
  await call.admission.reserve(ids.size)
  for (const uploadId of ids) await (await findUpload(call, dependencies, uploadId)).release()
  // one model for all, even if better ones are installed meanwhile
  const [modelId] = dependencies.analysis.contentModels()
  const vectors = new Map<string, PictureVector>()
  for (const uploadId of ids) vectors.set(uploadId, await describeUpload(call, dependencies, { uploadId, modelId }))
  return vectors
}

async function describeUpload(
  call: Call,
  dependencies: RouteDependencies,
  { uploadId, modelId }: { uploadId: string; modelId: string | undefined },
): Promise<PictureVector> {
  const held = await findUpload(call, dependencies, uploadId)
  try {
    const [content] = await analyse(call, dependencies, { held, parameter: 'classes' }, [
      { operation: 'contentVector', modelId },
    ])
    if (content !== null) {
      await call.admission.processed()
      return content
    }
    throw noContentModel('Teaching')
  } finally {
    await held.release()
  }
}

const findUpload = ({ account }: Call, { uploads }: RouteDependencies, uploadId: string) =>
  nameParameter('classes', uploads.find(account, uploadId))
