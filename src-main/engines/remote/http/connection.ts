import { say } from '../../../contract/sentences/say.ts'
import type { Agent, Dispatcher, FormData } from 'undici'
import { RemoteError } from './remote-error.ts'
import type { RemoteCredentials } from '../../../contract/library/remote.ts'
import type { Call, HttpAnswer } from './call.ts'
import { describeNetworkError } from './describe-network-error.ts'

export type Connection = {
  /** Resolves for any status. Rejects with RemoteError `unwell` if no answer came. */
  send(call: Call): Promise<HttpAnswer>
  /** Lets running exchanges finish, unless `isHurried`. */
  close(isHurried: boolean): Promise<void>
}

export type ConnectionOptions = {
  /** Base address without `/v2`. */
  address: string
  credentials: RemoteCredentials
  /** Maximum wait for an answer in milliseconds. */
  requestMs: number
}

/** Answers are a few kilobytes; anything longer is refused. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const CONNECT_MS = 10_000
const MAX_REDIRECTS = 3
/** More connections than the largest limit of any known plan. */
const MAX_CONNECTIONS = 64

/** Takes 26 MB of memory, which most libraries never need, so it loads with the first call. */
const loadUndici = () => import('undici')

async function openAgent(requestMs: number): Promise<Agent> {
  const { Agent } = await loadUndici()
  return new Agent({
    connections: MAX_CONNECTIONS,
    connect: { timeout: Math.min(CONNECT_MS, requestMs) },
    headersTimeout: requestMs,
    bodyTimeout: requestMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  })
}

/** Opens keep-alive connections to one service. Credentials go only to its own origin. */
export function openConnection({ address, credentials, requestMs }: ConnectionOptions): Connection {
  let opened: Promise<Agent> | null = null
  const authorization = `Basic ${Buffer.from(`${credentials.key}:${credentials.secret}`).toString('base64')}`
  const sendTo = async (url: URL, call: Call, redirects: number): Promise<HttpAnswer> => {
    const agent = await (opened ??= openAgent(requestMs))
    const answer = await exchange(url, call, { agent, authorization, requestMs })
    const next = nextAddress(url, call.method, answer)
    if (next === null) return answer
    if (redirects === 0) throw new RemoteError('unwell', say('remote.circle'))
    return sendTo(next, call, redirects - 1)
  }
  return {
    send: (call) => sendTo(addressOf(address, call), call, MAX_REDIRECTS),
    close: async (isHurried) => {
      const agent = await opened
      await (isHurried ? agent?.destroy() : agent?.close())
    },
  }
}

function addressOf(base: string, { path, query = {} }: Call): URL {
  const url = new URL(`${base}${path}`)
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) url.searchParams.append(name, String(each))
  return url
}

type Means = { agent: Agent; authorization: string; requestMs: number }

async function exchange(
  url: URL,
  { method, picture, key }: Call,
  { agent, authorization, requestMs }: Means,
): Promise<HttpAnswer> {
  const headers = {
    authorization,
    accept: 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const { request, FormData } = await loadUndici()
  const body = picture === undefined ? undefined : pictureForm(new FormData(), picture)
  // One limit for the whole exchange: the agent's own limits never end a service that sends a byte now and then.
  const signal = AbortSignal.timeout(requestMs * 2)
  try {
    const answer: Dispatcher.ResponseData = await request(url, { dispatcher: agent, method, headers, body, signal })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  } catch (error) {
    throw describeNetworkError(error, url)
  }
}

/** Puts a picture into a form as the multipart field `image`. Its file name stays private. */
function pictureForm(form: FormData, picture: Uint8Array): FormData {
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  return form
}

/**
 * Target of a redirect, or null if the answer is none. Only the same origin is followed, since key and secret would go
 * along. A request with a body is followed only if the status keeps the request the same.
 */
function nextAddress(from: URL, method: Call['method'], { status, headers }: HttpAnswer): URL | null {
  const location = [headers.location].flat()[0]
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const to = URL.parse(location, from)
  if (to === null) throw new RemoteError('unwell', say('remote.noAddress'))
  if (to.origin !== from.origin) throw new RemoteError('unwell', say('remote.moved', { address: to.origin }))
  if (method !== 'GET' && status !== 307 && status !== 308) throw new RemoteError('unwell', say('remote.uploadLost'))
  to.username = to.password = ''
  return to
}
