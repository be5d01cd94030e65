import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { isAsLike, type ComparedBy, type Likeness } from '../../src-main/contract/library/search/likeness.ts'
import { useClient } from '../client/use-client.ts'
import { comparedIds, writeCompared } from '../navigation/compared.ts'
import { useOutsidePictures } from '../pictures/use-outside-pictures.ts'
import { useQuery } from '../photos/query.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { PhotoFilter } from '../../src-main/contract/library/query.ts'
import type { Compared, FoundPhoto } from '../../src-main/contract/library/similar.ts'
import type { Client } from '../client/connection.ts'
import { describeError } from '../client/describe-error.ts'
import { createLoadedSource } from '../photos/create-loaded-source.ts'
import { labelled } from '../locales/messages.ts'
import type { GridSection } from '../grid/segments.ts'

/**
 * Photos like others, within the query's results. All results are stored, so that another likeness shows fewer at once.
 */
export const useSimilar = defineStore('similar', () => {
  const { library } = useClient()
  const query = useQuery(),
    pictures = useOutsidePictures()
  const search = new SimilarSearch(library, () => query.effective.filter)
  const { to, by, found, tiles, minLikeness, isLoading, problem, serial } = search

  const queryTiles = computed(() => (to.value ? comparedIds(to.value).flatMap((id) => tiles.value.get(id) ?? []) : []))
  /** The picture from outside that photos are compared with. */
  const picture = computed(() =>
    to.value && 'pictureId' in to.value ? (pictures.known.get(to.value.pictureId) ?? null) : null,
  )
  const shownImages = computed(() =>
    found.value.filter(
      ({ id, likeness }) =>
        tiles.value.has(id) && (minLikeness.value === null || isAsLike(likeness, minLikeness.value)),
    ),
  )
  const shown = computed(() => shownImages.value.flatMap(({ id }) => tiles.value.get(id) ?? []))

  return {
    to,
    by,
    minLikeness,
    found,
    shownImages,
    isLoading,
    problem,
    queryTiles,
    picture,
    source: createLoadedSource(shown, serial),
    find: search.find.bind(search),
    again: search.again.bind(search),
    refreshTiles: search.refreshTiles.bind(search),
    clear: search.clear.bind(search),
  }
})

const MAX_FOUND = 300

/** The search for photos like others: its parameters, what it found (nearest first) and its state. */
class SimilarSearch {
  readonly to = shallowRef<Compared | null>(null)
  readonly by = ref<ComparedBy>('content')
  readonly found = shallowRef<readonly FoundPhoto[]>([])
  /** Tiles of the photos compared with and of those found. */
  readonly tiles = shallowRef<ReadonlyMap<PhotoId, PhotoTile>>(new Map())
  /** Less similar photos are not shown; null shows all. */
  readonly minLikeness = ref<Likeness | null>(null)
  readonly isLoading = ref(false)
  readonly problem = ref('')
  /** Increases with every search, so that the answer to an earlier one is dropped and a grid scrolls to its top. */
  readonly serial = ref(0)
  readonly #library: Client['library']
  readonly #filter: () => PhotoFilter

  /** `filter` returns the condition for found photos; it is called at each search. */
  constructor(library: Client['library'], filter: () => PhotoFilter) {
    this.#library = library
    this.#filter = filter
  }

  /** Searches in the library; `problem` is why that failed. */
  async find(to: Compared, by: ComparedBy): Promise<void> {
    const serial = this.#prepare(to, by)
    await this.#compare(to, by, serial)
    if (serial !== this.serial.value) return
    await this.refreshTiles().catch(() => undefined)
    if (serial === this.serial.value) this.isLoading.value = false
  }

  /** Searches again, with another filter. */
  async again(): Promise<void> {
    if (this.to.value !== null) await this.find(this.to.value, this.by.value)
  }

  async refreshTiles(): Promise<void> {
    if (this.to.value === null) return
    const ids = [...new Set([...comparedIds(this.to.value), ...this.found.value.map((image) => image.id)])]
    const list = ids.length === 0 ? [] : await this.#library.photos.tiles({ ids })
    this.tiles.value = new Map(list.map((tile) => [tile.id, tile]))
  }

  clear(): void {
    this.to.value = null
    this.found.value = []
    this.serial.value += 1
  }

  #prepare(to: Compared, by: ComparedBy): number {
    const isSame = this.to.value !== null && writeCompared(this.to.value) === writeCompared(to) && this.by.value === by
    if (!isSame) {
      this.found.value = []
      this.minLikeness.value = null
    }
    this.to.value = to
    this.by.value = by
    this.isLoading.value = true
    this.problem.value = ''
    this.serial.value += 1
    return this.serial.value
  }

  async #compare(to: Compared, by: ComparedBy, serial: number): Promise<void> {
    try {
      const { images } = await this.#library.similar.find({ to, by, limit: MAX_FOUND, filter: this.#filter() })
      if (serial === this.serial.value) this.found.value = images
    } catch (error) {
      if (serial === this.serial.value) this.problem.value = describeError(error)
    }
  }
}

// Likeness in words

/** Labels of the likenesses, nearest first; null is less than alike. */
const likenessWords: readonly { word: Likeness | null; title: string }[] = [
  labelled({ title: 'similar.samePicture' }, { word: 'same' }),
  labelled({ title: 'similar.veryLikeIt' }, { word: 'very' }),
  labelled({ title: 'similar.alike' }, { word: 'alike' }),
  labelled({ title: 'similar.lessAlike' }, { word: null }),
]

/** The label of a likeness; null is less than alike. */
export const titleOf = (likeness: Likeness | null): string =>
  likenessWords.find(({ word }) => word === likeness)?.title ?? ''

/** The sections of photos by ascending distance: one for each likeness with photos. */
export function sectionsByLikeness(images: readonly { likeness: Likeness | null }[]): GridSection[] {
  const sections: GridSection[] = []
  let first = 0
  for (const { word, title } of likenessWords) {
    const count = images.filter(({ likeness }) => likeness === word).length
    if (count > 0) sections.push({ key: `like-${word ?? 'less'}`, title, first, count })
    first += count
  }
  return sections
}
