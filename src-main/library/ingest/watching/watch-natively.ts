import watcher from '@parcel/watcher'
import { isExcludedPath, type ExcludedFolders } from '../places/excluded-folders.ts'
import type { Watch, WatchOptions } from './watch-options.ts'

type NativeOptions = Pick<WatchOptions, 'folder' | 'log' | 'onPaths' | 'onFolder' | 'onLost'> & {
  excluded: ExcludedFolders
}

/**
 * Watches a folder with everything below it by the native means of macOS and Windows. Rejects if that is not possible.
 */
export async function watchNatively(options: NativeOptions): Promise<Watch> {
  const { folder, excluded, log, onPaths, onFolder, onLost } = options
  const hear: watcher.SubscribeCallback = (error, events) => {
    if (error !== null) {
      log.warn('Watching lost events', { folder, error: error.message })
      return onLost()
    }
    const paths = events.map((event) => event.path).filter((each) => !isExcludedPath(excluded, each))
    if (paths.includes(folder)) onFolder()
    const below = paths.filter((each) => each !== folder)
    if (below.length > 0) onPaths(below)
  }
  const subscription = await watcher.subscribe(folder, hear, {
    ignore: ['**/.*/**', '**/@eaDir/**', ...excluded.paths],
  })
  return { problem: null, close: () => subscription.unsubscribe() }
}
