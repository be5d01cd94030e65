import { defineStore } from 'pinia'
import { computed, markRaw, reactive, type Ref, ref, shallowRef } from 'vue'
import { isAsLike, type ComparedBy, type Likeness } from '../../src-main/contract/library/search/likeness.ts'
import { useClient } from '../client/use-client.ts'
import { comparedIds, writeCompared } from '../navigation/compared.ts'
import { useOutsidePictures } from '../pictures/use-outside-pictures.ts'
import { useQuery } from '../photos/query.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { Compared, FoundPhoto } from '../../src-main/contract/library/similar.ts'
import { describeError } from '../client/describe-error.ts'
import { BLOCK, tileAt, type TilePages, type TileSource } from '../photos/tile-source.ts'
import { labelled } from '../locales/messages.ts'
import type { GridSection } from '../grid/segments.ts'

const MAX_FOUND = 300

/**
 * Photos like others, within the query's results. All results are stored, so that another likeness shows fewer at once.
 */
export const useSimilar = defineStore('similar', () => {
  const { library } = useClient()
  const query = useQuery(),
    pictures = useOutsidePictures()

  const to = shallowRef<Compared | null>(null)
  const by = ref<ComparedBy>('content')
  /** What was found, nearest first. */
  const found = shallowRef<readonly FoundPhoto[]>([])
  /** Tiles of the photos compared with and of those found. */
  const tiles = shallowRef<ReadonlyMap<PhotoId, PhotoTile>>(new Map())
  /** Less similar photos are not shown; null shows all. */
  const minLikeness = ref<Likeness | null>(null)
  const isLoading = ref(false)
  const problem = ref('')
  /** Increases with every search, so that the answer to an earlier one is dropped and a grid scrolls to its top. */
  const serial = ref(0)

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

  /** Searches in the library; `problem` is why that failed. */
  const find = async (compared: Compared, comparedBy: ComparedBy): Promise<void> => {
    const own = prepare(compared, comparedBy)
    try {
      const asked = { to: compared, by: comparedBy, limit: MAX_FOUND, filter: query.effective.filter }
      const { images } = await library.similar.find(asked)
      if (serial.value !== own) return
      found.value = images
      await refreshTiles()
    } catch (error) {
      if (serial.value === own) problem.value = describeError(error)
    }
    if (serial.value === own) isLoading.value = false
  }

  /** Forgets what another search found; returns the number of this one. */
  const prepare = (compared: Compared, comparedBy: ComparedBy): number => {
    const isSame = to.value !== null && writeCompared(to.value) === writeCompared(compared) && by.value === comparedBy
    if (!isSame) {
      found.value = []
      minLikeness.value = null
    }
    to.value = compared
    by.value = comparedBy
    isLoading.value = true
    problem.value = ''
    serial.value += 1
    return serial.value
  }

  const refreshTiles = async (): Promise<void> => {
    if (to.value === null) return
    const ids = [...new Set([...comparedIds(to.value), ...found.value.map((image) => image.id)])]
    const list = ids.length === 0 ? [] : await library.photos.tiles({ ids })
    tiles.value = new Map(list.map((tile) => [tile.id, tile]))
  }

  /** Searches again, with another filter. */
  const again = async (): Promise<void> => {
    if (to.value !== null) await find(to.value, by.value)
  }

  const clear = (): void => {
    to.value = null
    found.value = []
    serial.value += 1
  }

  const state = { to, by, minLikeness, found, shownImages, isLoading, problem, queryTiles, picture }
  return { ...state, source: createLoadedSource(shown, serial), find, again, refreshTiles, clear }
})

/** A list whose tiles are all loaded, as a source for the grid. `serial` increases when it becomes another list. */
export function createLoadedSource(tiles: Ref<readonly PhotoTile[]>, serial: Ref<number>): TileSource {
  const pages = computed<TilePages>(() => {
    const count = Math.ceil(tiles.value.length / BLOCK)
    return markRaw(new Map(Array.from({ length: count }, (_, page) => [page, pageOf(tiles.value, page)])))
  })
  return reactive({
    total: computed(() => tiles.value.length),
    serial,
    pages,
    tile: (index: number) => tileAt(pages.value, index),
    want: () => undefined,
    leave: () => undefined,
    ids: async () => tiles.value.map(({ id }) => id),
  })
}

const pageOf = (tiles: readonly PhotoTile[], page: number): readonly PhotoTile[] =>
  tiles.slice(page * BLOCK, (page + 1) * BLOCK)

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
