/** A stream of events that a test pushes into; every reader gets the events after its start. */
export function createFakeEvents<T>() {
  const readers = new Set<(event: T) => void>()
  const emit = (event: T): void => {
    for (const read of readers) read(event)
  }
  async function* follow(signal: AbortSignal | undefined): AsyncGenerator<T, void, void> {
    const queue: T[] = []
    let wake = (): void => undefined
    const read = (event: T): void => {
      queue.push(event)
      wake()
    }
    readers.add(read)
    signal?.addEventListener('abort', () => wake(), { once: true })
    try {
      while (!signal?.aborted) {
        const event = queue.shift()
        if (event === undefined)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        else yield event
      }
    } finally {
      readers.delete(read)
    }
  }
  return { emit, follow }
}
