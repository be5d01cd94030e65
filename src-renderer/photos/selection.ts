import { defineStore } from 'pinia'
import { ref, computed, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { idsBetween, type TileSource } from './tile-source.ts'
import { t } from '../locales/messages.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Which photos are selected, which one has the focus, and where a range starts. */
export const useSelection = defineStore('selection', () => {
  const chosen = useSelectedIds()
  const { select, selectLater, ...selected } = chosen
  const focusIndex = ref(0)
  const focusId = ref<PhotoId | null>(null)
  let anchor = 0

  const focus = (index: number, id: PhotoId | undefined): void => {
    focusIndex.value = index
    focusId.value = id ?? null
  }
  /** Focuses a photo, and lets ranges start there. */
  const start = (index: number, id: PhotoId | undefined): void => {
    anchor = index
    focus(index, id)
  }
  const only = (index: number, id: PhotoId): void => {
    start(index, id)
    select([id])
  }
  const toggle = (index: number, id: PhotoId): void => {
    start(index, id)
    const list = selected.list.value
    select(selected.has(id) ? list.filter((other) => other !== id) : [...list, id])
  }
  /** Selects everything between the last plain selection and an index, in the order of the list. */
  const rangeTo = (index: number, source: TileSource): Promise<void> => {
    focus(index, source.tile(index)?.id)
    return selectLater(() => idsBetween(source, anchor, index))
  }
  /** Selects everything between two indexes, alone or in addition to the selection. */
  const between = (first: number, last: number, source: TileSource, isAdded: boolean): Promise<void> => {
    start(first, source.tile(first)?.id)
    const before = isAdded ? selected.list.value : []
    return selectLater(async () => [...before, ...(await idsBetween(source, first, last))])
  }
  /**
   * The focused photo has left the list, which is now this one. What is still listed stays selected; otherwise the
   * photo that represents it, or the one that is now where the selection began, takes its place.
   */
  const moveOn = (listed: readonly PhotoId[], representative?: PhotoId): void => {
    const there = new Set(listed)
    const kept = selected.list.value.filter((id) => there.has(id))
    const at = Math.min(anchor, focusIndex.value, listed.length - 1)
    const next = kept[0] ?? representative ?? listed[at]
    const wasEmpty = selected.list.value.length === 0
    start(next === undefined ? 0 : listed.indexOf(next), next)
    if (!wasEmpty) select(kept.length > 0 || next === undefined ? kept : [next])
  }
  /** Photos that have left the list are not selected any more. */
  const drop = (gone: readonly PhotoId[]): void => {
    const left = new Set(gone)
    if (selected.list.value.some((id) => left.has(id))) select(selected.list.value.filter((id) => !left.has(id)))
  }
  const clear = (): void => select([])
  const reset = (): void => {
    clear()
    start(0, undefined)
  }

  /** Counts the leads from another window, so that the list scrolls there. */
  const leads = ref(0)
  /** Focuses and selects what another window says. */
  const lead = (index: number, id: PhotoId, all: readonly PhotoId[]): void => {
    start(index, id)
    select(all)
    leads.value += 1
  }

  const moves = { focus, start, only, toggle, rangeTo, between, moveOn, drop, lead, clear, reset }
  return { ...selected, selectLater, focusIndex, focusId, leads, ...moves, ...ofList(chosen) }
})

/** Selections from a complete list. */
function ofList({ ids, select, selectLater }: ReturnType<typeof useSelectedIds>) {
  const all = (source: TileSource): Promise<void> => selectLater(() => source.ids())
  /** Selects everything that is not selected. */
  const invert = (source: TileSource): Promise<void> => {
    const before = ids.value
    return selectLater(async () => (await source.ids()).filter((id) => !before.has(id)))
  }
  /** Adds what the library answers to the selection. */
  const add = (find: () => Promise<readonly PhotoId[]>): Promise<void> => {
    const before = ids.value
    return selectLater(async () => [...before, ...(await find())])
  }
  /** Selects the photos at some indexes, in addition to others; at once if their pages are loaded. */
  const within = (indexes: readonly number[], source: TileSource, kept: readonly PhotoId[]): Promise<void> => {
    const loaded = indexes.flatMap((index) => source.tile(index)?.id ?? [])
    if (loaded.length === indexes.length) return Promise.resolve(select([...kept, ...loaded]))
    return selectLater(async () => {
      const listed = await source.ids()
      return [...kept, ...indexes.flatMap((index) => listed[index] ?? [])]
    })
  }
  return { all, invert, add, within }
}

type Ids = readonly PhotoId[]

/** The ids of selected photos; the library may still be finding some of them. */
function useSelectedIds() {
  const toasts = useToasts()
  const ids = shallowRef<ReadonlySet<PhotoId>>(new Set())
  /** The pending selection; null if the current one is the person's latest choice. */
  let awaited: Promise<Ids | null> | null = null
  const list = computed(() => [...ids.value])
  const has = (id: PhotoId): boolean => ids.value.has(id)

  const select = (next: Iterable<PhotoId>): void => {
    awaited = null
    ids.value = new Set(next)
  }
  /** Selects what the library answers, unless something else was selected in the meantime. */
  const selectLater = async (find: () => Promise<Ids>): Promise<void> => {
    let found: Ids | null = null
    const asking = toasts.attempt(t('photos.notSelected'), async () => (found = await find())).then(() => found)
    awaited = asking
    await asking
    if (awaited === asking) select(found ?? list.value)
  }
  /**
   * What a key that is pressed now acts on: the selection, or the pending one once it is known. Null if it could not be
   * determined.
   */
  const chosen = (): Promise<Ids | null> => awaited ?? Promise.resolve(list.value)
  /** False while a selection is pending. */
  const isKnown = (): boolean => awaited === null
  const isEmpty = (): boolean => isKnown() && ids.value.size === 0

  return { ids, list, has, select, selectLater, chosen, isKnown, isEmpty }
}
