import { FetchFailure } from './fetch-failure.ts'

const MAX_LENGTH = 8192

/**
 * Reads an address as a client sent it. Spaces around it are removed, missing percent-encoding is added, numeric hosts
 * in any notation become plain IP addresses, and the fragment is dropped. Any port is allowed. Throws a FetchFailure
 * unless it is an http or https address, and for credentials, which would end up in logs and at the targets of
 * redirects.
 */
export function readAddress(text: string, base?: URL): URL {
  const given = text.trim()
  if (given.length > MAX_LENGTH) throw new FetchFailure('rule', `The address is longer than ${MAX_LENGTH} characters.`)
  if (!URL.canParse(given, base))
    throw new FetchFailure(
      'rule',
      `This is not a whole address: "${given.slice(0, 80)}". It must begin with http:// or https:// and name a host.`,
    )
  const url = new URL(given, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchFailure(
      'rule',
      `The address begins with ${url.protocol.slice(0, 20)} and only http: and https: are allowed.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new FetchFailure('rule', 'The address must not contain a user name or a password.')
  url.hash = ''
  return url
}
