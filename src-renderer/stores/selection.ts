import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { idsBetween, type TileSource } from './tile-source.ts'

/** Which photos are selected, which one has the focus, and where a range starts. */
export const useSelection = defineStore('selection', () => {
  const ids = shallowRef<ReadonlySet<PhotoId>>(new Set())
  const focusIndex = ref(0)
  const focusId = ref<PhotoId | null>(null)
  let anchor = 0
  const list = computed(() => [...ids.value])
  const has = (id: PhotoId): boolean => ids.value.has(id)
  const select = (next: Iterable<PhotoId>): void => {
    ids.value = new Set(next)
  }
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
  const rangeTo = async (index: number, source: TileSource): Promise<void> => {
    focus(index, source.tile(index)?.id)
    select(await idsBetween(source, anchor, index))
  }
  const all = async (source: TileSource): Promise<void> => select(await source.ids())
  const clear = (): void => select([])
  const reset = (): void => {
    clear()
    anchor = 0
    focus(0, undefined)
  }

  return { ids, list, focusIndex, focusId, has, focus, only, toggle, rangeTo, all, clear, reset }
})
