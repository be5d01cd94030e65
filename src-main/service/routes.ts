import type { Route } from './http/route.ts'
import { v1Routes } from './v1/routes.ts'
import { v2Routes } from './v2/routes.ts'

/** All routes of both versions: what serves, checks and describes the interface. */
export const routes: readonly Route[] = [...v2Routes, ...v1Routes]
