import { stat } from 'node:fs/promises'

/**
 * Holds back paths that events named until nothing about them changes any more, so that a half-copied file is not read.
 */
export type Settler = {
  add(paths: Iterable<string>): void
  readonly isEmpty: boolean
  /** Resolves when no path waits. */
  idle(): Promise<void>
  close(): void
}

/** A path counts as settled when it looks the same twice this far apart. */
const QUIET_MS = 400

async function look(path: string): Promise<string> {
  const facts = await stat(path).catch(() => null)
  if (facts === null) return 'absent'
  return facts.isDirectory() ? 'folder' : `${facts.size} ${facts.mtimeMs}`
}

/** Creates a settler; it holds a timer only while paths wait. */
export function createSettler(onSettled: (paths: string[]) => void, quietMs = QUIET_MS): Settler {
  const waiting = new Map<string, string | null>()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  let idlers: (() => void)[] = []

  const wakeIdlers = () => {
    for (const wake of idlers) wake()
    idlers = []
  }
  const check = async () => {
    const settled: string[] = []
    for (const [path, before] of [...waiting]) {
      const now = await look(path)
      if (now !== before) waiting.set(path, now)
      else if (waiting.delete(path)) settled.push(path)
    }
    timer = null
    if (isClosed) return
    if (settled.length > 0) onSettled(settled)
    if (waiting.size === 0) wakeIdlers()
    schedule()
  }
  const schedule = () => {
    if (waiting.size > 0 && !isClosed) timer ??= setTimeout(() => void check(), quietMs)
  }
  return {
    add(paths) {
      for (const path of paths) if (!waiting.has(path)) waiting.set(path, null)
      schedule()
    },
    get isEmpty() {
      return waiting.size === 0
    },
    async idle() {
      if (waiting.size > 0 && !isClosed) await new Promise<void>((resolve) => idlers.push(resolve))
    },
    close() {
      isClosed = true
      wakeIdlers()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
