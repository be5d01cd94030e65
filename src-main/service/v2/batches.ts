import { z } from 'zod'
import { readBatchCalls, batchOperationNames } from '../../analysis/operations/batch-calls.ts'
import { BatchFindings } from '../../contract/analysis/operations/batch.ts'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { position } from '../../contract/analysis/operations/values.ts'
import { KEPT_MS, MAX_OPEN_BATCHES, MAX_PAGE, MAX_PICTURES } from '../batches/batch-limits.ts'
import type { BatchService } from '../batches/batch-service.ts'
import { nameParameter } from '../http/name-parameter.ts'
import { ServiceError } from '../errors/service-error.ts'
import { done, success } from '../http/envelopes.ts'
import { pickKnown } from '../http/parameters.ts'
import type { Answer, Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { BatchPicture, StoredBatch } from '../ports/batch-store.ts'
import type { Uploads } from '../ports/ports.ts'
import { uploadNotFound } from '../uploads/upload-errors.ts'

const MAX_ADDRESS = 16_384
const address = z.string().min(1).max(MAX_ADDRESS)

const Picture = z
  .strictObject({ image_url: address.optional(), image_upload_id: address.optional() })
  .refine(({ image_url, image_upload_id }) => (image_url === undefined) !== (image_upload_id === undefined), {
    message: 'must have either image_url or image_upload_id',
  })

const BatchBody = z.object({
  images: z
    .array(Picture, 'must be a list, sent as JSON')
    .min(1, 'must hold at least one picture')
    .max(MAX_PICTURES, `must hold at most ${MAX_PICTURES} pictures`)
    .meta({ examples: [[{ image_url: 'https://example.com/photo.jpg' }]] })
    .describe(`Up to ${MAX_PICTURES.toLocaleString('en')} pictures, each by its address or the id of an upload.`),
  operations: z
    .record(z.string(), z.record(z.string(), z.unknown()), 'must map names of operations to their parameters')
    .describe(`What is found out about each, with the parameters of its endpoint: ${batchOperationNames}.`)
    .meta({ examples: [{ tags: { limit: 3 }, 'categories/general_v3': { language: 'en' } }] }),
  callback_url: z
    .string()
    .max(MAX_ADDRESS)
    .nullish()
    .describe('Address that is called with GET and `ticket=ID` in its query when the batch has ended.'),
})

/** The progress of a batch. */
export const BatchProgress = z.object({
  batch_id: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'cancelled']),
  total: z.int(),
  done: z.int().describe('Pictures that have a result.'),
  failed: z.int().describe('Those of them of which an operation failed.'),
  text: z.string().describe('What a batch that is waiting waits for: a quota of the plan, mostly. Else empty.'),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})

export function describeBatch(batch: StoredBatch, batches: Pick<BatchService, 'stateOf'>) {
  const state = batches.stateOf(batch)
  return {
    batch_id: batch.id,
    state,
    total: batch.total,
    done: batch.done,
    failed: batch.failed,
    text: state === 'waiting' ? batch.waitsFor : '',
    created_at: new Date(batch.createdMs).toISOString(),
    ended_at: batch.endedMs === null ? null : new Date(batch.endedMs).toISOString(),
  }
}

const PageParameters = z.object({
  offset: position(0).describe('Number of the first picture, from 0: that of `next_offset` of the page before.'),
  limit: position(100).describe(`Most results of a page; at most ${MAX_PAGE}.`),
})

const BatchPage = z.object({
  results: z
    .array(
      z.object({
        number: z.int().describe('Place of the picture in the batch, from 0.'),
        image_url: z.string().optional(),
        image_upload_id: z.string().optional(),
        ...BatchFindings.shape,
      }),
    )
    .describe('In the order of the pictures, up to the first that is not done yet.'),
  next_offset: z.int().nullable().describe('Where the next page begins; null once there is none and will be none.'),
})

const shared = {
  version: 'v2',
  group: 'Batches',
  isAddition: true,
  parameters: z.object({}),
  body: 'none',
  analyses: () => 0,
} as const
const pathParts = { batch_id: 'The `ticket_id` that handing in returned.' }
const hours = KEPT_MS / 3_600_000

