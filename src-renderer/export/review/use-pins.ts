import { translateSentence } from '../../locales/translate-sentence.ts'
import { ref } from 'vue'
import type { MovedCrop } from '../../../src-main/contract/library/export-job.ts'
import type { CropPlace } from '../../../src-main/contract/library/crop-pins.ts'
import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../../src-main/contract/library/photo.ts'
import { useClient } from '../../client/use-client.ts'
import { t } from '../../locales/messages.ts'
import type { Box } from '../../pictures/move-crop.ts'
import { useToasts } from '../../stores/toasts.ts'
import type { ReviewItem } from './review-item.ts'

type Parts = {
  cropOf: (item: ReviewItem) => Box
  photoOf: (id: PhotoId) => PhotoTile | null | undefined
  moved: Map<string, MovedCrop>
  reload: () => Promise<void>
}

/** Crops that are decided for good: kept by the library, undone like every other change. */
export function usePins({ cropOf, photoOf, moved, reload }: Parts) {
  const { crops } = useClient().library
  const toasts = useToasts()
  /** What was pinned last, as a sentence. */
  const told = ref('')
  const forget = ({ photoId, size }: Pick<ReviewItem, 'photoId' | 'size'>): void => {
    moved.delete(`${photoId}:${size.width}x${size.height}`)
  }
  const attempt = (work: () => Promise<void>): Promise<boolean> => toasts.attempt(t('cropReview.notPinned'), work)

  /** Pins the crop as it is shown, with `wholeStacks` for every photo of the stack. */
  const pin = (item: ReviewItem, wholeStacks = false): Promise<boolean> =>
    attempt(async () => {
      if (!item.photo) return
      const { width, height } = item.size
      const place = placeOf(cropOf(item), item.photo)
      const done = await crops.pin({ ids: [item.photoId], size: { width, height }, place, wholeStacks })
      told.value = translateSentence(done.sentence)
      forget(item)
      await reload()
    })
  const unpin = ({ photoId, size: { width, height } }: ReviewItem): Promise<boolean> =>
    attempt(async () => {
      told.value = translateSentence(
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
  return { told, pin, unpin, pinMoved }
}

const placeOf = ({ x1, y1, x2, y2 }: Box, { width, height }: PhotoTile): CropPlace => ({
  x1: Math.max(0, x1 / width),
  y1: Math.max(0, y1 / height),
  x2: Math.min(1, x2 / width),
  y2: Math.min(1, y2 / height),
})
