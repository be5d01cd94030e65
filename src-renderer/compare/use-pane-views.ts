import { ref, shallowRef } from 'vue'
import { wholePhoto, type View } from './pane-view.ts'

/** The visible part of each pane's photo: the same for all while they are locked together. */
export function usePaneViews() {
  const isLocked = ref(true)
  const shared = shallowRef<View>(wholePhoto)
  const own = shallowRef<ReadonlyMap<number, View>>(new Map())

  const viewOf = (id: number): View => (isLocked.value ? shared.value : (own.value.get(id) ?? shared.value))
  const setView = (id: number, view: View): void => {
    if (isLocked.value) shared.value = view
    else own.value = new Map([...own.value, [id, view]])
  }
  /** When locked again, all show the same part as the active one. */
  const toggleLock = (activeId: number | undefined): void => {
    if (!isLocked.value && activeId !== undefined) shared.value = viewOf(activeId)
    own.value = new Map()
    isLocked.value = !isLocked.value
  }
  return { isLocked, viewOf, setView, toggleLock }
}
