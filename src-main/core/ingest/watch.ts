import watcher from '@parcel/watcher'
import { watch as watchByPolling } from 'chokidar'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '../../contract/errors.ts'
import type { Log } from '../host/log.ts'
import { isOnNetworkShare } from './network-share.ts'
import { isSkippedName } from './supported.ts'

/** Watches one folder with all below it. */
export type Watch = {
  /**
   * Keeps how the folder looks now, so that a later start can list what changed since. False where that cannot be done.
   */
  keepSnapshot(file: string): Promise<boolean>
  close(): Promise<void>
}

export type WatchOptions = {
  folder: string
  excluded: readonly string[]
  log: Log
  onPaths(paths: string[]): void
  /** Events were lost: everything must be looked through. */
  onLost(): void
}

const POLL_MS = 10_000

const ignoreOf = (excluded: readonly string[]) => ['**/.*/**', '**/@eaDir/**', ...excluded]

/** Whether some part of a path below a root is left out of libraries. */
export function isSkippedPath(root: string, file: string): boolean {
  return path.relative(root, file).split(path.sep).some(isSkippedName)
}

/** What changed in a folder since a snapshot was kept, or null where that is not known. */
export async function changesSince(
  folder: string,
  snapshot: string,
  excluded: readonly string[],
): Promise<string[] | null> {
  if ((await stat(snapshot).catch(() => null)) === null) return null
  try {
    const events = await watcher.getEventsSince(folder, snapshot, { ignore: ignoreOf(excluded) })
    return events.map((event) => event.path)
  } catch {
    return null // A snapshot of another version or another machine: the caller looks through everything instead.
  }
}

/** Watches by the system's events; by polling on network shares and where the system has no watches left. */
export async function watchFolder(options: WatchOptions): Promise<Watch> {
  if (await isOnNetworkShare(options.folder)) return pollFolder(options)
  try {
    return await watchEvents(options)
  } catch (error) {
    options.log.warn('Watching by events is not possible here; looking at intervals instead', {
      folder: options.folder,
      error: messageOf(error),
    })
    return pollFolder(options)
  }
}

async function watchEvents({ folder, excluded, log, onPaths, onLost }: WatchOptions): Promise<Watch> {
  const ignore = ignoreOf(excluded)
  const subscription = await watcher.subscribe(
    folder,
    (error, events) => {
      if (error !== null) {
        log.warn('Watching lost events', { folder, error: error.message })
        onLost()
      } else onPaths(events.map((event) => event.path))
    },
    { ignore },
  )
  return {
    async keepSnapshot(file) {
      await mkdir(path.dirname(file), { recursive: true })
      await watcher.writeSnapshot(folder, file, { ignore })
      return true
    },
    close: () => subscription.unsubscribe(),
  }
}

function pollFolder({ folder, excluded, log, onPaths }: WatchOptions): Watch {
  const skip = new Set(excluded)
  const polling = watchByPolling(folder, {
    usePolling: true,
    interval: POLL_MS,
    binaryInterval: POLL_MS,
    ignoreInitial: true,
    ignored: (file) => skip.has(file) || (file !== folder && isSkippedPath(folder, file)),
  })
  polling.on('all', (_event, file) => onPaths([file]))
  polling.on('error', (error) =>
    log.warn('Looking at a folder at intervals failed', { folder, error: messageOf(error) }),
  )
  return { keepSnapshot: async () => false, close: () => polling.close() }
}
