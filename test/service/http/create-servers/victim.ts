import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { PASSED_ON } from './proxies.ts'

/** What a client got for a request of its own. */
export type Exchange = { sent: string; status: number; got: string | undefined; text: string }

/** A client that keeps its connection and numbers its requests. */
export class Victim {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #address: string
  readonly #authorization: string
  #count = 0

  constructor(address: string, authorization: string) {
    this.#address = address
    this.#authorization = authorization
  }

  /** Asks what the account has used. */
  ask(): Promise<Exchange> {
    const sent = `victim-${++this.#count}`
    const headers = { authorization: this.#authorization, 'x-request-id': sent }
    return new Promise((resolve, reject) => {
      const asked = request(`${this.#address}/v2/usage`, { agent: this.#agent, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk)).once('error', reject)
        response.once('end', () => {
          const got = response.headers['x-request-id']?.toString()
          resolve({ sent, status: response.statusCode ?? 0, got, text })
        })
      })
      asked.once('error', reject).end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Writes bytes as they are. */
export function startAttack(address: string, bytes: Buffer) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let isAnswered = false
  socket.on('error', () => {}).on('data', () => (isAnswered = true))
  socket.once('close', () => (isAnswered = true))
  socket.write(bytes)
  return { isAnswered: () => isAnswered, close: () => socket.destroy() }
}

/** Waits until a proxy, which takes one thing after the other, has taken in what was sent before. */
export async function turnOf(address: string): Promise<void> {
  await (await fetch(`${address}${PASSED_ON}`, { headers: { connection: 'close' } })).arrayBuffer()
}
