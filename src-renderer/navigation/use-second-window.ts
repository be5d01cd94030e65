import { defineStore } from 'pinia'
import { ref } from 'vue'

/** What the second window shows: one photo as large as it is, or the list. */
export type SecondView = 'loupe' | 'grid'

/** The second window, as both windows know it. */
export const useSecondWindow = defineStore('second-window', () => {
  /** True in the second window itself, which has no dialogs, panels and menus of photos. */
  const isHere = ref(false)
  const isOpen = ref(false)
  const view = ref<SecondView>('loupe')
  /** It stays where it is, and does not follow the main window. */
  const isLocked = ref(false)
  return { isHere, isOpen, view, isLocked }
})
