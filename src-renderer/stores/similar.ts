import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowReactive, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { BLOCK, type TileSource } from './tile-source.ts'
import { useQuery } from './query.ts'

export type SimilarBy = 'content' | 'colors'
const MOST = 300

/** Photos like one photo. All found ones are held, so that the distance slider filters without asking again. */
export const useSimilar = defineStore('similar', () => {
  const { library } = useClient()
  const query = useQuery()
  const photoId = ref<PhotoId | null>(null)
  const by = ref<SimilarBy>('content')
  const maxDistance = ref(1)
  const found = shallowRef<readonly { id: PhotoId; distance: number }[]>([])
  const tiles = shallowRef<ReadonlyMap<PhotoId, PhotoTile>>(new Map())
  const isLoading = ref(false)
  const problem = ref('')
  const serial = ref(0)

  const queryTile = computed(() => (photoId.value === null ? undefined : tiles.value.get(photoId.value)))
  const shown = computed(() =>
    found.value.filter((image) => image.distance <= maxDistance.value && tiles.value.has(image.id)),
  )
  const distances = computed(() => new Map(found.value.map((image) => [image.id, image.distance])))
  const farthest = computed(() => found.value.at(-1)?.distance ?? 1)

  const refreshTiles = async (): Promise<void> => {
    if (photoId.value === null) return
    const list = await library.photos.tiles({ ids: [photoId.value, ...found.value.map((image) => image.id)] })
    tiles.value = new Map(list.map((tile) => [tile.id, tile]))
  }

  const find = async (id: PhotoId, way: SimilarBy): Promise<void> => {
    const mine = (serial.value += 1)
    if (photoId.value !== id || by.value !== way) found.value = []
    photoId.value = id
    by.value = way
    isLoading.value = true
    problem.value = ''
    try {
      const result = await library.similar.find({ photoId: id, by: way, limit: MOST, filter: query.withSettings({}) })
      if (mine !== serial.value) return
      found.value = result.images
      maxDistance.value = 1
    } catch (error) {
      if (mine === serial.value) problem.value = describeError(error)
    }
    if (mine === serial.value) {
      await refreshTiles().catch(() => undefined)
      isLoading.value = false
    }
  }

  const pages = computed(() => {
    const map = shallowReactive(new Map<number, readonly PhotoTile[]>())
    const list = shown.value.flatMap((image) => tiles.value.get(image.id) ?? [])
    for (let block = 0; block * BLOCK < list.length; block += 1)
      map.set(block, list.slice(block * BLOCK, (block + 1) * BLOCK))
    return map
  })
  const source: TileSource = reactive({
    total: computed(() => shown.value.length),
    serial,
    pages,
    tile: (index: number) => pages.value.get(Math.floor(index / BLOCK))?.[index % BLOCK],
    want: () => undefined,
    ids: async () => shown.value.map((image) => image.id),
  })

  const leave = (): void => {
    photoId.value = null
    found.value = []
    serial.value += 1
  }

  return {
    photoId,
    by,
    maxDistance,
    found,
    isLoading,
    problem,
    queryTile,
    shown,
    distances,
    farthest,
    source,
    find,
    refreshTiles,
    leave,
  }
})
