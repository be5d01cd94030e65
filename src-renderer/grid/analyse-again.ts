import { computed } from 'vue'
import { usePersonChanges } from '../photos/person-changes.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { useRemote } from '../remote/use-remote.ts'
import { useSelectionSummary } from '../photos/selection-summary.ts'
import { useSelection } from '../photos/selection.ts'

/**
 * Analyses the selected photos again if that makes sense: those that failed, and all of them if a remote service may
 * find other things than this machine. The same engine gives the same result for the same photo.
 */
export function useAnalyseAgain() {
  const pages = usePhotoPages(),
    selection = useSelection(),
    sums = useSelectionSummary(),
    remote = useRemote(),
    changes = usePersonChanges()
  const failed = computed(() => {
    const loaded = [...pages.pages.values()].flat().filter(({ id }) => selection.has(id))
    const found = loaded.filter(({ status }) => status === 'failed').length
    return loaded.length === selection.ids.size ? found : Math.max(found, sums.summary?.failed ?? 0)
  })
  const hasOtherEngine = computed(() => remote.isRemote || remote.state.hasCredentials)
  const isOffered = computed(() => hasOtherEngine.value || failed.value > 0)
  const run = (): Promise<void> =>
    hasOtherEngine.value ? changes.reanalyse(selection.list) : changes.retryAnalysis(selection.list, failed.value)
  return { failed, hasOtherEngine, isOffered, run }
}
