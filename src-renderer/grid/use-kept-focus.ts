import { nextTick, watch, type Ref } from 'vue'

/**
 * Keeps the focus in a list whose elements come and go. If a reload or scrolling removes the focused element, the list
 * has the focus until the element at the same index is drawn again.
 */
export function useKeptFocus(list: Ref<HTMLElement | null>, rows: Ref<unknown>, current: () => HTMLElement | null) {
  let isInside = false

  const onFocusin = (): void => {
    isInside = true
  }
  const onFocusout = (event: FocusEvent): void => {
    const left = event.target as HTMLElement
    queueMicrotask(() => {
      if (left.isConnected && !list.value?.contains(document.activeElement)) isInside = false
    })
  }
  watch(
    rows,
    async () => {
      await nextTick()
      const active = document.activeElement
      if (!isInside || (active !== document.body && active !== list.value && active !== null)) return
      ;(current() ?? list.value)?.focus({ preventScroll: true })
    },
    { flush: 'post' },
  )

  return { onFocusin, onFocusout }
}
