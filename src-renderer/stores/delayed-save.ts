import { useEventListener, useTimeoutFn } from '@vueuse/core'

/** Collects changes of one object and saves them together. */
export type DelayedSave<T extends object> = {
  add(change: Partial<T>): void
  /** The changes that are not saved yet. */
  unsaved(): Partial<T>
  /** Saves at once what is not saved yet. */
  flush(): Promise<void>
}

/**
 * Saves `delayMs` after the last change, so that moving a slider costs one call, and at once when the page is left.
 * `save` never rejects.
 */
export function useDelayedSave<T extends object>(
  save: (change: Partial<T>) => Promise<void>,
  delayMs: number,
): DelayedSave<T> {
  let unsaved: Partial<T> = {}
  const flush = async (): Promise<void> => {
    timer.stop()
    if (Object.keys(unsaved).length === 0) return
    const change = unsaved
    unsaved = {}
    await save(change)
  }
  const timer = useTimeoutFn(() => void flush(), delayMs, { immediate: false })
  useEventListener('pagehide', () => void flush())
  return {
    add(change) {
      unsaved = { ...unsaved, ...change }
      timer.start()
    },
    unsaved: () => unsaved,
    flush,
  }
}
