import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { HistoryEntry } from '../../src-main/contract/library/history.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from '../client/call-order.ts'

const PAGE = 100
/** The maximum number of entries to reload at once. */
const MAX_RELOADED = 900

/** The person's changes, the newest first; loaded only while something shows them. */
export const useHistory = defineStore('history', () => {
  const { entries, load, ...loading } = useEntries()
  const viewers = ref(0)
  /** The change that Ctrl+Z undoes: the newest that is not undone. */
  const undoable = computed(() => entries.value.find((entry) => !entry.isUndone))
  /** The change that Ctrl+Shift+Z redoes. */
  const redoable = computed(() => lastUndone(entries.value))

  /** Reloads as many as are shown. */
  const refresh = async (): Promise<void> => {
    if (viewers.value > 0) await load(Math.min(MAX_RELOADED, Math.max(PAGE, entries.value.length)))
  }
  /** Keeps the list loaded until `removeViewer` is called. */
  const addViewer = (): void => {
    viewers.value += 1
    void refresh()
  }
  const removeViewer = (): void => {
    viewers.value = Math.max(0, viewers.value - 1)
  }

  return { entries, ...loading, undoable, redoable, refresh, addViewer, removeViewer }
})

function useEntries() {
  const { library } = useClient()
  const entries = shallowRef<readonly HistoryEntry[]>([])
  const isLoaded = ref(false)
  const hasMore = ref(false)
  const problem = ref('')
  const order = new CallOrder()

  const load = async (limit: number): Promise<void> => {
    const isLatest = order.start()
    try {
      const found = await library.history.list({ limit: limit + 1 })
      if (!isLatest()) return
      entries.value = found.slice(0, limit)
      hasMore.value = found.length > limit
      isLoaded.value = true
      problem.value = ''
    } catch (error) {
      if (isLatest()) problem.value = describeError(error)
    }
  }
  const loadMore = async (): Promise<void> => {
    const before = entries.value.at(-1)?.id
    if (before === undefined) return
    const isLatest = order.start()
    const found = await library.history.list({ limit: PAGE, before })
    if (!isLatest()) return
    entries.value = [...entries.value, ...found]
    hasMore.value = found.length === PAGE
  }
  return { entries, isLoaded, hasMore, problem, load, loadMore }
}

/** The change that was undone last, if nothing was changed since. */
function lastUndone(entries: readonly HistoryEntry[]): HistoryEntry | undefined {
  const last = entries.reduce<HistoryEntry | undefined>(
    (latest, entry) => ((entry.undoneMs ?? 0) > (latest?.undoneMs ?? 0) ? entry : latest),
    undefined,
  )
  return entries.every(({ atMs }) => atMs <= (last?.undoneMs ?? 0)) ? last : undefined
}
