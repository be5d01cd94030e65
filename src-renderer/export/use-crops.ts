import { shallowReactive } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { middleBox, type Area, type Box } from '../pictures/move-crop.ts'

/** A crop that was moved by hand, in upright pixels of the photo. */
export type MovedCrop = { photoId: number; size: Area; crop: Box }

const keyOf = (photoId: number, size: Area): string => `${photoId}:${size.width}x${size.height}`

/** Suggested crops of photos and those moved by hand. */
export function useCrops() {
  const { library } = useClient()
  const suggested = shallowReactive(new Map<string, Box>())
  const moved = shallowReactive(new Map<string, MovedCrop>())
  const requested = new Set<string>()

  /** Loads the crops that are not known yet; a photo that is not analysed is cropped around its middle. */
  const load = async (photoId: number, sizes: readonly Area[]): Promise<void> => {
    const missing = sizes.filter((size) => !requested.has(keyOf(photoId, size)))
    if (missing.length === 0) return
    for (const size of missing) requested.add(keyOf(photoId, size))
    const areas = missing.map(({ width, height }) => ({ width, height }))
    const crops = await library.crops.suggest({ photoId, sizes: areas }).catch(() => [])
    for (const { target_width: width, target_height: height, x1, y1, x2, y2 } of crops)
      suggested.set(keyOf(photoId, { width, height }), { x1, y1, x2, y2 })
  }
  const cropOf = (photo: PhotoTile, size: Area): Box => {
    const key = keyOf(photo.id, size)
    return moved.get(key)?.crop ?? suggested.get(key) ?? middleBox(size.width / size.height, photo)
  }
  const move = (photoId: number, size: Area, crop: Box): void => {
    moved.set(keyOf(photoId, size), { photoId, size: { width: size.width, height: size.height }, crop })
  }
  const isMoved = (photoId: number, size: Area): boolean => moved.has(keyOf(photoId, size))
  const restore = (photoId: number, size: Area): void => {
    moved.delete(keyOf(photoId, size))
  }
  const clear = (): void => {
    suggested.clear()
    moved.clear()
    requested.clear()
  }

  return { moved, load, cropOf, move, isMoved, restore, clear }
}
