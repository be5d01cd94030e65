import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { afterPaint } from '../client/after-paint.ts'
import { describeError, errorCode } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { useTagLabels } from '../languages/use-tag-labels.ts'

/** The details of the photo that is shown. */
export const usePhotoDetails = defineStore('photo-details', () => {
  const { library } = useClient(),
    labels = useTagLabels(),
    { expected } = usePhotoPages()
  const detail = shallowRef<PhotoDetail | null>(null)
  const problem = ref('')
  /** True if the photo is no longer in the library. */
  const isGone = ref(false)
  let wanted: PhotoId | null = null

  const load = async (id: PhotoId): Promise<void> => {
    try {
      const next = await expected.readPhoto(() => library.photos.get({ id }))
      labels.remember([...next.tags, ...next.categories])
      if (wanted === id) {
        detail.value = next
        problem.value = ''
        isGone.value = false
      }
    } catch (error) {
      if (wanted === id) {
        detail.value = null
        problem.value = describeError(error)
        isGone.value = errorCode(error) === 'photo-not-found'
      }
    }
  }

  /** The earlier photo's details stay until the new ones are loaded, so that a panel does not flicker. */
  const show = (id: PhotoId | null): void => {
    if (wanted === id) return
    wanted = id
    problem.value = ''
    isGone.value = false
    if (id === null) detail.value = null
    // The picture comes first: a person who steps quickly only waits for it, and skips most details.
    else void afterPaint().then(() => (wanted === id ? load(id) : undefined))
  }

  /** Shows a change before the library reports it; the next `refresh` replaces it. */
  const patch = (ids: ReadonlySet<PhotoId>, part: Partial<PhotoDetail>): void => {
    if (detail.value && ids.has(detail.value.id)) detail.value = { ...detail.value, ...part }
  }

  const refresh = async (): Promise<void> => {
    if (wanted !== null) await load(wanted)
  }

  expected.addView(patch, refresh)

  return { detail, problem, isGone, show, refresh }
})
