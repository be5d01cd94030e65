import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { TileSource } from './tile-source.ts'

/** Which photos are chosen, which one has the focus, and where a range began. */
export const useSelection = defineStore('selection', () => {
  const ids = shallowRef<ReadonlySet<PhotoId>>(new Set())
  const focusIndex = ref(0)
  const focusId = ref<PhotoId | null>(null)
  let anchor = 0

  const list = computed(() => [...ids.value])
  const has = (id: PhotoId): boolean => ids.value.has(id)

  const focus = (index: number, id: PhotoId | undefined): void => {
    focusIndex.value = index
    focusId.value = id ?? null
  }

  const only = (index: number, id: PhotoId): void => {
    anchor = index
    focus(index, id)
    ids.value = new Set([id])
  }

  const toggle = (index: number, id: PhotoId): void => {
    anchor = index
    focus(index, id)
    const next = new Set(ids.value)
    if (!next.delete(id)) next.add(id)
    ids.value = next
  }

  /** Everything between the anchor and a place, in the order of the list. */
  const rangeTo = async (index: number, source: TileSource): Promise<void> => {
    const [from, to] = anchor < index ? [anchor, index] : [index, anchor]
    focus(index, source.tile(index)?.id)
    const loaded = Array.from({ length: to - from + 1 }, (_, offset) => source.tile(from + offset)?.id)
    const known = loaded.filter((id) => id !== undefined)
    ids.value = new Set(known.length === loaded.length ? known : (await source.ids()).slice(from, to + 1))
  }

  const all = async (source: TileSource): Promise<void> => {
    ids.value = new Set(await source.ids())
  }

  const clear = (): void => {
    ids.value = new Set()
  }

  const reset = (): void => {
    clear()
    anchor = 0
    focus(0, undefined)
  }

  return { ids, list, focusIndex, focusId, has, focus, only, toggle, rangeTo, all, clear, reset }
})
