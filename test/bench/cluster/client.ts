import { setTimeout as pause } from 'node:timers/promises'
import { drawPicture } from '../../fixtures/pictures.ts'

/** A small one, so that reading it does not affect the measurement. */
const photo = await drawPicture({ width: 320, height: 240 })

/** The account that the benchmark creates. */
export const KEY = 'key-bench'
export const SECRET = 'the secret of the bench'
const authorization = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString('base64')}`

/** Sends one request, which must succeed; returns its result. */
export async function send(address: string, path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}${path}`, { ...init, headers: { authorization, ...init.headers } })
  const { result } = (await response.json()) as { result: Record<string, unknown> }
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} was answered with ${response.status}`)
  return result
}

const sending = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(photo) }

const searched = '/v2/similar-images/categories/general_v3/trained'

/** Uploads a picture to a node; returns its id. */
export const upload = async (address: string) => String((await send(address, '/v2/uploads', sending))['upload_id'])

/** An index that can be searched. */
export async function trainIndex(address: string): Promise<void> {
  await send(address, '/v2/categories/general_v3?save_index=trained&save_id=photo', sending)
  const { ticket_id } = await send(address, searched, { method: 'PUT' })
  while (!(await send(address, `/v2/tickets/${String(ticket_id)}`))['is_final']) await pause(100)
}

/** Requests of every kind on the hot path, by name. */
export const requests = {
  'picture sent, tags': (address: string) => send(address, '/v2/tags', sending),
  'upload, tags': (address: string, id: string) => send(address, `/v2/tags?image_upload_id=${id}`),
  'upload, saved in an index': (address: string, id: string, n: number) =>
    send(address, `/v2/categories/general_v3?image_upload_id=${id}&save_index=bench&save_id=photo-${n}`),
  'picture sent, searched for': (address: string) => send(address, searched, sending),
  'upload, searched for': (address: string, id: string) => send(address, `${searched}?image_upload_id=${id}`),
  'picture kept': (address: string) => upload(address),
  'usage told': (address: string) => send(address, '/v2/usage'),
} as const
