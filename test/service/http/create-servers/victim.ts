import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Agent as SecureAgent, request as requestSecurely } from 'node:https'
import { openSocket } from '../raw.ts'
import { PASSED_ON } from './proxies.ts'

/** A client's answer to its own request. */
export type Exchange = { sent: string; status: number; got: string | undefined; text: string }

const kept = { keepAlive: true, maxSockets: 1 }

/** A client that keeps its connection and numbers its requests. */
export class Victim {
  readonly #isSecure: boolean
  readonly #agent: Agent
  readonly #address: string
  readonly #authorization: string
  #count = 0

  constructor(address: string, authorization: string) {
    this.#isSecure = address.startsWith('https:')
    this.#agent = this.#isSecure ? new SecureAgent({ ...kept, rejectUnauthorized: false }) : new Agent(kept)
    this.#address = address
    this.#authorization = authorization
  }

  /** Requests the account's usage. */
  ask(): Promise<Exchange> {
    const sent = `victim-${++this.#count}`
    const headers = { authorization: this.#authorization, 'x-request-id': sent }
    return new Promise((resolve, reject) => {
      const asked = (this.#isSecure ? requestSecurely : request)(
        `${this.#address}/v2/usage`,
        { agent: this.#agent, headers },
        (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk)).once('error', reject)
          response.once('end', () => {
            const got = response.headers['x-request-id']?.toString()
            resolve({ sent, status: response.statusCode ?? 0, got, text })
          })
        },
      )
      asked.once('error', reject).end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Writes raw bytes. */
export function startAttack(address: string, bytes: Buffer) {
  const socket = openSocket(address)
  let isAnswered = false
  socket.on('error', () => {}).on('data', () => (isAnswered = true))
  socket.once('close', () => (isAnswered = true))
  socket.write(bytes)
  return { isAnswered: () => isAnswered, close: () => socket.destroy() }
}

/** Waits until a proxy, which handles one thing after another, has received everything sent before. */
export async function turnOf(address: string): Promise<void> {
  const socket = openSocket(address)
  socket.on('error', () => {}).resume()
  socket.write(`GET ${PASSED_ON} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
}
