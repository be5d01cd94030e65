import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

/** Whether the photo in view is being cropped, and what its keys do meanwhile. */
export const useCropMode = defineStore('crop-mode', () => {
  const isOpen = ref(false)
  /** Keeps the crop that is shown; null while there is none. */
  const save = shallowRef<(() => unknown) | null>(null)
  return { isOpen, save }
})
