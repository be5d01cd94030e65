import { computed, ref, watch, type Ref } from 'vue'

const MAX_SCALE = 8

/** Zoom and pan of one picture in a stage. `scale` 1 fits the stage; the picture never leaves the stage completely. */
export function useZoom(
  stage: Ref<{ width: number; height: number }>,
  picture: Ref<{ width: number; height: number }>,
  key: Ref<unknown>,
) {
  const scale = ref(1)
  const offset = ref({ x: 0, y: 0 })

  /** CSS size of the fitted picture. */
  const fitted = computed(() => {
    const { width, height } = picture.value
    if (width <= 0 || height <= 0) return { width: stage.value.width, height: stage.value.height }
    const ratio = Math.min(stage.value.width / width, stage.value.height / height, 3)
    return { width: width * ratio, height: height * ratio }
  })
  /** Scale at which a picture pixel is a CSS pixel. */
  const actual = computed(() =>
    Math.min(MAX_SCALE, Math.max(1.5, picture.value.width / Math.max(1, fitted.value.width))),
  )

  const keepInside = (x: number, y: number): { x: number; y: number } => {
    const reachX = Math.max(0, (fitted.value.width * scale.value - stage.value.width) / 2)
    const reachY = Math.max(0, (fitted.value.height * scale.value - stage.value.height) / 2)
    return { x: Math.min(reachX, Math.max(-reachX, x)), y: Math.min(reachY, Math.max(-reachY, y)) }
  }
  /** Zooms so that the point under the pointer, counted from the stage's middle, stays under it. */
  const zoomTo = (next: number, point = { x: 0, y: 0 }): void => {
    const wanted = Math.min(MAX_SCALE, Math.max(1, next))
    const factor = wanted / scale.value
    scale.value = wanted
    offset.value = keepInside(
      point.x - (point.x - offset.value.x) * factor,
      point.y - (point.y - offset.value.y) * factor,
    )
  }
  const pan = (dx: number, dy: number): void => {
    offset.value = keepInside(offset.value.x + dx, offset.value.y + dy)
  }
  const reset = (): void => {
    scale.value = 1
    offset.value = { x: 0, y: 0 }
  }
  const toggle = (point?: { x: number; y: number }): void => (scale.value > 1 ? reset() : zoomTo(actual.value, point))

  watch(key, reset)
  const transform = computed(() => `translate(${offset.value.x}px, ${offset.value.y}px) scale(${scale.value})`)
  return { scale, fitted, transform, zoomTo, pan, reset, toggle }
}
