import type { Route } from '../../http/route.ts'

/**
 * Endpoints that the published interface does not have. Parameters and fields that it does not have are marked where
 * they are defined.
 */
const additions: readonly RegExp[] = [
  / \/v2\/(usage|taggers|feedback)(\/|$)/,
  /^\w+ \/v2\/categorizers\/:/,
  /^GET \/v2\/uploads/,
]

/** Whether a route is an addition of this service to the published interface. */
export const isAddition = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  additions.some((pattern) => pattern.test(`${method} ${path}`))
