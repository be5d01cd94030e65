import type { RemoteState } from '../../../contract/library/remote.ts'

export type Condition = Exclude<RemoteState['condition'], 'off'>

/** Whether the service may be asked, and why not. */
export type Gate = {
  readonly condition: Condition
  readonly message: string
  isOpen(): boolean
  /** Until a person mended something. */
  shut(condition: Condition, message: string): void
  /** Until a time in milliseconds since 1970; then it opens if `check` says so. */
  shutUntil(condition: Condition, message: string, untilMs: number): void
  /** Leaves the service alone, each time in a row for longer, or as long as it asked for. */
  backOff(message: string, askedMs: number | null): void
  /** An analysis was answered: the next back-off begins anew. */
  noteGood(): void
  open(): void
  close(): void
}

export type GateParts = {
  now(): number
  /**
   * Asks something that costs nothing; false where the service still does not answer. It may shut the gate for another
   * reason.
   */
  check(): Promise<boolean>
  onChange(): void
  /** How it stands at first; open where nothing is said. */
  first?: { condition: Condition; message: string }
  firstBackOffMs: number
  longestBackOffMs: number
}

/** Timers of Node cannot wait longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Creates the gate. */
export function createGate({ now, check, onChange, first, firstBackOffMs, longestBackOffMs }: GateParts): Gate {
  let condition: Condition = first?.condition ?? 'ready'
  let message = first?.message ?? ''
  let tries = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const set = (next: Condition, text: string) => {
    clearTimeout(timer)
    timer = undefined
    const isNew = next !== condition || text !== message
    condition = next
    message = text
    if (isNew) onChange()
  }
  /** A gate that a person or another trouble shut meanwhile is not this timer's any more. */
  const wake = async (untilMs: number, mine: NodeJS.Timeout | undefined) => {
    if (now() < untilMs) return wait(untilMs)
    const isWell = await check()
    if (isClosed || timer !== mine) return
    if (isWell) set('ready', '')
    else if (condition === 'unreachable') backOff(message, null)
    else wait(now() + longestBackOffMs)
  }
  const wait = (untilMs: number) => {
    if (isClosed) return
    timer = setTimeout(
      () => void wake(untilMs, timer),
      Math.min(LONGEST_TIMER_MS, Math.max(0, untilMs - now())),
    ).unref()
  }
  const backOff = (text: string, askedMs: number | null) => {
    // Half of it by chance, so that clients that failed together do not come back together.
    const own = Math.min(longestBackOffMs, firstBackOffMs * 2 ** tries) * (0.75 + Math.random() / 2)
    tries += 1
    set('unreachable', text)
    wait(now() + Math.max(own, askedMs ?? 0))
  }
  return {
    get condition() {
      return condition
    },
    get message() {
      return message
    },
    isOpen: () => condition === 'ready' && !isClosed,
    shut: set,
    shutUntil(next, text, untilMs) {
      set(next, text)
      wait(untilMs)
    },
    backOff,
    noteGood() {
      tries = 0
    },
    open: () => set('ready', ''),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
