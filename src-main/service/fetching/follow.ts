import type { Dispatcher } from 'undici'
import { FetchFailure, toFetchFailure } from './fetch-failure.ts'
import { readAddress } from './read-address.ts'

export type Answer = {
  url: URL
  status: number
  headers: Dispatcher.ResponseData['headers']
  body: Dispatcher.ResponseData['body']
}

const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The only accepted encoding is identity: the bytes received are the bytes counted, and nothing can grow when unpacked.
 */
const HEADERS = { 'user-agent': 'Lumafold (picture analysis service)', 'accept-encoding': 'identity' }

/**
 * Gets an address, following up to five redirects, each under the same rules as the first address. The caller owns the
 * body of the answer, and must read or destroy it. Throws a FetchFailure, or the signal's reason.
 */
export async function follow(
  start: URL,
  dispatcher: Dispatcher,
  { accept, signal }: { accept: string; signal: AbortSignal },
): Promise<Answer> {
  let url = start
  for (let redirects = 0; ; redirects++) {
    const answer = await get(url, dispatcher, accept, signal)
    if (!REDIRECTS.has(answer.status)) return answer
    answer.body.on('error', () => undefined).destroy() // nobody reads the body of a redirect
    if (redirects === MAX_REDIRECTS)
      throw new FetchFailure('answer', `The address leads through more than ${MAX_REDIRECTS} redirects.`)
    url = nextAddress(answer)
  }
}

async function get(url: URL, dispatcher: Dispatcher, accept: string, signal: AbortSignal): Promise<Answer> {
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      signal,
      headers: { ...HEADERS, accept },
    })
    return { url, status: statusCode, headers, body }
  } catch (error) {
    throw toFetchFailure(error, url.host)
  }
}

function nextAddress({ url, status, headers }: Answer): URL {
  const { location } = headers
  if (typeof location !== 'string' || location === '')
    throw new FetchFailure('answer', `The host ${url.host} answered ${status} without saying where to go.`)
  return readAddress(location, url)
}
