import { z } from 'zod'
import { ClassifierInfo, type ClassifierKind } from '../../contract/analysis/classifier.ts'
import { done, success } from '../http/envelopes.ts'
import type { Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { TitledClassifierInfo } from '../classifiers/classifier-service.ts'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import { analyse } from '../http/given-picture.ts'
import { pickKnown } from '../http/parameters.ts'
import { nameParameter } from '../http/name-parameter.ts'
import { ServiceError } from '../errors/service-error.ts'
import { noContentModel } from '../errors/unavailable.ts'
import { checkNames, MAX_CLASSES, MAX_PICTURES } from '../classifiers/training-request.ts'

const UploadIds = z
  .array(z.string('must be upload ids'))
  .max(MAX_PICTURES, `must hold at most ${MAX_PICTURES} upload ids`)

/**
 * The training data of a custom tagger or categorizer: for each tag or category, uploads that show it and, for a tag,
 * uploads that do not.
 */
const TrainingBody = z.object({
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

/** A categorizer distinguishes at least two categories. */
const CategorizerBody = TrainingBody.meta({
  examples: [
    {
      title: 'Themes',
      classes: [
        { name: 'at the table', positives: ['d4f2c8a0b17e4e7f9a3c5d6e8f001122'] },
        { name: 'portraits', positives: ['a0b1c2d3e4f5061728394a5b6c7d8e9f'] },
      ],
    },
  ],
})
const bodies: Record<ClassifierKind, z.ZodType> = { tagger: TrainingBody, categorizer: CategorizerBody }

const shared = { version: 'v2', isAddition: true, parameters: z.object({}), body: 'none', analyses: () => 0 } as const
/** A custom tagger or categorizer in the form of the interface. */
const CustomClassifierRecord = z.object({
  id: z.string(),
  title: z.string(),
  version: z.int(),
  model_id: z.string(),
  classes: ClassifierInfo.shape.classes,
  created_at: z.string(),
  updated_at: z.string(),
  note: z.string().optional().describe('An addition: what makes its confidences worth less.'),
})

/** Custom taggers and categorizers of an account: listed, trained with uploaded pictures, deleted. */
export const classifierRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v2.taggers',
    method: 'GET',
    path: '/v2/taggers',
    group: 'Taggers',
    summary: 'The taggers that were taught',
    pathParts: {},
    result: z.object({ taggers: z.array(CustomClassifierRecord) }),
    statuses: [],
    handle: async ({ account }, { classifiers }) =>
      success({ taggers: (await classifiers.list(account.id, 'tagger')).map(describe) }),
  },
  ...routesOf('tagger', '/v2/taggers/:tagger_id', 'tagger_id', 'Taggers'),
  ...routesOf('categorizer', '/v2/categorizers/:categorizer_id', 'categorizer_id', 'Categories'),
]

function routesOf(kind: ClassifierKind, path: string, part: string, group: string): Route[] {
  const ofKind = {
    ...shared,
    path,
    group,
    pathParts: { [part]: `Id of the ${kind}: lower-case letters, digits, "-" and "_".` },
  }
  const idOf = ({ path }: Call) => path[part]!
  return [
    {
      ...ofKind,
      id: `v2.${kind}s.get`,
      method: 'GET',
      summary: `What a ${kind} of your own knows`,
      result: CustomClassifierRecord,
      statuses: [404],
      handle: async (call, { classifiers }) =>
        success(describe(await classifiers.get(call.account.id, idOf(call), kind))),
    },
    {
      ...ofKind,
      id: `v2.${kind}s.put`,
      method: 'PUT',
      summary: `Teaches a ${kind} with uploaded pictures`,
      body: { json: bodies[kind] },
      result: CustomClassifierRecord,
      statuses: [400, 403, 404, 410, 413, 415],
      handle: async (call, dependencies) => success(describe(await train(call, dependencies, kind, idOf(call)))),
    },
    {
      ...ofKind,
      id: `v2.${kind}s.delete`,
      method: 'DELETE',
      summary: `Deletes a ${kind} of your own`,
      result: z.object({}),
      statuses: [404],
      handle: (call, dependencies) => remove(call, dependencies, kind, idOf(call)),
    },
  ]
}

async function remove({ account }: Call, { classifiers }: RouteDependencies, kind: ClassifierKind, id: string) {
  await classifiers.remove(account.id, id, kind)
  return done
}

function describe({
  id,
  title,
  version,
  modelId,
  classes,
  createdMs,
  updatedMs,
  note,
}: TitledClassifierInfo): z.output<typeof CustomClassifierRecord> {
  return {
    id,
    title,
    version,
    model_id: modelId,
    classes,
    created_at: new Date(createdMs).toISOString(),
    updated_at: new Date(updatedMs).toISOString(),
    ...(note !== undefined && { note }),
  }
}

// Teaching

/** Trains with uploaded pictures; each is analysed once, however often it is named, and counts as one analysis. */
async function train(
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
