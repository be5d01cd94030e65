import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Whether the lines of text are drawn over an open photo, and which one the list beside it points at. */
export const useTextOnPhoto = defineStore('text-on-photo', () => {
  const isShown = ref(false)
  /** Its place in the photo's lines; null if none is pointed at. */
  const lit = ref<number | null>(null)
  return { isShown, lit }
})
