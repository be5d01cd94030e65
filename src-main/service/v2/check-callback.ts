import { nameParameter } from '../http/name-parameter.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'

/** The callback address, or null if none is given; throws ServiceError 400 for one that may not be called. */
export async function checkCallback(
  given: string | null,
  { callbacks }: Pick<RouteDependencies, 'callbacks'>,
): Promise<string | null> {
  const url = given?.trim() || null
  if (url !== null) await nameParameter('callback_url', callbacks.check(url))
  return url
}
