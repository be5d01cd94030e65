import type { Text } from '../../../contract/sentences/text.ts'
import type { WatchMode } from '../../../contract/library/folder.ts'
import type { Log } from '../../host/log.ts'
import type { ExcludedFolders } from '../places/excluded-folders.ts'
import type { MayFollow } from '../places/followed-links.ts'

/** Receives the events of an open watch. */
export type WatchListener = {
  /** Something at these places changed; a folder includes everything below it. */
  onPaths(paths: string[]): void
  /** A photo was added whose name is not valid UTF-8: `place` is its path in readable form. */
  onUnusable(place: string): void
  /** The watched folder itself changed: it may be gone or replaced. */
  onFolder(): void
  /** Events were lost: everything must be scanned. */
  onLost(): void
  /** No more events can arrive. */
  onEnd(error: unknown): void
}

export type WatchOptions = WatchListener & {
  folder: string
  mode: WatchMode
  excluded: ExcludedFolders
  /** Which links are followed now. */
  findFollowed(): Promise<MayFollow>
  log: Log
  /** Called for each event, to detect that the system's queue overflowed. */
  onEvent(): void
  /** Scans the folder once; resolves with the duration in milliseconds. */
  scan(): Promise<number>
}

/** A watch on one folder with everything below it. `problem` says why it is not the requested one; else null. */
export type Watch = { problem: Text | null; close(): void | Promise<void> }
