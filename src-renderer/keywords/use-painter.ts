import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { type Brush, MAX_IN_SET } from '../../src-main/contract/library/keywords.ts'
import { usePersonChanges } from '../photos/person-changes.ts'

/**
 * The painter: what it paints with, and the photos of the current stroke. A stroke is one change, made when the pointer
 * is released.
 */
export const usePainter = defineStore('painter', () => {
  const isOn = ref(false)
  const { brush, isReady, ...parts } = useBrush()
  const { painted, ...stroke } = useStroke(brush, isReady)
  /** While Alt is held. */
  const isErasing = ref(false)

  const start = (keywords?: readonly string[]): void => {
    if (keywords !== undefined) parts.set({ keywords: [...keywords].slice(0, MAX_IN_SET) })
    isOn.value = true
  }
  const stop = (): void => {
    isOn.value = false
    isErasing.value = false
    stroke.cancelStroke()
  }
  return { isOn, brush, isErasing, painted, isReady, start, stop, ...parts, ...stroke }
})

type BrushChange = { [Part in keyof Brush]?: Brush[Part] | undefined }

/** What the painter paints with. */
function useBrush() {
  const brush = shallowRef<Brush>({ keywords: [] })
  const isReady = computed(() => {
    const { keywords, rating, label, pick } = brush.value
    return keywords.length > 0 || rating !== undefined || label !== undefined || pick !== undefined
  })
  /** Changes parts of the brush; undefined removes one. */
  const set = (change: BrushChange): void => {
    const next = { ...brush.value, ...change }
    brush.value = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as Brush
  }
  const addKeyword = (name: string): void => {
    const { keywords } = brush.value
    if (keywords.length < MAX_IN_SET && !keywords.includes(name)) set({ keywords: [...keywords, name] })
  }
  const removeKeyword = (name: string): void => set({ keywords: brush.value.keywords.filter((each) => each !== name) })
  return { brush, isReady, set, addKeyword, removeKeyword }
}

/** The photos of the current stroke. */
function useStroke(brush: Readonly<Ref<Brush>>, isReady: Readonly<Ref<boolean>>) {
  const changes = usePersonChanges()
  const painted = shallowRef<ReadonlySet<PhotoId>>(new Set())
  const touch = (id: PhotoId): void => {
    if (!painted.value.has(id)) painted.value = new Set([...painted.value, id])
  }
  /** Cancels the current stroke. */
  const cancelStroke = (): void => {
    painted.value = new Set()
  }
  const endStroke = (erases: boolean): void => {
    const ids = [...painted.value]
    cancelStroke()
    if (ids.length > 0 && isReady.value) void changes.paint(ids, brush.value, erases)
  }
  return { painted, touch, cancelStroke, endStroke }
}
