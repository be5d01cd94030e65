import { watch } from 'vue'
import type { Face } from '../../src-main/contract/analysis/face.ts'
import type { PhotoDetail, PhotoTile } from '../../src-main/contract/library/photo.ts'
import { placeOfEyes, type Point, type Size } from '../faces/face-place.ts'
import { nearestFace, sameFace } from '../faces/follow-face.ts'
import { useKnownFaces } from '../faces/use-known-faces.ts'
import type { Zoom } from './use-zoom.ts'
import type { Offset, Place } from './zoom-geometry.ts'

type LandingParts = {
  tile: () => PhotoTile
  /** The details of the shown photo as soon as they are loaded. */
  detail: () => PhotoDetail | null
  /** Photos that the next step may lead to. */
  ahead: () => readonly PhotoTile[]
  /** The face in the ring of the strip, on which a key lands. */
  ringed: () => Face | null
  zoom: Pick<Zoom, 'centre' | 'isZoomed' | 'placeOf' | 'reset' | 'toggle' | 'showAt' | 'centreOn'>
}

/** A view is on a face if the middle is at most this many of its widths from between its eyes. */
const ON_FACE = 1

/**
 * Zooming to what matters: to the eyes of the nearest face, without a face to where the camera focused, without that to
 * the point itself. While the photo is enlarged on a face, the view stays on that face from frame to frame.
 */
export function useLanding({ tile, detail, ahead, ringed, zoom }: LandingParts) {
  const known = useKnownFaces()
  const facesOf = ({ id }: { id: number }): PhotoDetail | undefined => {
    const shown = detail()
    return shown?.id === id ? shown : known.of(id)
  }
  /** What the view waits for; it has moved on if the centre is no longer where it was left. */
  let pending: { settle: (photo: PhotoDetail) => Place | null; left: Place } | null = null

  const settle = (): void => {
    const photo = facesOf(tile())
    if (pending === null || photo === undefined) return
    const { settle: find, left } = pending
    pending = null
    const { x, y } = zoom.centre.value
    const place = x === left.x && y === left.y && zoom.isZoomed.value ? find(photo) : null
    if (place !== null) zoom.centreOn(place)
  }
  const wait = (find: (photo: PhotoDetail) => Place | null): void => {
    pending = { settle: find, left: zoom.centre.value }
    settle()
  }

  /** Enlarges around the face nearest to a point of the stage, or around the ringed face; or fits the photo again. */
  const toggle = (point?: Offset): void => {
    if (zoom.isZoomed.value) return zoom.reset()
    const { id } = tile()
    const at = zoom.placeOf(point ?? { x: 0, y: 0 })
    const ring = point === undefined ? ringed() : null
    zoom.showAt(at)
    wait((photo) => {
      const face = ring ?? nearestFace(photo, pixelsOf(at, photo))
      if (face !== undefined) return placeOfEyes(face, photo)
      void landOnFocus(id)
      return null
    })
  }
  const landOnFocus = async (id: number): Promise<void> => {
    const left = zoom.centre.value
    await known.wantFocus(id)
    const [area] = known.focusOf(id) ?? []
    const isWaiting = id === tile().id && zoom.isZoomed.value && zoom.centre.value === left
    if (area !== undefined && isWaiting) zoom.centreOn({ x: area.x + area.width / 2, y: area.y + area.height / 2 })
  }

  watch(
    tile,
    (next, before) => {
      if (next.id === before.id) return
      const from = facesOf(before) ?? known.of(before.id)
      const held = from === undefined || !zoom.isZoomed.value ? null : heldFace(from, zoom.centre.value)
      if (from === undefined || held === null) return void (pending = null)
      wait((photo) => {
        const face = sameFace(from, held.face, photo)
        if (face === undefined) return null
        const { x, y } = placeOfEyes(face, photo)
        const grown = face.coordinates.width / photo.width / (held.face.coordinates.width / from.width)
        return { x: x + held.off.x * grown, y: y + held.off.y * grown }
      })
    },
    { flush: 'sync' },
  )
  watch(() => facesOf(tile()), settle)
  // The faces of the next photos are there before the photos: the view does not move after they appear.
  watch(
    () => (zoom.isZoomed.value ? [tile(), ...ahead()].map(({ id }) => id) : []),
    (ids) => known.want(ids),
  )
  /** Moves an enlarged view to a face of the shown photo. */
  const look = (face: Face): void => {
    if (zoom.isZoomed.value) zoom.centreOn(placeOfEyes(face, tile()))
  }
  return { toggle, look }
}

/** The face that the view is on, and how far its middle is from between the eyes, in shares of the photo. */
function heldFace(photo: PhotoDetail, centre: Place): { face: Face; off: Place } | null {
  const face = nearestFace(photo, pixelsOf(centre, photo))
  if (face === undefined) return null
  const eyes = placeOfEyes(face, photo)
  const off = { x: centre.x - eyes.x, y: centre.y - eyes.y }
  const away = Math.hypot(off.x * photo.width, off.y * photo.height)
  return away <= ON_FACE * face.coordinates.width ? { face, off } : null
}

const pixelsOf = ({ x, y }: Place, { width, height }: Size): Point => ({ x: x * width, y: y * height })
