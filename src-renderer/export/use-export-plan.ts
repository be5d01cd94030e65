import { useDebounceFn } from '@vueuse/core'
import { ref, shallowRef, watch } from 'vue'
import type { ExportPlan, MovedCrop, PhotoSource } from '../../src-main/contract/library/export-job.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from '../stores/call-order.ts'
import { useExportDraft } from '../stores/export-draft.ts'

const PAUSE_MS = 150

/** What an export would do, kept up to date while its settings are edited; `problem` says what is wrong with the names. */
export function useExportPlan(source: () => PhotoSource | null, moved: ReadonlyMap<string, MovedCrop>) {
  const { exports } = useClient().library
  const draft = useExportDraft()
  const plan = shallowRef<ExportPlan | null>(null)
  const problem = ref('')
  const order = new CallOrder()

  const look = async (): Promise<void> => {
    const from = source()
    if (from === null || !draft.isValid) return
    const isLatest = order.start()
    try {
      const next = await exports.plan({ source: from, settings: draft.settings, crops: [...moved.values()] })
      if (isLatest()) [plan.value, problem.value] = [next, '']
    } catch (error) {
      if (isLatest()) problem.value = describeError(error)
    }
  }
  const lookSoon = useDebounceFn(look, PAUSE_MS)
  watch([source, () => draft.settings, () => [...moved.values()]], ([now], [before]) => {
    if (now !== before) plan.value = null
    void lookSoon()
  })
  return { plan, problem, look }
}
