import { computed, ref, shallowRef, watch } from 'vue'
import type { Face } from '../../src-main/contract/analysis/face.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { usePhotoPixels } from '../pictures/use-photo-pixels.ts'
import type { TileSource } from '../stores/tile-source.ts'
import { partOf } from './face-place.ts'
import { markOf, MEASURED_SIDE, measureSharpness } from './measure-sharpness.ts'
import { burstAround, followFace } from './same-person.ts'

/** Photos on either side that are looked at for the same burst. */
const AROUND = 12

/** A face on the strip; `mark` is its sharpness from 0 to 100, null until it is measured. */
export type StripFace = { key: string; photo: PhotoDetail; face: Face; mark: number | null }

type StripParts = { detail: () => PhotoDetail; source: () => TileSource; index: () => number }

/** The faces of a photo, or one of them through its burst, the sharpest first. */
export function useFaceStrip({ detail, source, index }: StripParts) {
  const { library } = useClient()
  const measure = useMarks()
  const faces = shallowRef<readonly StripFace[]>([])
  /** The face that is followed through the burst; null while those of the photo are shown. */
  const followed = shallowRef<Face | null>(null)
  const isLoading = ref(false)

  const follow = async (face: Face): Promise<StripFace[]> => {
    const first = Math.max(0, index() - AROUND)
    const around = Array.from({ length: 2 * AROUND + 1 }, (_, offset) => source().tile(first + offset))
    const burst = burstAround(
      around.map((tile) => tile?.takenAt),
      Math.max(0, index() - first),
    )
    const ids = burst.flatMap((at) => around[at]?.id ?? [])
    const frames = await Promise.all(ids.map((id) => library.photos.get({ id })))
    return followFace(frames, ids.indexOf(detail().id), face).flatMap(({ frame, face: same }) => {
      const photo = frames.find(({ id }) => id === frame.id)
      return photo ? [toStrip(photo, same)] : []
    })
  }
  watch(
    [() => detail().id, () => detail().faceList.length, followed],
    async ([id, , wanted], [before]) => {
      if (id !== before && wanted) return (followed.value = null)
      isLoading.value = true
      const found = wanted ? await follow(wanted) : detail().faceList.map((face) => toStrip(detail(), face))
      if (detail().id !== id || followed.value !== wanted) return
      faces.value = found
      isLoading.value = false
      const marked = await Promise.all(found.map(async (each) => ({ ...each, mark: await measure(each) })))
      if (faces.value === found) faces.value = marked
    },
    { immediate: true },
  )
  const sorted = computed(() => faces.value.toSorted((a, b) => (b.mark ?? -1) - (a.mark ?? -1)))
  return { faces: sorted, followed, isLoading }
}

const toStrip = (photo: PhotoDetail, face: Face): StripFace => ({
  key: `${photo.id}-${face.coordinates.xmin}-${face.coordinates.ymin}`,
  photo,
  face,
  mark: null,
})

/** Of a photo whose file is away there is the small picture that the library keeps. */
const kindOf = ({ status }: PhotoDetail): 'preview' | 'screen' =>
  status === 'missing' || status === 'offline' ? 'preview' : 'screen'

/** Measures how sharp faces are; a face whose picture cannot be read has no mark. */
function useMarks(): (face: StripFace) => Promise<number | null> {
  const { read } = usePhotoPixels()
  return async ({ photo, face }) => {
    const side = MEASURED_SIDE
    const pixels = await read(photo, { kind: kindOf(photo), part: partOf(face, photo), width: side, height: side })
    return pixels ? markOf(measureSharpness(pixels)) : null
  }
}
