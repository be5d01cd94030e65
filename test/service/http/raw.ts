import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** A connection to a service, over TLS if its address says so, with any certificate. */
export function openSocket(address: string): Socket {
  const { protocol, hostname: host, port } = new URL(address)
  const at = { host, port: Number(port) }
  return protocol === 'https:' ? connectSecurely({ ...at, rejectUnauthorized: false }) : connect(at)
}

/** Sends raw bytes and returns the first answer; for requests that no client library would write. */
export function sendRaw(
  address: string,
  chunks: readonly (string | Buffer)[],
  { end = false } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(address)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const answer = parse(text)
      if (!answer) return
      socket.destroy()
      resolve(answer)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)))
    for (const chunk of chunks) socket.write(chunk)
    if (end) socket.end()
  })
}

function parse(text: string): RawAnswer | null {
  const split = text.indexOf('\r\n\r\n')
  if (split < 0) return null
  const [first = '', ...lines] = text.slice(0, split).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = text.slice(split + 4)
  const length = Number(headers['content-length'] ?? 0)
  return body.length < length
    ? null
    : {
        status: Number(first.split(' ')[1]),
        headers,
        body: Buffer.from(body.slice(0, length), 'latin1').toString('utf8'),
      }
}

/** The bytes of a multipart body; `end` is its last line. */
export function multipart(
  boundary: string,
  parts: readonly { head: string; body: string | Buffer }[],
  end = `--${boundary}--\r\n`,
): Buffer {
  const pieces = parts.flatMap(({ head, body }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(body as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(end)])
}
