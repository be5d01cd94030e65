import { computed, ref, shallowRef, watch } from 'vue'
import type { Face } from '../../src-main/contract/analysis/face.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { useToasts } from '../client/use-toasts.ts'
import { faceWords, knownOf, type FaceWords } from './face-words.ts'
import { followFace } from './follow-face.ts'

/**
 * A face on the strip. `mark` is the sharpness of its eyes, from 0 to 100, or of the complete face if they are too
 * small; null if unknown.
 */
export type StripFace = { key: string; photo: PhotoDetail; face: Face; mark: number | null; known: FaceWords }

/** The faces of a photo, the doubtful first; or one of them through the frames of its stack, in their order. */
export function useFaceStrip(detail: () => PhotoDetail) {
  const { library } = useClient()
  const toasts = useToasts()
  const faces = shallowRef<readonly StripFace[]>([])
  /** The face that is followed through the stack; null while those of the photo are shown. */
  const followed = shallowRef<Face | null>(null)
  const isLoading = ref(false)

  const follow = async (face: Face): Promise<StripFace[]> => {
    const ids = await library.stacks.frames({ ids: [detail().id] })
    const frames = await Promise.all(ids.map((id) => library.photos.get({ id })))
    return followFace(frames, ids.indexOf(detail().id), face).flatMap(({ frame, face: same }) => {
      const photo = frames.find(({ id }) => id === frame.id)
      return photo ? [toStrip(photo, same)] : []
    })
  }
  const read = async (id: number, wanted: Face | null): Promise<void> => {
    isLoading.value = true
    let found = facesOf(detail())
    if (wanted) await toasts.attempt(t('faces.notFollowed'), async () => (found = await follow(wanted)))
    if (detail().id !== id || followed.value !== wanted) return
    faces.value = found
    isLoading.value = false
  }
  /** The same list as long as no mark changes: details are reloaded with every change of the photo. */
  const marks = computed<readonly (number | null)[]>((before) => {
    const now = (detail().sharpness?.faces ?? []).flatMap((each) => [each?.face ?? null, each?.eyes ?? null])
    return before && isSameList(before, now) ? before : now
  })
  watch(
    [() => detail().id, marks, () => detail().faceList.length, followed] as const,
    ([id, , , wanted], [before]) => {
      if (id === before || !wanted) return read(id, wanted)
      // Frames of the stack that are on the strip do not change it.
      if (!faces.value.some(({ photo }) => photo.id === id)) followed.value = null
    },
    { immediate: true },
  )
  const sorted = computed(() =>
    followed.value
      ? faces.value
      : faces.value.toSorted((a, b) => b.known.doubt - a.known.doubt || (a.mark ?? 0) - (b.mark ?? 0)),
  )
  return { faces: sorted, followed, isLoading }
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index])

const facesOf = (photo: PhotoDetail): StripFace[] => photo.faceList.map((face) => toStrip(photo, face))

function toStrip(photo: PhotoDetail, face: Face): StripFace {
  const { xmin, ymin } = face.coordinates
  const place = photo.faceList.findIndex(({ coordinates: own }) => own.xmin === xmin && own.ymin === ymin)
  const marks = photo.sharpness?.faces[place] ?? null
  const mark = marks?.eyes ?? marks?.face ?? null
  return { key: `${photo.id}-${xmin}-${ymin}`, photo, face, mark, known: faceWords(knownOf(marks)) }
}
