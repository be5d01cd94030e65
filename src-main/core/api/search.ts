import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'
import { normalView } from './normal-view.ts'

/** Handlers of `search.*`. */
export function searchHandlers(os: LibraryImplementer, { catalog }: CoreParts) {
  return {
    facets: os.search.facets.handler(({ input }) => catalog.search.facets(normalView(input.filter))),
    suggest: os.search.suggest.handler(({ input }) => catalog.search.suggest(input.text, input.limit)),
  }
}
