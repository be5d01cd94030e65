import type { AnalysisStatus } from '../../../contract/library/analysis-status.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { EventHub } from '../../events/event-hub.ts'
import type { AnalysisQueue } from '../analysis-queue.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type AnalysisHandlersDependencies = {
  catalog: Pick<Catalog, 'analysis'>
  hub: Pick<EventHub, 'photosChanged'>
  queue: Pick<AnalysisQueue, 'pause' | 'resume' | 'cancel' | 'restart'>
  status(): AnalysisStatus
}

/** Handlers of `analysis.*`. */
export function analysisHandlers(
  os: LibraryImplementer,
  { catalog, hub, queue, status }: AnalysisHandlersDependencies,
) {
  return {
    status: os.analysis.status.handler(() => status()),
    pause: os.analysis.pause.handler(() => queue.pause()),
    resume: os.analysis.resume.handler(() => queue.resume()),
    cancel: os.analysis.cancel.handler(() => queue.cancel()),
    retryFailed: os.analysis.retryFailed.handler(() => {
      hub.photosChanged(catalog.analysis.retryFailed())
      queue.restart()
    }),
  }
}
