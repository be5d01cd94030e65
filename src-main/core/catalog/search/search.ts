import type { Facets, NamedCount, PhotoFilter, PhotoQuery } from '../../../contract/library/query.ts'
import { levelOf } from '../codecs/entries.ts'
import { type Bits, countBits, hasBit } from '../columns/bits.ts'
import { applyFilters, countFacets } from '../filters/filters.ts'
import type { Filter, FilterContext, FilterSource } from '../filters/filter.ts'
import { countTags } from '../filters/tags.ts'
import { foldText } from '../vocabulary/fold-text.ts'
import type { Context } from '../context/context.ts'
import type { IndexKeeper } from './index-keeper.ts'
import { KeptAnswers } from './kept-answers.ts'
import type { LoadedIndex } from './loaded-index.ts'

type Dependencies = {
  context: FilterContext & Pick<Context, 'language'>
  filters: readonly Filter[]
  keeper: IndexKeeper
  /** Lowest confidence in percent at which a tag counts, where a query does not say so. */
  minConfidence(): number
}

/** Searches over the index in memory; SQL is asked for words and names only. */
export class Search {
  readonly #dependencies: Dependencies
  readonly #found = new KeptAnswers<Bits>()
  readonly #ids = new KeptAnswers<Uint32Array>()
  readonly #facets = new KeptAnswers<Facets>()
  readonly #tags = new KeptAnswers<NamedCount[]>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** All matching ids in order. Throws `bad-params` for a folder that is not there. */
  run({ filter, sort }: PhotoQuery): Uint32Array {
    const index = this.#dependencies.keeper.current()
    return this.#ids
      .get(index.version, `${this.#keyOf(filter)} ${sort.by} ${sort.order}`, () =>
        idsInOrder(index, this.#find(index, filter), sort),
      )
      .slice()
  }

  /** How many matching photos carry each value. */
  facets(filter: PhotoFilter): Facets {
    const index = this.#dependencies.keeper.current()
    return this.#facets.get(index.version, this.#keyOf(filter), () => {
      const photos = this.#find(index, filter)
      const counts = countFacets(this.#dependencies.filters, photos, this.#sourceOf(index, filter))
      return { total: countBits(photos), ...counts }
    })
  }

  /** Tags that begin with a text, by name or label, the most frequent first. */
  suggest(text: string, limit: number): NamedCount[] {
    const index = this.#dependencies.keeper.current()
    const all = this.#tags.get(index.version, this.#keyOf({}), () => countTags(index.live, this.#sourceOf(index, {})))
    const beginning = foldText(text.trim())
    return all
      .filter(({ name, label }) => [name, label].some((each) => foldText(each).startsWith(beginning)))
      .slice(0, limit)
  }

  #find(index: LoadedIndex, filter: PhotoFilter): Bits {
    return this.#found.get(index.version, this.#keyOf(filter), () =>
      applyFilters(this.#dependencies.filters, filter, this.#sourceOf(index, filter)),
    )
  }

  #sourceOf(index: LoadedIndex, filter: PhotoFilter): FilterSource {
    const { context } = this.#dependencies
    return { index, context, minLevel: this.#levelFor(filter), language: context.language() }
  }

  /** Equal for filters that have the same answer. */
  #keyOf(filter: PhotoFilter): string {
    return JSON.stringify({
      ...filter,
      level: this.#levelFor(filter),
      language: this.#dependencies.context.language(),
    })
  }

  #levelFor(filter: PhotoFilter): number {
    return levelOf(filter.minConfidence ?? this.#dependencies.minConfidence())
  }
}

/** Walks the kept order; for a few photos of a large library that costs no more than sorting them. */
function idsInOrder(index: LoadedIndex, photos: Bits, { by, order }: PhotoQuery['sort']): Uint32Array {
  const slots = index.orders.slots(by)
  const { ids } = index
  const found = new Uint32Array(countBits(photos))
  let count = 0
  const take = (slot: number) => {
    if (hasBit(photos, slot)) found[count++] = ids[slot] ?? 0
  }
  if (order === 'asc') for (let i = 0; i < slots.length; i++) take(slots[i] ?? 0)
  else for (let i = slots.length - 1; i >= 0; i--) take(slots[i] ?? 0)
  return found
}
