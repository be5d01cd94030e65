import { computed, ref, watch, type Ref } from 'vue'
import { fitInto, keepInside, type Offset, type Size } from './zoom-geometry.ts'

const MAX_SCALE = 8
/** A picture with few pixels is still enlarged this much by a double click. */
const MIN_ACTUAL_SCALE = 1.5

/** Zoom and pan of one picture in a stage. `scale` 1 fits the stage; the picture never leaves the stage completely. */
export function useZoom(stage: Ref<Size>, picture: Ref<Size>, key: Ref<unknown>) {
  const scale = ref(1)
  const offset = ref<Offset>({ x: 0, y: 0 })
  /** CSS size of the fitted picture. */
  const fitted = computed(() => fitInto(stage.value, picture.value))
  /** Scale at which a picture pixel is a CSS pixel. */
  const actual = computed(() =>
    Math.min(MAX_SCALE, Math.max(MIN_ACTUAL_SCALE, picture.value.width / Math.max(1, fitted.value.width))),
  )

  const moveTo = (next: Offset): void => {
    const { width, height } = fitted.value
    offset.value = keepInside(next, { width: width * scale.value, height: height * scale.value }, stage.value)
  }
  /** Zooms so that the point under the pointer, counted from the stage's middle, stays under it. */
  const zoomTo = (next: number, { x, y }: Offset = { x: 0, y: 0 }): void => {
    const wanted = Math.min(MAX_SCALE, Math.max(1, next))
    const factor = wanted / scale.value
    scale.value = wanted
    moveTo({ x: x - (x - offset.value.x) * factor, y: y - (y - offset.value.y) * factor })
  }
  const pan = (dx: number, dy: number): void => moveTo({ x: offset.value.x + dx, y: offset.value.y + dy })
  const reset = (): void => {
    scale.value = 1
    offset.value = { x: 0, y: 0 }
  }
  const toggle = (point?: Offset): void => (scale.value > 1 ? reset() : zoomTo(actual.value, point))

  watch(key, reset)
  const transform = computed(() => `translate(${offset.value.x}px, ${offset.value.y}px) scale(${scale.value})`)
  return { scale, fitted, transform, zoomTo, pan, reset, toggle }
}
