import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'

/** Handlers of `library.*`. */
export function libraryHandlers(os: LibraryImplementer, { catalog, engine, hub, options, status }: CoreParts) {
  return {
    info: os.library.info.handler(() => ({
      version: options.version ?? '0.0.0',
      photoCount: catalog.analysis.counts().total,
      engine: engine.info(),
    })),
    events: os.library.events.handler(({ signal }) =>
      hub.listen({ signal, first: { type: 'analysis.changed', status: status() } }),
    ),
  }
}
