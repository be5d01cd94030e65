import { z } from 'zod'
import type { RemoteRequest } from '../http/call.ts'
import { num } from './answers.ts'

/** The calls of an index for similar photos; only v2 has them. */
export type IndexCalls = {
  train: RemoteRequest<z.ZodType<string>>
  remove(entryId: string): RemoteRequest<z.ZodType<unknown>>
  ticket(id: string): RemoteRequest<z.ZodType<boolean>>
  search(
    uploadId: string,
    options: { count: number; maxDistance?: number | undefined },
  ): RemoteRequest<z.ZodType<{ id: string; distance: number }[]>>
}

const ticketId = z
  .object({ result: z.object({ ticket_id: z.string().min(1) }) })
  .transform(({ result }) => result.ticket_id)
const truth = z.union([z.boolean(), z.literal(['true', 'false']).transform((text) => text === 'true')])
const isFinal = z.object({ result: z.object({ is_final: truth }) }).transform(({ result }) => result.is_final)
const images = z
  .object({ result: z.object({ images: z.array(z.object({ id: z.string(), distance: num })) }) })
  .transform(({ result }) => result.images)

/** Creates the calls of one index. */
export function indexCalls(categorizer: string, name: string): IndexCalls {
  const path = `/v2/similar-images/categories/${encodeURIComponent(categorizer)}/${encodeURIComponent(name)}`
  return {
    train: { call: { method: 'PUT', path }, schema: ticketId },
    remove: (entryId) => ({
      call: { method: 'DELETE', path: `${path}/${encodeURIComponent(entryId)}` },
      schema: z.unknown(),
    }),
    ticket: (id) => ({ call: { method: 'GET', path: `/v2/tickets/${encodeURIComponent(id)}` }, schema: isFinal }),
    search: (uploadId, { count, maxDistance }) => {
      const query: Record<string, string | number> = { image_upload_id: uploadId, count }
      if (maxDistance !== undefined) query.distance = maxDistance
      return { call: { method: 'GET', path, query }, schema: images }
    },
  }
}
