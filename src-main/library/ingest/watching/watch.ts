import type { Text } from '../../../contract/sentences/text.ts'
import { messageOf } from '../../../contract/errors.ts'
import { isOnNetworkShare } from '../places/network-share.ts'
import { FolderWatches } from './folder-watches.ts'
import { Polling } from './polling.ts'
import type { Watch, WatchOptions } from './watch-options.ts'
import { watchNatively } from './watch-natively.ts'
import { describeWatchError } from './watch-error.ts'

/** Watches by events on local disks, and at intervals on network shares and if the system has no watches left. */
export async function watchFolder(options: WatchOptions): Promise<Watch> {
  const { folder, log } = options
  const kind = options.mode === 'auto' ? await bestFor(folder) : options.mode
  if (kind === 'off') return { problem: null, close: () => undefined }
  if (kind === 'polling') return poll(options, null)
  try {
    return await watchEvents(options)
  } catch (error) {
    log.warn('Watching by events is not possible here; looking at intervals instead', {
      folder,
      error: messageOf(error),
    })
    return poll(options, describeWatchError(folder, error))
  }
}

const bestFor = async (folder: string) => ((await isOnNetworkShare(folder)) ? 'polling' : 'events')

async function watchEvents(options: WatchOptions): Promise<Watch> {
  // On Linux the package does not watch subfolders of new folders, and does not report lost events.
  if (process.platform !== 'linux') return watchNatively(options)
  const watches = await FolderWatches.open(options)
  return { problem: null, close: () => watches.close() }
}

function poll({ scan }: WatchOptions, problem: Text | null): Watch {
  const polling = new Polling(scan)
  return { problem, close: () => polling.close() }
}
