import { once } from 'node:events'
import type { Socket } from 'node:net'
import { basic } from '../http/serve.ts'
import { multipart, openSocket } from '../http/raw.ts'
import { KEY, SECRET } from './counts.ts'

/** How far a request comes before its client gives it up. */
const stages = ['head', 'first bytes', 'middle', 'before the answer', 'during the answer'] as const
/** How a client gives up: silent until the service ends it, with the connection closed, half-closed, or reset. */
const leavings = ['stalls', 'closes', 'half-closes', 'resets'] as const
export const shapes = ['bare', 'multipart', 'base64', 'batch'] as const

export type Shape = (typeof shapes)[number]
type Stage = (typeof stages)[number]
type Leaving = (typeof leavings)[number]
export type Abandonment = { shape: Shape; stage: Stage; leaving: Leaving }

/** Every combination; a service that has a complete request does not wait for its client. */
export const abandonments: readonly Abandonment[] = shapes.flatMap((shape) =>
  stages.flatMap((stage) =>
    leavings.filter((leaving) => leaving !== 'stalls' || !isWhole(stage)).map((leaving) => ({ shape, stage, leaving })),
  ),
)

const authorization = basic(KEY, SECRET)
const FIRST_BYTES = 2000
/** More than the system's buffers of a connection hold. */
const PAGES = 40
const nextPage = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'

/** Sends a request up to its stage and abandons it; resolves once its connection has ended. */
export async function abandon(address: string, { shape, stage, leaving }: Abandonment, things: Things): Promise<void> {
  const socket = openSocket(address).on('error', () => {})
  const closed = once(socket, 'close')
  const { head, body } = requestOf(shape, things)
  const sent = { head: 0, 'first bytes': FIRST_BYTES, middle: body.length >> 1 }
  socket.write(stage === 'head' ? head.slice(0, head.length >> 1) : head)
  if (stage !== 'head') socket.write(body.subarray(0, isWhole(stage) ? body.length : sent[stage]))
  if (stage === 'during the answer') {
    socket.write(nextPage.repeat(PAGES))
    await once(socket, 'readable') // read no further, so that the rest waits
  } else await new Promise((resolve) => void socket.write('', resolve))
  leave(socket, leaving)
  await closed
}

function isWhole(stage: Stage): stage is 'before the answer' | 'during the answer' {
  return stage === 'before the answer' || stage === 'during the answer'
}

function leave(socket: Socket, leaving: Leaving): void {
  if (leaving === 'stalls') socket.resume()
  else if (leaving === 'closes') socket.destroy()
  else if (leaving === 'resets') socket.resetAndDestroy()
  else socket.resume().end()
}

/** A picture to send, and the id of an uploaded one. */
export type Things = { picture: Buffer; uploadId: string }

/** A request of a shape, to the usual path of that shape or another. */
export function requestOf(shape: Shape, { picture, uploadId }: Things, other?: string): { head: string; body: Buffer } {
  const [path, type, body] = {
    bare: () => ['/v2/tags', 'image/jpeg', picture] as const,
    multipart: () =>
      [
        '/v2/colors',
        'multipart/form-data; boundary=B',
        multipart('B', [
          { head: 'Content-Disposition: form-data; name="image"; filename="a.jpg"', body: picture },
          { head: 'Content-Disposition: form-data; name="limit"', body: '3' },
        ]),
      ] as const,
    base64: () => ['/v2/tags', 'application/json', jsonOf({ image_base64: picture.toString('base64') })] as const,
    batch: () =>
      [
        '/v2/batches',
        'application/json',
        Buffer.concat([
          jsonOf({ images: [{ image_upload_id: uploadId }], operations: { colors: {} } }),
          Buffer.alloc(picture.length, ' '),
        ]),
      ] as const,
  }[shape]()
  const head = `POST ${other ?? path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
  return { head, body }
}

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value))
