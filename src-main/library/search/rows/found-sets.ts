import { LRUCache } from 'lru-cache'
import type { PhotoFilter } from '../../../contract/library/query.ts'
import { type Bits, hasBit, setBit } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { Slices } from '../columns/slices.ts'

const MAX_KEPT = 24

type Found = { version: number; photos: Bits }

type Dependencies = {
  /** Slots that changed since a version; null if unknown, or if there are many. */
  changedSince(version: number): readonly number[] | null
  /** Removes from a set what does not pass a filter. */
  apply(filter: PhotoFilter, photos: Bits): Slices<Bits>
  /** The conditions for costly filters, and the rest; null if a filter has only one of both. */
  split(filter: PhotoFilter): { costly: PhotoFilter; rest: PhotoFilter } | null
  /** Equal for filters that have the same answer. */
  questionOf(filter: PhotoFilter): string
}

/**
 * The photos of the last queries. If few photos changed since, only these are checked again, and an unchanged set stays
 * the same object, so that results derived from it stay valid: a mark does not cost a million photos.
 */
export class FoundSets {
  readonly #dependencies: Dependencies
  readonly #found = new LRUCache<string, Found>({ max: MAX_KEPT })

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The photos of a filter, identified by `question`; run it while the index does not change. */
  *find(index: PhotoIndex, question: string, filter: PhotoFilter): Slices<Bits> {
    const { version } = index
    const before = this.#found.get(question)
    const photos = yield* before ? this.#again(index, filter, before) : this.#findAll(index, filter)
    this.#found.set(question, { version, photos })
    return photos
  }

  /** Photos of costly conditions are cached separately, for queries that differ in the rest. */
  *#findAll(index: PhotoIndex, filter: PhotoFilter): Slices<Bits> {
    const { apply, split, questionOf } = this.#dependencies
    const parts = split(filter)
    if (parts === null) return yield* apply(filter, index.live.slice())
    const costly = yield* this.find(index, questionOf(parts.costly), parts.costly)
    return yield* apply(parts.rest, costly.slice())
  }

  *#again(index: PhotoIndex, filter: PhotoFilter, { version, photos }: Found): Slices<Bits> {
    if (version === index.version) return photos
    // A text is searched in all photos, whichever are wanted.
    const changed = filter.text === undefined ? this.#dependencies.changedSince(version) : null
    if (changed === null || photos.length !== index.live.length) return yield* this.#findAll(index, filter)
    const asked = index.noSlots()
    for (const slot of changed) if (hasBit(index.live, slot)) setBit(asked, slot)
    const found = yield* this.#dependencies.apply(filter, asked)
    const moved = changed.filter((slot) => hasBit(found, slot) !== hasBit(photos, slot))
    if (moved.length === 0) return photos
    const renewed = photos.slice()
    for (const slot of moved) renewed[slot >>> 5]! ^= 1 << (slot & 31)
    return renewed
  }
}
