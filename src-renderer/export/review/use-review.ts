import { computed, ref, watch, type Ref } from 'vue'
import type { Size } from '../../../src-main/contract/analysis/cropping.ts'
import type { PlannedCrop, CropPlace } from '../../../src-main/contract/library/crop-pins.ts'
import type { MovedCrop } from '../../../src-main/contract/library/export-job.ts'
import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import { sizeOfCrop } from '../../../src-main/contract/library/written-size.ts'
import { middleBox, type Box } from '../../pictures/move-crop.ts'
import { usePlannedCrops } from './use-planned-crops.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import type { PhotoTile } from '../../../src-main/contract/library/photo.ts'
import { useClient } from '../../client/use-client.ts'
import { t } from '../../locales/messages.ts'
import { useToasts } from '../../client/use-toasts.ts'

export type Review = ReturnType<typeof useReview>

type ReviewParts = {
  ids: Readonly<Ref<readonly PhotoId[]>>
  sizes: Readonly<Ref<readonly Size[]>>
  isOpen: Readonly<Ref<boolean>>
  moved: Map<string, MovedCrop>
  keepsSmall: Readonly<Ref<boolean>>
}

/** The crops of a review sheet, their places, and the person's changes. */
export function useReview({ ids, sizes, isOpen, moved, keepsSmall }: ReviewParts) {
  const planned = usePlannedCrops(ids, sizes)
  const current = ref(0)
  const total = computed(() => ids.value.length * sizes.value.length)
  watch([isOpen, sizes, ids], () => {
    if (current.value >= total.value) current.value = 0
    planned.clear()
  })

  /** Null if there is none. */
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
  /** Restores the suggestion of the analysis, and removes a pin. */
  const reset = async (about: ReviewItem): Promise<void> => {
    moved.delete(keyOf(about.photoId, about.size))
    if (stateOf(about) === 'pinned') await pins.unpin(about)
  }
  const views = { total, current, item, itemAt, load: planned.load, problem: planned.problem }
  return { ...views, cropOf, sizeOf, stateOf, move, reset, ...pins }
}

/** Crops as they would be written: moved for this export, otherwise as planned, otherwise the middle. */
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

type Parts = {
  cropOf: (item: ReviewItem) => Box
  photoOf: (id: PhotoId) => PhotoTile | null | undefined
  moved: Map<string, MovedCrop>
  reload: () => Promise<void>
}

/** Permanent crops: saved by the library, undone like every other change. */
function usePins({ cropOf, photoOf, moved, reload }: Parts) {
  const { crops } = useClient().library
  const toasts = useToasts()
  /** What was pinned last, as a sentence. */
  const lastPinned = ref('')
  const forget = ({ photoId, size }: Pick<ReviewItem, 'photoId' | 'size'>): void => {
    moved.delete(`${photoId}:${size.width}x${size.height}`)
  }
  const attempt = (work: () => Promise<void>): Promise<boolean> => toasts.attempt(t('cropReview.notPinned'), work)

  /** Pins the crop as shown; with `wholeStacks`, for every photo of the stack. */
  const pin = (item: ReviewItem, wholeStacks = false): Promise<boolean> =>
    attempt(async () => {
      if (!item.photo) return
      const { width, height } = item.size
      const place = placeOf(cropOf(item), item.photo)
      const done = await crops.pin({ ids: [item.photoId], size: { width, height }, place, wholeStacks })
      lastPinned.value = translateSentence(done.sentence)
      forget(item)
      await reload()
    })
  const unpin = ({ photoId, size: { width, height } }: ReviewItem): Promise<boolean> =>
    attempt(async () => {
      lastPinned.value = translateSentence(
        (await crops.pin({ ids: [photoId], size: { width, height }, place: null })).sentence,
      )
      await reload()
    })
  /** Pins every crop that was moved for this export. */
  const pinMoved = (): Promise<boolean> =>
    attempt(async () => {
      for (const { photoId, size, crop } of moved.values()) {
        const photo = photoOf(photoId)
        if (!photo) continue
        await crops.pin({ ids: [photoId], size, place: placeOf(crop, photo) })
        forget({ photoId, size })
      }
      await reload()
    })
  return { lastPinned, pin, unpin, pinMoved }
}

const placeOf = ({ x1, y1, x2, y2 }: Box, { width, height }: PhotoTile): CropPlace => ({
  x1: Math.max(0, x1 / width),
  y1: Math.max(0, y1 / height),
  x2: Math.min(1, x2 / width),
  y2: Math.min(1, y2 / height),
})

/** One crop of the sheet; its photo is absent while it is not loaded, and null if it cannot be shown. */
export type ReviewItem = { index: number; photoId: PhotoId; size: Size; photo: PhotoTile | null | undefined }
/**
 * Who decided a crop: the person for this export (`moved`) or permanently (`pinned`); the analysis; nobody, so that it
 * is the middle.
 */
export type CropState = 'moved' | 'pinned' | 'suggested' | 'middle'

const keyOf = (photoId: PhotoId, { width, height }: Size): string => `${photoId}:${width}x${height}`
