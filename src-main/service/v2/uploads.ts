import { z } from 'zod'
import { done, success } from '../http/envelopes.ts'
import type { Route } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'

const shared = { version: 'v2', group: 'Uploads', parameters: z.object({}), analyses: () => 0 } as const

/** `/v2/uploads` */
export const uploadRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v2.uploads.post',
    method: 'POST',
    path: '/v2/uploads',
    summary: 'Keeps a picture for 24 hours, to be named by its id',
    pathParts: {},
    body: 'picture',
    picture: 'required',
    result: z.object({ upload_id: z.string().length(32) }),
    statuses: [400, 403, 413, 415],
    async handle(call, { uploads }) {
      const { account, signal } = call
      const { received } = await call.receive((body, filename) => uploads.keep(account, body, filename, signal))
      const [upload] = received
      if (!upload) throw new ServiceError(400, 'image is missing: send the picture as a file in the form field image.')
      return success({ upload_id: upload.id })
    },
  },
  {
    ...shared,
    id: 'v2.uploads.delete',
    method: 'DELETE',
    path: '/v2/uploads/:upload_id',
    summary: 'Deletes an uploaded picture',
    pathParts: { upload_id: 'What the upload returned.' },
    body: 'none',
    result: z.object({}),
    statuses: [404, 410],
    async handle(call, { uploads }) {
      await uploads.remove(call.account, call.path['upload_id']!)
      return done
    },
  },
]
