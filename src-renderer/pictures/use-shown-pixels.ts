import { shallowRef, watch } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { usePhotoPixels, type Pixels } from './use-photo-pixels.ts'

/** Tones are measured at this size of the longer side, in pixels; each photo once while something shows them. */
const MEASURED_SIDE = 1024

/** The pixels of a photo's preview; null until they are loaded, and if no picture can be seen. */
export function useShownPixels(tile: () => PhotoTile) {
  const { addressOf, read } = usePhotoPixels()
  const pixels = shallowRef<Pixels | null>(null)
  watch(
    () => addressOf(tile()),
    async (address) => {
      pixels.value = null
      const found = await read(tile(), { side: MEASURED_SIDE })
      if (address === addressOf(tile())) pixels.value = found
    },
    { immediate: true },
  )
  return pixels
}
