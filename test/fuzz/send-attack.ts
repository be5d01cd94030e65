import { connect } from 'node:net'
import type { Attack } from './hostile-request.ts'

/**
 * The first answer; for a pipeline, the body is everything received. `status` is null if there was no single answer,
 * and `isWhole` false if the connection ended within it.
 */
export type Outcome = {
  status: number | null
  headers: Record<string, string>
  body: string
  isWhole: boolean
  end: 'answered' | 'closed' | 'waiting'
}

/** Sends an attack over a separate connection. Waits `waitMs` if the service may wait for more, otherwise `mostMs`. */
export function sendAttack(
  address: string,
  { kind, chunks, mayWait }: Attack,
  { waitMs = 150, mostMs = 20_000 } = {},
): Promise<Outcome> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const isHead = chunks[0]!.subarray(0, 5).toString('latin1') === 'HEAD '
    const finish = (end: Outcome['end']) => {
      clearTimeout(timer)
      socket.removeAllListeners('close').resetAndDestroy()
      const answer = kind === 'pipeline' ? null : readAnswer(text, isHead)
      resolve({ ...(answer ?? { status: null, headers: {}, body: text, isWhole: false }), end })
    }
    const timer = setTimeout(() => finish('waiting'), mayWait ? waitMs : mostMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (kind !== 'pipeline' && readAnswer(text, isHead)?.isWhole) finish('answered')
    })
    socket.on('error', () => {})
    socket.on('close', () => finish('closed'))
    for (const chunk of chunks) socket.write(chunk)
  })
}

function readAnswer(text: string, isHead: boolean): Omit<Outcome, 'end'> | null {
  const split = text.indexOf('\r\n\r\n')
  if (split < 0) return null
  const [first = '', ...lines] = text.slice(0, split).split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status === 100) return readAnswer(text.slice(split + 4), isHead)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = text.slice(split + 4)
  const length = Number(headers['content-length'] ?? 0)
  return {
    status,
    headers,
    body: Buffer.from(body.slice(0, length), 'latin1').toString('utf8'),
    isWhole: isHead || body.length >= length,
  }
}
