import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'

/** Handlers of `analysis.*`. */
export function analysisHandlers(os: LibraryImplementer, { catalog, hub, pump, status }: CoreParts) {
  return {
    status: os.analysis.status.handler(() => status()),
    pause: os.analysis.pause.handler(() => pump.pause()),
    resume: os.analysis.resume.handler(() => pump.resume()),
    cancel: os.analysis.cancel.handler(() => pump.cancel()),
    retryFailed: os.analysis.retryFailed.handler(() => {
      hub.photosChanged(catalog.analysis.retryFailed())
      pump.start()
    }),
  }
}
