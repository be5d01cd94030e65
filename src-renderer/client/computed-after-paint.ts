import { effect, onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { afterPaint } from './after-paint.ts'

/**
 * A value that is computed at once, and again only when changes of what it depends on are painted: for what stands
 * beside the thing that a person waits for. Changes until then count together.
 */
export function computedAfterPaint<Value>(compute: () => Value): Readonly<ShallowRef<Value>> {
  const value = shallowRef() as ShallowRef<Value>
  let [isWaiting, isOver] = [false, false]
  const follow = async (): Promise<void> => {
    if (isWaiting) return
    isWaiting = true
    await afterPaint()
    isWaiting = false
    if (!isOver) update()
  }
  const update = effect(
    () => {
      value.value = compute()
    },
    { scheduler: () => void follow() },
  )
  onScopeDispose(() => (isOver = true), true)
  return value
}
