import type { Dispatcher } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { follow } from './follow.ts'
import { readAddress } from './read-address.ts'

/**
 * Calls an address with GET, with `ticket=ID` added to its query; the body of the answer is not read. Throws a
 * FetchFailure unless the status is 2xx.
 */
export async function callAddress(
  text: string,
  ticketId: string,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<void> {
  const { url, status, body } = await follow(withTicket(readAddress(text), ticketId), dispatcher, {
    accept: '*/*',
    signal,
  })
  body.on('error', () => undefined).destroy()
  if (status < 200 || status > 299) throw new FetchFailure('answer', `The host ${url.host} answered ${status}.`)
}

/** Keeps the query exactly as it is, because it may be signed. */
export function withTicket(address: URL, ticketId: string): URL {
  const url = new URL(address)
  const before = url.search === '' || url.search.endsWith('&') ? url.search : `${url.search}&`
  url.search = `${before || '?'}ticket=${encodeURIComponent(ticketId)}`
  return url
}
