import { computed, ref, shallowRef } from 'vue'
import type { Face } from '../../src-main/contract/analysis/face.ts'
import { placeOfEyes } from '../faces/face-place.ts'
import { followFace, sameFace, type Frame } from '../faces/follow-face.ts'
import { wholePhoto, type View } from './pane-view.ts'

/**
 * The visible part of each pane's photo. While panes are locked together, it is the same for all; if they are enlarged
 * on a face, each shows that face at the same place. `facesOf` knows a photo's faces as soon as they are loaded;
 * `shown` are the photos in their order, since a face is followed from one to the next.
 */
export function usePaneViews(facesOf: (id: number) => Frame | undefined, shown: () => readonly number[]) {
  const isLocked = ref(true)
  const shared = shallowRef<View>(wholePhoto)
  const own = shallowRef<ReadonlyMap<number, View>>(new Map())
  /** The face that all show, on the photo where it was chosen. */
  const held = shallowRef<{ photo: Frame; face: Face } | null>(null)

  /** The face of each photo that is the held one. */
  const faces = computed<ReadonlyMap<number, Face>>(() => {
    if (held.value === null) return new Map()
    const { photo, face } = held.value
    const frames = shown().flatMap((id) => (id === photo.id ? photo : (facesOf(id) ?? [])))
    const followed = followFace(frames, frames.indexOf(photo), face).map(
      ({ frame, face: same }) => [frame.id, same] as const,
    )
    const named = frames.flatMap((frame) => {
      const same = sameFace(photo, face, frame)
      return same === undefined ? [] : [[frame.id, same] as const]
    })
    return new Map([...named, ...followed])
  })
  const faceOn = (id: number): Face | undefined => faces.value.get(id)
  /** How far a photo's view is from the shared one, in shares of the photo. */
  const shiftOf = (id: number): { x: number; y: number } => {
    const [photo, face] = [facesOf(id), faceOn(id)]
    if (held.value === null || photo === undefined || face === undefined) return { x: 0, y: 0 }
    const [there, here] = [placeOfEyes(face, photo), placeOfEyes(held.value.face, held.value.photo)]
    return { x: there.x - here.x, y: there.y - here.y }
  }
  const viewOf = (id: number): View => {
    const alone = isLocked.value ? undefined : own.value.get(id)
    if (alone !== undefined) return alone
    const [{ scale, x, y }, shift] = [shared.value, shiftOf(id)]
    return scale === null ? shared.value : { scale, x: x + shift.x, y: y + shift.y }
  }
  const setView = (id: number, view: View): void => {
    if (!isLocked.value) return void (own.value = new Map([...own.value, [id, view]]))
    if (view.scale === null) held.value = null
    const shift = shiftOf(id)
    shared.value = { ...view, x: view.x - shift.x, y: view.y - shift.y }
  }
  /** Enlarges on a face of a photo; if locked, the others show the same face. */
  const land = (photo: Frame, face: Face, scale: number): void => {
    if (isLocked.value) held.value = { photo, face }
    setView(photo.id, { scale, ...placeOfEyes(face, photo) })
  }
  /** When locked again, all show the same part as the active one. */
  const toggleLock = (activeId: number | undefined): void => {
    const alone = activeId === undefined ? undefined : own.value.get(activeId)
    if (alone !== undefined) {
      shared.value = alone
      held.value = null
    }
    own.value = new Map()
    isLocked.value = !isLocked.value
  }
  return { isLocked, viewOf, setView, land, faceOn, toggleLock }
}
