import { RemoteError } from './remote-error.ts'
import type { Call, HttpAnswer } from './call.ts'

/**
 * Where a redirect leads, or null where the answer is none. Only the same origin is followed, since key and secret
 * would go along; and a request with a body only where the status says that it stays the same request.
 */
export function nextAddress(from: URL, method: Call['method'], { status, headers }: HttpAnswer): URL | null {
  const location = [headers.location].flat()[0]
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const to = URL.parse(location, from)
  if (to === null) throw new RemoteError('unwell', 'The service redirects to something that is no address.')
  if (to.origin !== from.origin)
    throw new RemoteError(
      'unwell',
      `The service is now at ${to.origin}. If you trust that address, enter it in Settings.`,
    )
  if (method !== 'GET' && status !== 307 && status !== 308)
    throw new RemoteError(
      'unwell',
      'The service redirects an upload in a way that would lose it. Check its address in Settings.',
    )
  to.username = to.password = ''
  return to
}
