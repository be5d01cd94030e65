import { say } from '../../contract/sentences/say.ts'
import type { Agent, Dispatcher } from 'undici'
import { TileFailure, unfit, unreachable, type AnswerHeaders } from './tile-failure.ts'

/** `bytes` is empty unless the status is 200. */
export type TileAnswer = {
  status: number
  headers: AnswerHeaders
  bytes: Buffer
}

/** Maximum number of connections to one server. */
const MAX_CONNECTIONS = 2
const CONNECT_MS = 8_000
const TOTAL_MS = 20_000
/** Far more than a tile of 512 pixels needs. */
export const MAX_TILE_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 2
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Fetches tiles: no cookies, no proxy, no compression, and no other host than the requested one. It sends the program's
 * own name, as operators of tile servers ask.
 */
export class TileFetcher {
  readonly #userAgent: string
  #agent: Promise<Agent> | null = null

  constructor(version: string) {
    this.#userAgent = `Lumafold/${version} (photo organiser)`
  }

  /** Rejects with a TileFailure, or with the signal's reason. */
  async get(address: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<TileAnswer> {
    const timed = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)])
    try {
      return await this.#follow(address, headers, timed)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw error instanceof TileFailure ? error : unreachable(error, address.host)
    }
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy()
  }

  async #follow(start: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<TileAnswer> {
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const { statusCode: status, headers: answered, body } = await this.#request(url, headers, signal)
      if (status === 200) return { status, headers: answered, bytes: await readWhole(body, url.host) }
      body.on('error', () => undefined).destroy() // Nobody reads its body beside the status.
      if (!REDIRECTS.has(status)) return { status, headers: answered, bytes: Buffer.alloc(0) }
      url = nextAddress(url, [answered.location].flat()[0])
    }
    throw unfit(start.host, say('tiles.redirects'))
  }

  async #request(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    const agent = await (this.#agent ??= openAgent())
    return agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      signal,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', ...headers, 'user-agent': this.#userAgent },
    })
  }
}

async function openAgent(): Promise<Agent> {
  const { Agent: UndiciAgent } = await import('undici') // Many never switch tiles on.
  return new UndiciAgent({ connections: MAX_CONNECTIONS, allowH2: false, connect: { timeout: CONNECT_MS } })
}

/** Only the host of the person's address is asked: a server could otherwise redirect into their own network. */
function nextAddress(from: URL, location: string | undefined): URL {
  const to = location === undefined ? null : URL.parse(location, from)
  if (to === null) throw unfit(from.host, say('tiles.nowhere'))
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && to.hostname === from.hostname
  if (to.origin === from.origin || isUpgrade) return to
  const sentence = say('tiles.sendsOn', { host: from.host, other: to.host })
  throw new TileFailure(sentence, { pauseMs: 3_600_000 })
}

async function readWhole(body: Dispatcher.ResponseData['body'], host: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_TILE_BYTES) throw unfit(host, say('tiles.tooLarge')) // Leaving the loop ends the connection.
    parts.push(part)
  }
  return Buffer.concat(parts)
}
