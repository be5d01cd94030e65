import { createHash } from 'node:crypto'
import { normalView } from '../../../contract/library/normal-view.ts'
import type { Catalog, SearchableCatalog } from '../../catalog/catalog.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type SearchHandlersDependencies = { catalog: SearchableCatalog & Pick<Catalog, 'files'> }

/** Handlers of `search.*`. */
export function searchHandlers(os: LibraryImplementer, { catalog }: SearchHandlersDependencies) {
  const keys = new AnswerKeys()
  return {
    facets: os.search.facets.handler(async ({ input }) => {
      const search = await catalog.search.load({ filter: normalView(input.filter), counts: true })
      return search.facets()
    }),
    complete: os.search.complete.handler(async ({ input }) => {
      const search = await catalog.search.load({ counts: true })
      return search.complete(input.text, input.field, input.limit)
    }),
    explain: os.search.explain.handler(async ({ input }) => {
      const search = await catalog.search.load({ filter: normalView(input.filter) })
      return search.explain()
    }),
    read: os.search.read.handler(async ({ input }) => {
      const search = await catalog.search.load({ counts: true })
      return search.read(input.text)
    }),
    days: os.search.days.handler(async ({ input }) => {
      const sort = { by: 'takenAt', order: input.order } as const
      const search = await catalog.search.load({ filter: normalView(input.filter), sort })
      const days = search.days(input.stacks)
      const key = keys.of(days)
      const isReading = catalog.files.withoutMetadata(1).length > 0
      return { key, days: key === input.known ? null : days, isReading }
    }),
    nearness: os.search.nearness.handler(async ({ input }) => {
      const search = await catalog.search.load({
        filter: normalView(input.filter),
        sort: { by: 'match', order: 'desc' },
      })
      return search.nearness(input.stacks)
    }),
    progress: os.search.progress.handler(async ({ input }) => {
      const search = await catalog.search.load({ filter: normalView(input.filter) })
      return search.progress(input.stacks)
    }),
    nextOpen: os.search.nextOpen.handler(async ({ input: { filter, sort, ...place } }) => {
      const search = await catalog.search.load({ filter: normalView(filter), sort })
      return search.nextOpen(place)
    }),
    places: os.search.places.handler(async ({ input }) => {
      const search = await catalog.search.load({ filter: normalView(input.filter) })
      return search.places(input.sections)
    }),
    suggest: os.search.suggest.handler(async ({ input }) => {
      const search = await catalog.search.load({ counts: true })
      return search.suggest(input.text, input.limit)
    }),
  }
}

/** The keys of answers by their content. The catalogue gives the same object as long as nothing concerns it. */
class AnswerKeys {
  readonly #keys = new WeakMap<object, string>()

  of(answer: object): string {
    const known = this.#keys.get(answer)
    if (known !== undefined) return known
    const key = createHash('sha1').update(JSON.stringify(answer)).digest('base64url')
    this.#keys.set(answer, key)
    return key
  }
}
