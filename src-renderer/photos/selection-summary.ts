import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SelectionSummary } from '../../src-main/contract/library/selection-summary.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from '../client/call-order.ts'

/** A selection that is being dragged is summarised when it rests. */
const SETTLE_MS = 60

/** What the photos whose metadata are shown have in common, as summarised by the library. */
export const useSelectionSummary = defineStore('selection-summary', () => {
  const { editing } = useClient().library
  const summary = shallowRef<SelectionSummary | null>(null)
  const problem = ref('')
  const order = new CallOrder()
  let shown: readonly PhotoId[] = []

  const load = async (): Promise<void> => {
    if (shown.length === 0) return
    const isLatest = order.start()
    try {
      const loaded = await editing.summary({ ids: [...shown] })
      if (!isLatest()) return
      summary.value = loaded
      problem.value = ''
    } catch (error) {
      if (isLatest()) problem.value = describeError(error)
    }
  }
  const loadSoon = useDebounceFn(load, SETTLE_MS)

  /** The previous summary stays until the new one is there. */
  const show = (ids: readonly PhotoId[]): void => {
    shown = ids
    if (ids.length === 0) {
      order.invalidate()
      summary.value = null
    } else void loadSoon()
  }
  return { summary, problem, show, refresh: load }
})
