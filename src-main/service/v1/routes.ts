import type { Route } from '../http/route.ts'
import { analysisRoutes } from './analysis-routes.ts'
import { contentRoutes } from './content.ts'
import { usageRoutes } from './usage.ts'

/** Every route of the v1 interface. */
export const v1Routes: readonly Route[] = [...analysisRoutes, ...contentRoutes, ...usageRoutes]
