import { useEventListener } from '@vueuse/core'
import { defineStore, storeToRefs } from 'pinia'
import { computed, ref } from 'vue'
import { useToasts } from '../client/use-toasts.ts'
import { useTextOnPhoto } from '../inspector/use-text-on-photo.ts'
import { t } from '../locales/messages.ts'
import { setFullscreen } from '../navigation/set-fullscreen.ts'

/** What is drawn over and beside a photo; kept while photos are opened and closed. */
export const usePhotoTools = defineStore('photo-tools', () => {
  const showsFaces = ref(false)
  /** Where the camera focused. */
  const showsFocus = ref(false)
  const showsCrops = ref(false)
  const showsThirds = ref(false)
  const { isShown: showsText } = storeToRefs(useTextOnPhoto())
  const showsHistogram = ref(false)
  const showsClipping = ref(false)
  const showsFaceStrip = ref(false)
  /** True while a part of the photo can be drawn to find photos like it. */
  const isDrawingPart = ref(false)
  /** The photo alone, on black. */
  const isLightsOut = ref(false)
  /** The photo alone on the whole screen, with its marks and keys in a line below. */
  const isFullScreen = ref(false)
  /** True while the slideshow runs. */
  const isPlaying = ref(false)
  /** The photo without panels and bars. */
  const isAlone = computed(() => isLightsOut.value || isPlaying.value || isFullScreen.value)

  const toasts = useToasts()
  const showFullScreen = async (isWanted: boolean): Promise<void> => {
    isFullScreen.value = isWanted
    await toasts.attempt(t('navigation.noFullscreen'), () => setFullscreen(isWanted))
  }
  // The browser itself leaves the full screen with Escape, and no key arrives.
  useEventListener(document, 'fullscreenchange', () => {
    if (document.fullscreenElement === null) isFullScreen.value = false
  })

  return {
    showsFaces,
    showsFocus,
    showsCrops,
    showsThirds,
    showsText,
    showsHistogram,
    showsClipping,
    showsFaceStrip,
    isDrawingPart,
    isLightsOut,
    isFullScreen,
    showFullScreen,
    isPlaying,
    isAlone,
  }
})
