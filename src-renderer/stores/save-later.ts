/** Gathers changes of one thing and hands them on together. */
export type LateSaving<T extends object> = {
  add(part: Partial<T>): void
  /** What is not handed on yet. */
  unsaved(): Partial<T>
  /** Hands on what there is at once, in answer to a button or because the page goes. */
  flush(): Promise<void>
}

/**
 * Saves `afterMs` after the last change, so that a slider costs one call, and at once when the page goes. `save` never
 * rejects.
 */
export function saveLater<T extends object>(
  save: (change: Partial<T>) => Promise<void>,
  afterMs: number,
): LateSaving<T> {
  let unsaved: Partial<T> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (Object.keys(unsaved).length === 0) return
    const change = unsaved
    unsaved = {}
    await save(change)
  }
  addEventListener('pagehide', () => void flush())
  return {
    add(part) {
      unsaved = { ...unsaved, ...part }
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), afterMs)
    },
    unsaved: () => unsaved,
    flush,
  }
}
