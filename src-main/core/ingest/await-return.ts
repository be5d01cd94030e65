import { existsSync, watch, type FSWatcher } from 'node:fs'
import path from 'node:path'

/** Waits, by events, for a folder that is not there: an unplugged drive or a folder that was renamed. */
export type AwaitReturn = { close(): void }

function nearestExisting(folder: string): string {
  let parent = path.dirname(folder)
  while (!existsSync(parent) && parent !== path.dirname(parent)) parent = path.dirname(parent)
  return parent
}

/** Calls `onReturn` once when the folder is there again. Watches only the nearest folder above it that exists. */
export function awaitReturn(folder: string, onReturn: () => void): AwaitReturn {
  let current: FSWatcher | null = null
  let isClosed = false

  const close = () => {
    isClosed = true
    current?.close()
  }
  const arm = () => {
    current?.close()
    const parent = nearestExisting(folder)
    current = watch(parent, { persistent: false })
    // Mounting over an existing parent gives no event there; the next start or a rescan finds the folder then.
    current.on('change', check)
    current.on('error', check)
  }
  const check = () => {
    if (isClosed) return
    if (!existsSync(folder)) return arm()
    close()
    onReturn()
  }
  arm()
  check()
  return { close }
}
