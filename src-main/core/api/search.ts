import type { Catalog } from '../catalog/catalog.ts'
import type { LibraryImplementer } from './dispatch.ts'
import { normalView } from '../../contract/library/normal-view.ts'

export type SearchHandlersDependencies = { catalog: Pick<Catalog, 'search'> }

/** Handlers of `search.*`. */
export function searchHandlers(os: LibraryImplementer, { catalog }: SearchHandlersDependencies) {
  return {
    facets: os.search.facets.handler(({ input }) => catalog.search.facetsInSlices(normalView(input.filter))),
    complete: os.search.complete.handler(({ input }) => catalog.search.complete(input.text, input.field, input.limit)),
    explain: os.search.explain.handler(({ input }) => catalog.search.explain(normalView(input.filter))),
    days: os.search.days.handler(({ input }) =>
      catalog.search.days(normalView(input.filter), input.order, input.stacks),
    ),
    places: os.search.places.handler(({ input }) => catalog.search.places(normalView(input.filter), input.sections)),
    suggest: os.search.suggest.handler(({ input }) => catalog.search.suggest(input.text, input.limit)),
  }
}
