import { t } from '../locales/messages.ts'
import { computed, shallowRef, watch } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useCompare } from './use-compare.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'
import { activate, leaveOut, putBack, showMany, startComparison } from './comparison.ts'

/** The current comparison: which photos are shown and active, and which leave. */
export function useComparison() {
  const store = useCompare()
  const changes = usePersonChanges()
  const toasts = useToasts()
  const comparison = shallowRef(startComparison(store.ids, store.panes))
  /** Photos that were rejected here and their places, the latest last. */
  const rejected: { id: PhotoId; place: number }[] = []
  const activeId = computed(() => comparison.value.shown[comparison.value.active])

  watch(
    comparison,
    ({ shown, waiting }) => void toasts.attempt(t('compare.notShown'), () => store.want(shown, waiting)),
    {
      immediate: true,
    },
  )
  const leave = (id: PhotoId): void => {
    comparison.value = leaveOut(comparison.value, id)
  }
  const reject = async (id: PhotoId): Promise<void> => {
    const left = { id, place: comparison.value.shown.indexOf(id) }
    rejected.push(left)
    leave(id)
    if (await changes.flag([id], -1)) return
    rejected.splice(rejected.indexOf(left), 1)
    comparison.value = putBack(comparison.value, id, left.place)
  }
  /** Undoes the last change; if it was a rejection, its photo returns. */
  const undo = async (): Promise<void> => {
    await changes.undo()
    const last = rejected.at(-1)
    if (!last) return
    await store.want([...comparison.value.shown, last.id], comparison.value.waiting)
    if (store.tiles.get(last.id)?.pick === -1) return
    rejected.pop()
    comparison.value = putBack(comparison.value, last.id, last.place)
  }
  const goTo = (index: number): void => {
    comparison.value = activate(comparison.value, index)
  }
  const step = (by: -1 | 1): void => goTo(comparison.value.active + by)
  const show = (panes: number): void => {
    comparison.value = showMany(comparison.value, panes)
  }

  return { comparison, activeId, leave, reject, undo, goTo, step, show }
}
