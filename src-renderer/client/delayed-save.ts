import { useEventListener, useTimeoutFn } from '@vueuse/core'

/** Collects changes of one object and saves them together. */
export type DelayedSave<T extends object> = {
  add(change: Partial<T>): void
  /** The changes that are not saved yet. */
  unsaved(): Partial<T>
  /** The same, with those that are being saved. */
  unanswered(): Partial<T>
  /** Saves at once what is not saved yet. */
  flush(): Promise<void>
}

/** `savesFirstAtOnce`: the first change of a pause is saved at once, and only those that follow it soon are collected. */
export type DelayedSaveOptions = { delayMs: number; savesFirstAtOnce?: boolean }

/**
 * Saves `delayMs` after the last change, so that moving a slider costs one call or two, and at once when the page is
 * left. What is sent only then may come too late for the page that follows: a choice that is one click should be saved
 * as the first of a pause. A field that is typed should not: its first letter alone means nothing. `save` never rejects.
 */
export function useDelayedSave<T extends object>(
  save: (change: Partial<T>) => Promise<void>,
  { delayMs, savesFirstAtOnce = false }: DelayedSaveOptions,
): DelayedSave<T> {
  let unsaved: Partial<T> = {}
  /** What is being saved, in the order in which it was changed. */
  const underWay = new Set<Partial<T>>()
  const flush = async (): Promise<void> => {
    timer.stop()
    await saveCollected()
  }
  const saveCollected = async (): Promise<void> => {
    if (Object.keys(unsaved).length === 0) return
    const change = unsaved
    unsaved = {}
    underWay.add(change)
    await save(change)
    underWay.delete(change)
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
    unanswered: () => Object.assign({}, ...underWay, unsaved) as Partial<T>,
    flush,
  }
}
