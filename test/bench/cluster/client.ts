import { readFileSync } from 'node:fs'
import { packagePhotos } from '../../fixtures/pictures.ts'

const photo = readFileSync(packagePhotos()[0]!)

/** The account that the bench makes. */
export const KEY = 'key-bench'
export const SECRET = 'the secret of the bench'
const authorization = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString('base64')}`

/** Sends one request, which must be answered well; gives its answer's result. */
export async function send(address: string, path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}${path}`, { ...init, headers: { authorization, ...init.headers } })
  const { result } = (await response.json()) as { result: Record<string, unknown> }
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} was answered with ${response.status}`)
  return result
}

const sending = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: photo }

/** Keeps a picture on a node; gives its id. */
export const upload = async (address: string) => String((await send(address, '/v2/uploads', sending))['upload_id'])

/** Requests of every kind that the hot path has, by name. */
export const requests = {
  'picture sent, tags': (address: string) => send(address, '/v2/tags', sending),
  'upload, tags': (address: string, id: string) => send(address, `/v2/tags?image_upload_id=${id}`),
  'upload, saved in an index': (address: string, id: string, n: number) =>
    send(address, `/v2/categories/general_v3?image_upload_id=${id}&save_index=bench&save_id=photo-${n}`),
  'usage told': (address: string) => send(address, '/v2/usage'),
} as const
