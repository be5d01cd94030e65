import type { Dispatcher } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { follow } from './follow.ts'
import { readAddress } from './read-address.ts'

/**
 * Calls an address with GET and `ticket=ID` behind whatever query it has; what it answers is not read. Throws a
 * FetchFailure unless that is a status of 2xx.
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

/** The query stays as it is, to the letter: it may be signed. */
export function withTicket(address: URL, ticketId: string): URL {
  const url = new URL(address)
  const before = url.search === '' || url.search.endsWith('&') ? url.search : `${url.search}&`
  url.search = `${before || '?'}ticket=${encodeURIComponent(ticketId)}`
  return url
}
