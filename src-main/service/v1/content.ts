import { z } from 'zod'
import { CategorizerRecord } from '../../contract/analysis/operations/categories.ts'
import type { Upload } from '../ports/ports.ts'
import type { Answer, Call, Route } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'

const shared = {
  version: 'v1',
  group: 'v1',
  parameters: z.object({}),
  pathParts: {},
  body: 'none',
  analyses: () => 0,
} as const
const Deleted = z.object({ status: z.literal('success') })

/** `/v1/content` and `/v1/categorizers`. */
export const contentRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v1.content.post',
    method: 'POST',
    path: '/v1/content',
    summary: 'Keeps up to ten pictures for 24 hours',
    body: 'picture',
    picture: 'several',
    result: Deleted.extend({ uploaded: z.array(z.object({ id: z.string(), filename: z.string() })) }),
    statuses: [400, 403, 413, 415],
    handle: keepAll,
  },
  {
    ...shared,
    id: 'v1.content.delete',
    method: 'DELETE',
    path: '/v1/content/:content_id',
    summary: 'Deletes an uploaded picture',
    pathParts: { content_id: 'What the upload returned.' },
    result: Deleted,
    statuses: [404, 410],
    handle: remove,
  },
  {
    ...shared,
    id: 'v1.categorizers',
    method: 'GET',
    path: '/v1/categorizers',
    summary: 'Every categorizer, with the categories it knows',
    result: z.array(CategorizerRecord),
    statuses: [],
    handle: async ({ account }, { analysis }) => ({ json: await analysis.categorizers(account) }),
  },
]

/** All files or none: if one is refused, those kept before it are deleted again. */
async function keepAll(call: Call, { uploads }: RouteDependencies): Promise<Answer> {
  const kept: Upload[] = []
  try {
    const { received } = await call.receive(async (body, filename) => {
      const upload = await uploads.keep(call.account, body, filename, call.signal)
      kept.push(upload)
      return upload
    })
    if (received.length === 0)
      throw new ServiceError(400, 'image is missing: send the picture as a file in the form field image.')
    return { json: { status: 'success', uploaded: received.map(({ id, filename }) => ({ id, filename })) } }
  } catch (error) {
    for (const { id } of kept) await uploads.remove(call.account, id)
    throw error
  }
}

async function remove({ account, path }: Call, { uploads }: RouteDependencies): Promise<Answer> {
  await uploads.remove(account, path['content_id']!)
  return { json: { status: 'success' } }
}
