import { computed, ref, watch, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { BLOCK, findIndex, type TileSource } from '../stores/tile-source.ts'

/** Steps through a list from one photo to the next. `index` is -1 while the photo's place is unknown. */
export function usePhotoSteps(id: () => PhotoId, source: Ref<TileSource>, open: (id: PhotoId) => void) {
  const index = ref(-1)

  const locate = async (): Promise<void> => {
    const wanted = id()
    if (source.value.tile(index.value)?.id === wanted) return
    const found = await findIndex(source.value, wanted).catch(() => -1)
    if (id() !== wanted) return
    index.value = found
    if (found >= 0)
      source.value.want(Math.max(0, found - BLOCK / 4), Math.min(source.value.total - 1, found + BLOCK / 4))
  }
  const goTo = async (next: number): Promise<void> => {
    if (next < 0 || next >= source.value.total) return
    const target = source.value.tile(next)?.id ?? (await source.value.ids())[next]
    if (target === undefined) return
    index.value = next
    open(target)
  }
  const step = (by: -1 | 1): void => {
    if (index.value >= 0) void goTo(index.value + by)
  }

  /** The photos to which the next step leads, the one ahead first. */
  const neighbours = computed(() =>
    index.value < 0 ? [] : [1, -1].flatMap((by) => source.value.tile(index.value + by) ?? []),
  )

  watch([id, () => source.value.total, () => source.value.serial], () => void locate(), { immediate: true })
  return { index, neighbours, goTo, step }
}
