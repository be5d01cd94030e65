/** Notes how far work is, where others can read it. */
export type ProgressNotes = {
  /** `share` is 0 to 1. */
  note(share: number): void
  /** Waits for a note that is being written. */
  settled(): Promise<void>
}

/**
 * Writes percents, at most one in `everyMs` milliseconds and none in the first of these; never rejects: a note that
 * could not be written is followed by others. 100 is left to the end of the work.
 */
export function progressNotes(everyMs: number, write: (percent: number) => Promise<void>): ProgressNotes {
  let writing: Promise<void> | undefined
  let [lastAt, last] = [performance.now(), 0]
  return {
    note(share) {
      const [now, percent] = [performance.now(), Math.floor(share * 99)]
      if (writing !== undefined || percent <= last || now - lastAt < everyMs) return
      ;[lastAt, last] = [now, percent]
      writing = write(percent)
        .catch(() => undefined)
        .finally(() => (writing = undefined))
    },
    settled: async () => writing,
  }
}
