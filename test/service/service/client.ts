import { sendRaw, type RawAnswer } from '../http/raw.ts'
import { basic, type Answered } from '../http/serve.ts'

export type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: Exclude<RequestInit['body'], ReadableStream>
}
export type Heard = { status: number; headers: Headers; body: Answered; bytes: Buffer }

/** Sends requests of one account. */
export type Client = {
  authorization: string
  /** Status, headers and the body: parsed if it is JSON, otherwise null. */
  ask(path: string, sent?: Sent): Promise<Heard>
  /** Sends a raw request head, with credentials added, and bytes after it. */
  raw(head: string, body?: Buffer | string): Promise<RawAnswer>
  /** The processed count of `GET /v2/usage`. */
  processed(): Promise<number>
  /** The id of an uploaded picture. */
  upload(picture: Buffer): Promise<string>
}

/** A client of the service at an address. */
export function openClient(address: string, { key, secret }: { key: string; secret: string }): Client {
  const authorization = basic(key, secret)
  const ask: Client['ask'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body !== null && body !== undefined && { body }),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = bytes.length > 0 && /^application\/json\b/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString('utf8')) : null,
    }
  }
  return {
    authorization,
    ask,
    raw: (head, body = '') =>
      sendRaw(address, [
        `${head}\r\nHost: x\r\nAuthorization: ${authorization}\r\n${body.length > 0 ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n`,
        body,
      ]),
    processed: async () => (await ask('/v2/usage')).body.result.total_processed,
    upload: async (picture) => (await ask('/v2/uploads', formOf({ image: picture }))).body.result.upload_id,
  }
}

/** A POST of a multipart form; bytes become files. */
export function formOf(fields: Record<string, string | Buffer>, method = 'POST'): Sent {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, new Blob([new Uint8Array(value)]), 'picture.jpg')
  }
  return { method, body }
}

/** A request with a JSON body. */
export const jsonOf = (value: unknown, method = 'POST'): Sent => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
