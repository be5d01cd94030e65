import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { idsBetween, type TileSource } from './tile-source.ts'
import { useToasts } from './toasts.ts'

type Ids = readonly PhotoId[]

/** Which photos are selected, which one has the focus, and where a range starts. */
export const useSelection = defineStore('selection', () => {
  const toasts = useToasts()
  const ids = shallowRef<ReadonlySet<PhotoId>>(new Set())
  const focusIndex = ref(0)
  const focusId = ref<PhotoId | null>(null)
  let anchor = 0
  /** The selection that the library is asked for; null where the present one is what the person chose last. */
  let awaited: Promise<Ids | null> | null = null
  const list = computed(() => [...ids.value])
  const has = (id: PhotoId): boolean => ids.value.has(id)
  const select = (next: Iterable<PhotoId>): void => {
    awaited = null
    ids.value = new Set(next)
  }
  /** Selects what the library answers, unless something else was selected meanwhile. */
  const selectLater = async (find: () => Promise<Ids>): Promise<void> => {
    let found: Ids | null = null
    const asking = toasts.attempt('Photos not selected', async () => (found = await find())).then(() => found)
    awaited = asking
    await asking
    if (awaited === asking) select(found ?? list.value)
  }
  /**
   * What a key that is pressed now acts on: the selection, or the one that the library is asked for, once it is known.
   * Null where it could not be found out.
   */
  const chosen = (): Promise<Ids | null> => awaited ?? Promise.resolve(list.value)
  /** False while the library is asked for the selection. */
  const isKnown = (): boolean => awaited === null
  const isEmpty = (): boolean => isKnown() && ids.value.size === 0

  const focus = (index: number, id: PhotoId | undefined): void => {
    focusIndex.value = index
    focusId.value = id ?? null
  }
  const only = (index: number, id: PhotoId): void => {
    anchor = index
    focus(index, id)
    select([id])
  }
  const toggle = (index: number, id: PhotoId): void => {
    anchor = index
    focus(index, id)
    select(has(id) ? list.value.filter((other) => other !== id) : [...list.value, id])
  }
  /** Everything between the last plain selection and an index, in the order of the list. */
  const rangeTo = (index: number, source: TileSource): Promise<void> => {
    focus(index, source.tile(index)?.id)
    return selectLater(() => idsBetween(source, anchor, index))
  }
  const all = (source: TileSource): Promise<void> => selectLater(() => source.ids())
  const clear = (): void => select([])
  const reset = (): void => {
    clear()
    anchor = 0
    focus(0, undefined)
  }

  return {
    ids,
    list,
    focusIndex,
    focusId,
    has,
    chosen,
    isKnown,
    isEmpty,
    focus,
    only,
    toggle,
    rangeTo,
    all,
    clear,
    reset,
  }
})
