import { z } from 'zod'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { ClassifierKind } from '../../contract/analysis/classifier.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import { analyse } from '../http/analyse.ts'
import { nameFault } from '../http/body/name-fault.ts'
import { pickKnown } from '../http/receive-picture.ts'
import type { Call } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { checkNames, MAX_CLASSES, MAX_PICTURES } from '../classifiers/training-request.ts'
import type { TitledClassifierInfo } from '../classifiers/classifier-service.ts'

const UploadIds = z
  .array(z.string('must be upload ids'))
  .max(MAX_PICTURES, `must hold at most ${MAX_PICTURES} upload ids`)

/**
 * What a tagger or categorizer is taught: for each tag or category, uploads that show it and, for a tag, uploads that
 * lack it.
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

/** Teaches with uploaded pictures; each is looked at once, however often it is named, and counts as one analysis. */
export async function teach(
  call: Call,
  parts: RouteDependencies,
  kind: ClassifierKind,
  id: string,
): Promise<TitledClassifierInfo> {
  const { given } = await call.receive(async () => null)
  const lesson = readParameters(TrainingBody, pickKnown(given, TrainingBody))
  checkNames({ ...lesson, id, kind })
  const vectors = await describeUploads(call, parts, lesson)
  const seen = (ids: readonly string[]) => ids.map((uploadId) => vectors.get(uploadId)!)
  const classes = lesson.classes.map(({ name, positives, negatives }) => ({
    name,
    positives: seen(positives),
    ...(negatives && { negatives: seen(negatives) }),
  }))
  return parts.teaching.teach(call.account.id, { id, kind, title: lesson.title, classes })
}

/**
 * What each upload shows; one after the other, so that a long lesson leaves room for others. WeightedSemaphore in the
 * plan for all, and that each is
 * there, is made sure of before the first is looked at.
 */
async function describeUploads(
  call: Call,
  parts: RouteDependencies,
  { classes }: TrainingBody,
): Promise<Map<string, PictureVector>> {
  const ids = new Set(classes.flatMap(({ positives, negatives = [] }) => [...positives, ...negatives]))
  if (ids.size > MAX_PICTURES)
    throw new ServiceError(400, `classes holds ${ids.size} pictures; at most ${MAX_PICTURES} are taken.`)
  call.admission.reserve(ids.size)
  for (const uploadId of ids) await (await findUpload(call, parts, uploadId)).release()
  const vectors = new Map<string, PictureVector>()
  for (const uploadId of ids) vectors.set(uploadId, await describeUpload(call, parts, uploadId))
  return vectors
}

async function describeUpload(call: Call, parts: RouteDependencies, uploadId: string): Promise<PictureVector> {
  const held = await findUpload(call, parts, uploadId)
  try {
    const [content] = await analyse(call, parts, { held, parameter: 'classes' }, [{ operation: 'contentVector' }])
    if (content !== null) {
      call.admission.processed()
      return content
    }
    throw new ServiceError(
      503,
      'ClassifierService needs a model that describes what pictures show, and none is installed.',
      { 'retry-after': '60' },
    )
  } finally {
    await held.release()
  }
}

const findUpload = ({ account }: Call, { uploads }: RouteDependencies, uploadId: string) =>
  nameFault('classes', uploads.find(account, uploadId))
