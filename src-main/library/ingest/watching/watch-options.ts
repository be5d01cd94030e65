import type { Text } from '../../../contract/sentences/text.ts'
import type { WatchMode } from '../../../contract/library/folder.ts'
import type { Log } from '../../host/log.ts'
import type { ExcludedFolders } from '../places/excluded-folders.ts'
import type { MayFollow } from '../places/followed-links.ts'

/** What a watch tells while it is open. */
export type WatchListener = {
  /** Something about these places changed; folders stand for all below them. */
  onPaths(paths: string[]): void
  /** A photo came whose name is not valid UTF-8: `place` is its path as a person can read it. */
  onUnusable(place: string): void
  /** Something about the watched folder itself changed: it may be gone or another one. */
  onFolder(): void
  /** Events were lost: everything must be looked through. */
  onLost(): void
  /** Nothing can be heard any more. */
  onEnd(error: unknown): void
}

export type WatchOptions = WatchListener & {
  folder: string
  mode: WatchMode
  excluded: ExcludedFolders
  /** Which links are followed now. */
  findFollowed(): Promise<MayFollow>
  log: Log
  /** Hears of each event, to tell when the system's queue ran over. */
  onEvent(): void
  /** Looks through the folder once; resolves with the milliseconds that took. */
  scan(): Promise<number>
}

/** A watch on one folder with all below it. `problem` says why it is not the one that was asked for; else null. */
export type Watch = { problem: Text | null; close(): void | Promise<void> }
