import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { ChangeId, HistoryEntry } from '../../src-main/contract/library/history.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { CallOrder } from '../client/call-order.ts'

const PAGE = 100
/** The maximum number of entries to reload at once. */
const MAX_RELOADED = 900

/** The person's changes, the newest first; loaded only while something shows them. */
export const useHistory = defineStore('history', () => {
  const { entries, load, ...loading } = useEntries()
  const pictures = usePictures()
  const viewers = ref(0)
  /** The change that Ctrl+Z undoes: the newest that is not undone. */
  const undoable = computed(() => entries.value.find((entry) => !entry.isUndone))
  /** The change that Ctrl+Shift+Z redoes. */
  const redoable = computed(() => lastUndone(entries.value))

  /** Reloads as many as are shown. */
  const refresh = async (): Promise<void> => {
    if (viewers.value > 0) await load(Math.min(MAX_RELOADED, Math.max(PAGE, entries.value.length)))
    await pictures.load(entries.value)
  }
  const loadMore = async (): Promise<void> => {
    await loading.loadMore()
    await pictures.load(entries.value)
  }
  const lines = computed(() => gatherMarks(entries.value))
  /** Keeps the list loaded until `removeViewer` is called. */
  const addViewer = (): void => {
    viewers.value += 1
    pictures.forget()
    void refresh()
  }
  const removeViewer = (): void => {
    viewers.value = Math.max(0, viewers.value - 1)
  }

  return {
    entries,
    lines,
    picturesOf: pictures.of,
    ...loading,
    loadMore,
    undoable,
    redoable,
    refresh,
    addViewer,
    removeViewer,
  }
})

/** Kinds of changes that come one after the other while photos are looked through. */
const MARKS: readonly string[] = ['pick', 'rate', 'label']
const MINUTE_MS = 60_000

/** Whether a change of this kind sets nothing but marks of photos. */
export const isOfMarks = (kind: string | undefined): boolean => kind !== undefined && MARKS.includes(kind)

/** The displayed history, newest first: marks given within a minute are one line. */
export function gatherMarks(entries: readonly HistoryEntry[]): HistoryEntry[][] {
  const lines: HistoryEntry[][] = []
  for (const entry of entries) {
    const first = lines.at(-1)?.[0]
    const isMark = first !== undefined && isOfMarks(entry.kind) && isOfMarks(first.kind)
    if (isMark && first.isUndone === entry.isUndone && first.atMs - entry.atMs < MINUTE_MS) lines.at(-1)!.push(entry)
    else lines.push([entry])
  }
  return lines
}

/** The library takes this many changes in one call. */
const MAX_ASKED = 200

/** Pictures of what changes were about; each is requested once. */
function usePictures() {
  const { library } = useClient()
  const loads = useLoads()
  const known = shallowRef<ReadonlyMap<ChangeId, readonly PhotoTile[]>>(new Map())
  /** Lines are shown without pictures if they cannot be loaded. */
  const load = async (entries: readonly HistoryEntry[]): Promise<void> => {
    const ids = entries.map(({ id }) => id).filter((id) => !known.value.has(id))
    for (let from = 0; from < ids.length; from += MAX_ASKED) {
      const some = ids.slice(from, from + MAX_ASKED)
      const found = (await loads.ask(() => library.history.pictures({ ids: some }))) ?? []
      known.value = new Map([...known.value, ...found.map(({ id, photos }) => [id, photos] as const)])
    }
  }
  const forget = (): void => {
    known.value = new Map()
  }
  /** The first photos of some changes, each once. */
  const of = (ids: readonly ChangeId[], max: number): PhotoTile[] => {
    const photos = new Map(ids.flatMap((id) => known.value.get(id) ?? []).map((photo) => [photo.id, photo]))
    return [...photos.values()].slice(0, max)
  }
  return { load, forget, of }
}

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
