import { computed, ref, watch, type Ref } from 'vue'
import type { Size } from '../../../src-main/contract/analysis/cropping.ts'
import type { PlannedCrop } from '../../../src-main/contract/library/crop-pins.ts'
import type { MovedCrop } from '../../../src-main/contract/library/export-job.ts'
import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import { sizeOfCrop } from '../../../src-main/contract/library/written-size.ts'
import { middleBox, type Box } from '../../pictures/move-crop.ts'
import { usePlannedCrops } from './planned-crops.ts'
import { keyOf, type CropState, type ReviewItem } from './review-item.ts'
import { usePins } from './use-pins.ts'

export type Review = ReturnType<typeof useReview>

export type ReviewParts = {
  ids: Readonly<Ref<readonly PhotoId[]>>
  sizes: Readonly<Ref<readonly Size[]>>
  isOpen: Readonly<Ref<boolean>>
  moved: Map<string, MovedCrop>
  keepsSmall: Readonly<Ref<boolean>>
}

/** The crops of a review sheet: which there are, where they lie, and what the person does with them. */
export function useReview({ ids, sizes, isOpen, moved, keepsSmall }: ReviewParts) {
  const planned = usePlannedCrops(ids, sizes)
  const current = ref(0)
  const total = computed(() => ids.value.length * sizes.value.length)
  watch([isOpen, sizes, ids], () => {
    if (current.value >= total.value) current.value = 0
    planned.clear()
  })

  /** Null where there is none. */
  const itemAt = (index: number): ReviewItem | null => {
    const photoId = ids.value[Math.floor(index / sizes.value.length)]
    const size = sizes.value[index % sizes.value.length]
    return photoId === undefined || size === undefined || index < 0
      ? null
      : { index, photoId, size, photo: planned.photoOf(photoId) }
  }
  const { cropOf, stateOf, move } = useMovedCrops(moved, planned.of)
  const item = computed(() => itemAt(current.value))
  /** The size that the file will have. */
  const sizeOf = (about: ReviewItem): Size => {
    const { x1, y1, x2, y2 } = cropOf(about)
    return sizeOfCrop({ width: x2 - x1, height: y2 - y1 }, about.size, keepsSmall.value && Boolean(about.photo))
  }
  const pins = usePins({ cropOf, moved, reload: planned.reload, photoOf: planned.photoOf })
  /** As the analysis suggests; a pin is taken back, too. */
  const reset = async (about: ReviewItem): Promise<void> => {
    moved.delete(keyOf(about.photoId, about.size))
    if (stateOf(about) === 'pinned') await pins.unpin(about)
  }
  const views = { total, current, item, itemAt, load: planned.load, problem: planned.problem }
  return { ...views, cropOf, sizeOf, stateOf, move, reset, ...pins }
}

/** Crops as they would be written: moved for this export, else as they are planned, else the middle. */
function useMovedCrops(moved: Map<string, MovedCrop>, plannedOf: (key: string) => PlannedCrop | undefined) {
  const cropOf = (item: ReviewItem): Box => {
    const key = keyOf(item.photoId, item.size)
    const area = item.photo ?? { width: 1, height: 1 }
    return moved.get(key)?.crop ?? plannedOf(key)?.crop ?? middleBox(item.size.width / item.size.height, area)
  }
  const stateOf = ({ photoId, size }: ReviewItem): CropState => {
    const key = keyOf(photoId, size)
    return moved.has(key) ? 'moved' : byWhom(plannedOf(key))
  }
  const move = ({ photoId, size }: ReviewItem, crop: Box): void => {
    const { width, height } = size
    moved.set(keyOf(photoId, size), { photoId, size: { width, height }, crop })
  }
  return { cropOf, stateOf, move }
}

const states: Record<PlannedCrop['by'], CropState> = { person: 'pinned', analysis: 'suggested', nobody: 'middle' }
const byWhom = (planned: PlannedCrop | undefined): CropState => (planned ? states[planned.by] : 'suggested')
