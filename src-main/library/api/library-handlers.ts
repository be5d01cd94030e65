import type { AnalysisStatus } from '../../contract/library/analysis-status.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { SearchableCatalog } from '../catalog/catalog.ts'
import { type EventHub, eventsHandler } from '../events/event-hub.ts'
import type { HealthWatch } from '../safety/health/health-watch.ts'
import type { LibraryImplementer } from './dispatch/dispatch.ts'

export type LibraryHandlersDependencies = {
  catalog: SearchableCatalog
  engine: Pick<AnalysisEngine, 'info'>
  hub: Pick<EventHub, 'listen'>
  health: Pick<HealthWatch, 'describe'>
  /** Version of the program. */
  version: string
  status(): AnalysisStatus
}

/** Handlers of `library.*`. */
export function libraryHandlers(
  os: LibraryImplementer,
  { catalog, engine, hub, health, version, status }: LibraryHandlersDependencies,
) {
  return {
    info: os.library.info.handler(async () => ({
      version,
      photoCount: (await catalog.search.load()).count(),
      engine: engine.info(),
    })),
    health: os.library.health.handler(() => health.describe()),
    events: eventsHandler(os, { hub, status }),
  }
}
