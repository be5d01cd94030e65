import { mkdirSync, watch } from 'node:fs'
import { stackOf } from '../../contract/errors.ts'
import type { Log } from '../host/log.ts'

/** Files arrive in pieces and are renamed at the end: this pause lets one check cover all of them. */
const QUIET_MS = 500

/**
 * Calls `onChange` once files in the folder of models have changed and are still. Another process may install models
 * while a window is open. Returns a function that ends it. If a folder cannot be watched, that is only logged, since
 * every start checks for models as well.
 */
export function watchModels(folder: string, { onChange, log }: { onChange(): Promise<void>; log: Log }): () => void {
  let timer: NodeJS.Timeout | undefined
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      onChange().catch((error: unknown) => log.error('Models could not be loaded', { error: stackOf(error) }))
    }, QUIET_MS)
  }
  const stopTimer = () => clearTimeout(timer)
  try {
    mkdirSync(folder, { recursive: true })
    const watcher = watch(folder, { persistent: false }, changed)
    watcher.on('error', (error) => log.warn('The folder of models is not watched any more', { error: stackOf(error) }))
    return () => {
      stopTimer()
      watcher.close()
    }
  } catch (error) {
    log.warn('The folder of models cannot be watched', { error: stackOf(error) })
    return stopTimer
  }
}
