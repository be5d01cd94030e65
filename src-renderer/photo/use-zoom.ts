import { computed, ref, type Ref } from 'vue'
import {
  boundZoom,
  fitZoom,
  isFitted,
  keepInside,
  nextStop,
  sizeAt,
  snap,
  type Offset,
  type Place,
  type Size,
} from './zoom-geometry.ts'

const MIDDLE: Place = { x: 0.5, y: 0.5 }
/** The zoom to enlarge to if the photo is already shown 1:1. */
const ENLARGED = 2

export type ZoomOptions = {
  /** The space for the photo, in CSS pixels. */
  stage: Ref<Size>
  /** The photo in its own pixels; the width is 0 while unknown. */
  photo: Ref<Size>
  /** Screen pixels per CSS pixel. */
  ratio: Ref<number>
}

/**
 * Zoom and place of the photo in a stage. A zoom is screen pixels per pixel of the photo: at 1 the photo's own pixels
 * are shown. Zoom and place stay when another photo is shown; a fitted one is fitted again.
 */
export function useZoom(options: ZoomOptions) {
  const view = useView(options)
  const moves = useMoves(view, options.stage)
  const { zoom, zoomOf, percent, isZoomed, frame, centre } = view
  return { zoom, zoomOf, percent, isZoomed, frame, centre, ...moves }
}

export type Zoom = ReturnType<typeof useZoom>

/** The visible part of the photo. */
function useView({ stage, photo, ratio }: ZoomOptions) {
  /** Null if the photo is fitted. */
  const wanted = ref<number | null>(null)
  /** The point of the photo in the middle of the stage. */
  const centre = ref<Place>(MIDDLE)
  const isShowable = ({ width, height }: Size): boolean => width > 0 && height > 0 && stage.value.width > 0
  const fitOf = (some: Size): number => (isShowable(some) ? fitZoom(stage.value, some, ratio.value) : 1)
  /** The zoom at which a photo is shown, or would be. */
  const zoomOf = (some: Size): number => (wanted.value === null ? fitOf(some) : boundZoom(wanted.value, fitOf(some)))

  const isKnown = computed(() => isShowable(photo.value))
  const fit = computed(() => fitOf(photo.value))
  const zoom = computed(() => zoomOf(photo.value))
  const size = computed<Size>(() => (isKnown.value ? sizeAt(photo.value, zoom.value, ratio.value) : stage.value))
  const isZoomed = computed(() => isKnown.value && !isFitted(zoom.value, fit.value))
  /** Whole percent; null while the size of the photo is unknown. */
  const percent = computed(() => (isKnown.value ? Math.round(zoom.value * 100) : null))
  const offset = computed<Offset>(() => {
    const { width, height } = size.value
    const { x, y } = centre.value
    return keepInside({ x: (0.5 - x) * width, y: (0.5 - y) * height }, size.value, stage.value)
  })
  /** Where the photo is in the stage, in CSS pixels from its upper left corner. */
  const frame = computed(() => ({
    left: snap((stage.value.width - size.value.width) / 2 + offset.value.x, ratio.value),
    top: snap((stage.value.height - size.value.height) / 2 + offset.value.y, ratio.value),
    ...size.value,
  }))
  return { wanted, centre, isKnown, fit, zoom, zoomOf, size, isZoomed, percent, offset, frame }
}

/** The actions of a person. */
function useMoves(
  { wanted, centre, isKnown, fit, zoom, size, isZoomed, offset }: ReturnType<typeof useView>,
  stage: Ref<Size>,
) {
  const moveTo = (next: Offset): void => {
    const { width, height } = size.value
    const { x, y } = keepInside(next, size.value, stage.value)
    centre.value = { x: 0.5 - x / width, y: 0.5 - y / height }
  }
  /** Zooms so that the point under the pointer, counted from the stage's middle, stays under it. */
  const zoomTo = (next: number, { x, y }: Offset = { x: 0, y: 0 }): void => {
    if (!isKnown.value) return
    const before = { ...offset.value, zoom: zoom.value }
    const bounded = boundZoom(next, fit.value)
    wanted.value = isFitted(bounded, fit.value) ? null : bounded
    const factor = zoom.value / before.zoom
    moveTo({ x: x - (x - before.x) * factor, y: y - (y - before.y) * factor })
  }
  const zoomBy = (factor: number, point?: Offset): void => zoomTo(zoom.value * factor, point)
  const step = (direction: 1 | -1): void => zoomTo(nextStop(zoom.value, fit.value, direction))
  const pan = (dx: number, dy: number): void => moveTo({ x: offset.value.x + dx, y: offset.value.y + dy })
  const reset = (): void => {
    wanted.value = null
    centre.value = MIDDLE
  }
  /** From the fitted size to 1:1 and back. */
  const toggle = (point?: Offset): void =>
    isZoomed.value ? reset() : zoomTo(isFitted(1, fit.value) ? ENLARGED : 1, point)
  /** The point of the photo under a point of the stage, which counts from the stage's middle. */
  const placeOf = ({ x, y }: Offset): Place => ({
    x: 0.5 + (x - offset.value.x) / size.value.width,
    y: 0.5 + (y - offset.value.y) / size.value.height,
  })
  /** Moves so that a point of the photo is in the middle of the stage, or as near to it as the photo's edges allow. */
  const centreOn = (place: Place): void => {
    centre.value = place
  }
  /** From the fitted size to 1:1 with a point of the photo where it is on the stage. */
  const showAt = (place: Place): void => {
    const { x, y } = offset.value
    toggle({ x: x + (place.x - 0.5) * size.value.width, y: y + (place.y - 0.5) * size.value.height })
  }
  return { zoomTo, zoomBy, step, pan, reset, toggle, placeOf, centreOn, showAt }
}
