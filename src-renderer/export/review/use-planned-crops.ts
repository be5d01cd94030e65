import { ref, shallowReactive, type Ref } from 'vue'
import type { Size } from '../../../src-main/contract/analysis/cropping.ts'
import type { PlannedCrop } from '../../../src-main/contract/library/crop-pins.ts'
import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../../src-main/contract/library/photo.ts'
import { describeError } from '../../client/describe-error.ts'
import { useClient } from '../../client/use-client.ts'

/** Photos that are loaded together. */
const CHUNK = 100

const keyOf = ({ photoId, size }: PlannedCrop): string => `${photoId}:${size.width}x${size.height}`

/** The crops of a planned export, loaded around what is on screen. */
export function usePlannedCrops(ids: Readonly<Ref<readonly PhotoId[]>>, sizes: Readonly<Ref<readonly Size[]>>) {
  const fetchCrops = useFetch()
  const photos = shallowReactive(new Map<PhotoId, PhotoTile | null>())
  const crops = shallowReactive(new Map<string, PlannedCrop>())
  const asked = new Set<number>()
  const problem = ref('')
  let serial = 0

  const loadChunk = async (chunk: number): Promise<void> => {
    const begun = serial
    const some = ids.value.slice(chunk * CHUNK, (chunk + 1) * CHUNK)
    if (some.length === 0 || sizes.value.length === 0) return
    try {
      const { tiles, planned } = await fetchCrops(some, sizes.value)
      if (begun !== serial) return
      for (const id of some) photos.set(id, tiles.get(id) ?? null)
      for (const crop of planned) crops.set(keyOf(crop), crop)
      problem.value = ''
    } catch (error) {
      asked.delete(chunk)
      problem.value = describeError(error)
    }
  }
  /** Loads what a range of crops needs, once. */
  const load = (first: number, last: number): void => {
    const perChunk = CHUNK * Math.max(1, sizes.value.length)
    for (let chunk = Math.floor(first / perChunk); chunk * perChunk <= last; chunk++) {
      if (asked.has(chunk)) continue
      asked.add(chunk)
      void loadChunk(chunk)
    }
  }
  /** Reloads everything that was loaded, after crops were decided. */
  const reload = async (): Promise<void> => void (await Promise.all([...asked].map(loadChunk)))
  const clear = (): void => {
    serial += 1
    for (const known of [asked, photos, crops]) known.clear()
  }
  return { load, reload, clear, problem, photoOf: (id: PhotoId) => photos.get(id), of: (key: string) => crops.get(key) }
}

/** Loads photos and their crops at once. */
function useFetch() {
  const { library } = useClient()
  return async (ids: PhotoId[], sizes: readonly Size[]) => {
    const plan = library.crops.plan({ ids, sizes: [...sizes] })
    const [tiles, planned] = await Promise.all([library.photos.tiles({ ids }), plan])
    return { tiles: new Map(tiles.map((tile) => [tile.id, tile])), planned }
  }
}
