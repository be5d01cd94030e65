import { useTimeoutFn } from '@vueuse/core'
import { watch } from 'vue'
import { usePhotoTools } from './use-photo-tools.ts'

/** How long a photo of a slideshow is shown, in milliseconds. */
export const SLIDE_MS = 4000

/** Shows the next photo every few seconds while the slideshow runs; after the last photo the first. */
export function useSlideshow(shown: () => unknown, next: () => unknown): void {
  const tools = usePhotoTools()
  const { start, stop } = useTimeoutFn(() => void next(), SLIDE_MS, { immediate: false })
  // Each photo is shown for the full time, even one that the person stepped to.
  watch(
    [() => tools.isPlaying, shown],
    ([isPlaying]) => {
      stop()
      if (isPlaying) start()
    },
    { immediate: true },
  )
}
