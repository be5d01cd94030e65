import { useEventListener, useTimeoutFn } from '@vueuse/core'

/** Collects changes of one object and saves them together. */
export type DelayedSave<T extends object> = {
  add(change: Partial<T>): void
  /** The changes that are not being saved yet. */
  unsaved(): Partial<T>
  /** The same, and those that are being saved. */
  unanswered(): Partial<T>
  /** Saves unsaved changes at once. */
  flush(): Promise<void>
}

/**
 * `savesFirstAtOnce`: the first change after a pause is saved at once; only those that follow it soon are collected.
 */
export type DelayedSaveOptions = { delayMs: number; savesFirstAtOnce?: boolean }

/**
 * Saves `delayMs` after the last change, so that moving a slider costs one or two calls, and at once when the page is
 * left. Changes sent only then may arrive too late for the next page: a choice that is one click should be saved as the
 * first after a pause. A text field should not: its first letter alone means nothing. `save` never rejects.
 */
export function useDelayedSave<T extends object>(
  save: (change: Partial<T>) => Promise<void>,
  { delayMs, savesFirstAtOnce = false }: DelayedSaveOptions,
): DelayedSave<T> {
  let unsaved: Partial<T> = {}
  /** The changes being saved, in the order in which they were made. */
  const sending = new Set<Partial<T>>()
  const flush = async (): Promise<void> => {
    timer.stop()
    await saveCollected()
  }
  const saveCollected = async (): Promise<void> => {
    if (Object.keys(unsaved).length === 0) return
    const change = unsaved
    unsaved = {}
    sending.add(change)
    await save(change)
    sending.delete(change)
  }
  const timer = useTimeoutFn(() => void saveCollected(), delayMs, { immediate: false })
  useEventListener('pagehide', () => void flush())
  return {
    add(change) {
      const isFirst = !timer.isPending.value
      unsaved = { ...unsaved, ...change }
      timer.start()
      if (isFirst && savesFirstAtOnce) void saveCollected()
    },
    unsaved: () => unsaved,
    unanswered: () => Object.assign({}, ...sending, unsaved) as Partial<T>,
    flush,
  }
}