/** `/v2/batches`: many pictures in one call, analysed in the background. */
export const batchRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v2.batches.post',
    method: 'POST',
    path: '/v2/batches',
    summary: `Hands in up to ${MAX_PICTURES.toLocaleString('en')} pictures; ${MAX_OPEN_BATCHES} batches of an account may be under way`,
    pathParts: {},
    body: { json: BatchBody },
    result: z.object({ ticket_id: z.string() }),
    statuses: [400, 404, 413, 415],
    handle: handIn,
  },
  {
    ...shared,
    id: 'v2.batches',
    method: 'GET',
    path: '/v2/batches',
    summary: `The batches of the account, the newest first; each is kept for ${hours} hours after its end`,
    pathParts: {},
    result: z.object({ batches: z.array(BatchProgress) }),
    statuses: [],
    handle: async ({ account }, { batches }) =>
      success({ batches: (await batches.list(account.id)).map((batch) => describeBatch(batch, batches)) }),
  },
  {
    ...shared,
    id: 'v2.batches.get',
    method: 'GET',
    path: '/v2/batches/:batch_id',
    summary: 'How far a batch is',
    pathParts,
    result: BatchProgress,
    statuses: [404],
    handle: async ({ account, path }, { batches }) =>
      success(describeBatch(await batches.find(account.id, path['batch_id']!), batches)),
  },
  {
    ...shared,
    id: 'v2.batches.results',
    method: 'GET',
    path: '/v2/batches/:batch_id/results',
    summary: 'Results of a batch, page by page, also while it runs',
    parameters: PageParameters,
    pathParts,
    result: BatchPage,
    statuses: [400, 404],
    handle: readPage,
  },
  {
    ...shared,
    id: 'v2.batches.delete',
    method: 'DELETE',
    path: '/v2/batches/:batch_id',
    summary: `Cancels a batch; results that are there are kept for ${hours} hours`,
    pathParts,
    result: z.object({}),
    statuses: [404],
    async handle({ account, path }, { batches }) {
      await batches.cancel(account.id, path['batch_id']!)
      return done
    },
  },
]

async function handIn(call: Call, { batches, callbacks, uploads }: RouteDependencies): Promise<Answer> {
  const { given } = await call.receive(async () => null)
  const { images, operations, callback_url } = readParameters(BatchBody, pickKnown(given, BatchBody))
  readBatchCalls(operations)
  const callbackUrl = callback_url === undefined || callback_url === '' ? null : callback_url
  if (callbackUrl !== null) await nameParameter('callback_url', callbacks.check(callbackUrl))
  const pictures = images as BatchPicture[] // the check has ensured that each has one of the two
  await checkUploads(call, uploads, pictures)
  return success({ ticket_id: await batches.handIn(call.account.id, { pictures, operations, callbackUrl }) })
}

/** A deleted or expired upload is reported with the results, because it may also expire in the meantime. */
async function checkUploads({ account }: Call, uploads: Uploads, pictures: readonly BatchPicture[]): Promise<void> {
  const named = pictures.map((picture) => ('image_upload_id' in picture ? picture.image_upload_id : null))
  const ids = named.filter((id) => id !== null)
  const unknown = ids.length === 0 ? undefined : await uploads.findUnknown(account, ids)
  if (unknown !== undefined)
    throw new ServiceError(404, `images[${named.indexOf(unknown)}].image_upload_id: ${uploadNotFound().message}`)
}

async function readPage({ account, path, query }: Call, { batches }: RouteDependencies): Promise<Answer> {
  const { offset, limit } = readParameters(PageParameters, pickKnown(query, PageParameters))
  const page = { offset, limit: Math.min(MAX_PAGE, Math.max(1, limit)) }
  const { records, next } = await batches.records(account.id, path['batch_id']!, page)
  const results = records.map(({ number, picture, findings }) => ({ number, ...picture, ...findings }))
  return success({ results, next_offset: next })
}
