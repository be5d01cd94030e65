import { defineStore } from 'pinia'
import { computed, ref } from 'vue'

/** What is drawn over and beside a photo; kept while photos are opened and closed. */
export const usePhotoTools = defineStore('photo-tools', () => {
  const showsFaces = ref(false)
  const showsCrops = ref(false)
  const showsThirds = ref(false)
  const showsHistogram = ref(false)
  const showsClipping = ref(false)
  const showsFaceStrip = ref(false)
  /** True while a part of the photo can be drawn to find photos like it. */
  const isDrawingPart = ref(false)
  /** The photo alone, on black. */
  const isLightsOut = ref(false)
  /** True while the slideshow runs. */
  const isPlaying = ref(false)
  /** The photo without panels and bars. */
  const isAlone = computed(() => isLightsOut.value || isPlaying.value)

  return {
    showsFaces,
    showsCrops,
    showsThirds,
    showsHistogram,
    showsClipping,
    showsFaceStrip,
    isDrawingPart,
    isLightsOut,
    isPlaying,
    isAlone,
  }
})
