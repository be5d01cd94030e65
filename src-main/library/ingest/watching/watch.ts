import { isUtf8 } from 'node:buffer'
import { watch, type BigIntStats, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import watcher from '@parcel/watcher'
import { codeOf, isAbsent } from '../../../base/files/file-errors.ts'
import { messageOf } from '../../../contract/errors.ts'
import type { WatchMode } from '../../../contract/library/folder.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { Log } from '../../host/log.ts'
import { folderKey, isExcludedPath, type ExcludedFolders } from '../places/excluded-folders.ts'
import type { MayFollow } from '../places/followed-links.ts'
import { isOnNetworkShare } from '../places/network-share.ts'
import { readEntries, showBytes, type FolderEntry } from '../places/read-entries.ts'
import { isPhotoName, isSidecarName, isSkippedName } from '../places/supported.ts'

export type WatchOptions = {
  folder: string
  mode: WatchMode
  excluded: ExcludedFolders
  /** Which links are followed now. */
  findFollowed(): Promise<MayFollow>
  log: Log
  /** Takes the places where something changed; a folder includes everything below it. */
  settler: Pick<Settler, 'add'>
  /** Called for each event, to detect that the system's queue overflowed. */
  onEvent(): void
  /** A photo was added whose name is not valid UTF-8: `place` is its path in readable form. */
  onUnusable(place: string): void
  /** The watched folder itself changed: it may be gone or replaced. */
  onFolder(): void
  /** Events were lost: everything must be scanned. */
  onLost(): void
  /** No more events can arrive. */
  onEnd(error: unknown): void
  /** Scans the folder once; resolves with the duration in milliseconds. */
  scan(): Promise<number>
}

/** A watch on one folder with everything below it. `problem` says why it is not the requested one; else null. */
export type Watch = { problem: Text | null; close(): void | Promise<void> }

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

/** What a watch by events needs. */
type EventOptions = Omit<WatchOptions, 'mode' | 'scan'>

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

// Places that changed, until they rest

/** A path is settled when two checks this far apart find the same. */
const QUIET_MS = 400
/** A path that changes again soon after it settled must stay the same for longer, but at most for this many checks. */
const MAX_CHECKS = 25
const SOON_MS = 10_000
const CHECKS_AT_ONCE = 16
/** With more paths than this, a full scan costs less than storing them. */
const MAX_PATHS = 50_000

/** The last state of a path, how often it was found the same, and how often it must be to count as settled. */
type Waiting = { state: string | null; same: number; wanted: number }
type Settled = { at: number; wanted: number }

async function stateAt(path: string): Promise<string> {
  try {
    const stats = await stat(path)
    return stats.isDirectory() ? 'folder' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
  } catch (error) {
    return isAbsent(error) ? 'absent' : 'unreadable'
  }
}

export type SettlerOptions = {
  onSettled(paths: string[]): void
  /** More paths arrived together than are worth storing; they are dropped. */
  onTooMany(): void
  quietMs?: number
  maxPaths?: number
}

/**
 * Holds back paths of events until they no longer change, so that a half-copied file is not read. A copy over a slow
 * line pauses: if it continues after it had settled, it must then be still for twice as long. It holds a timer only
 * while paths wait.
 */
export class Settler {
  readonly #options: SettlerOptions
  readonly #waiting = new Map<string, Waiting>()
  readonly #settled = new Map<string, Settled>()
  #timer: NodeJS.Timeout | null = null
  #whenEmpty: PromiseWithResolvers<void> | null = null
  #isClosed = false

  constructor(options: SettlerOptions) {
    this.#options = options
  }

  add(paths: Iterable<string>): void {
    for (const path of paths)
      if (!this.#waiting.has(path)) this.#waiting.set(path, { state: null, same: 0, wanted: this.#checksWanted(path) })
    if (this.#waiting.size > (this.#options.maxPaths ?? MAX_PATHS)) {
      this.#waiting.clear()
      this.#options.onTooMany()
      this.#wakeWaiting()
    }
    this.#schedule()
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** Resolves when no path waits. */
  async idle(): Promise<void> {
    if (this.isEmpty || this.#isClosed) return
    this.#whenEmpty ??= Promise.withResolvers<void>()
    await this.#whenEmpty.promise
  }

  close(): void {
    this.#isClosed = true
    this.#wakeWaiting()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #checksWanted(path: string): number {
    const before = this.#settled.get(path)
    return before === undefined || performance.now() - before.at > SOON_MS ? 1 : Math.min(MAX_CHECKS, before.wanted * 2)
  }

  #schedule(): void {
    if (this.isEmpty || this.#isClosed) return
    this.#timer ??= setTimeout(() => void this.#check(), this.#options.quietMs ?? QUIET_MS)
  }

  async #check(): Promise<void> {
    const settled: string[] = []
    const paths = [...this.#waiting.keys()]
    for (let at = 0; at < paths.length && !this.#isClosed; at += CHECKS_AT_ONCE)
      settled.push(...(await this.#checkSome(paths.slice(at, at + CHECKS_AT_ONCE))))
    this.#timer = null
    this.#forgetOld()
    if (this.#isClosed) return
    if (settled.length > 0) this.#options.onSettled(settled)
    if (this.isEmpty) this.#wakeWaiting()
    this.#schedule()
  }

  async #checkSome(paths: readonly string[]): Promise<string[]> {
    const states = await Promise.all(paths.map(stateAt))
    return paths.filter((path, place) => this.#note(path, states[place]!) && this.#waiting.delete(path))
  }

  /** True if a path has stayed the same long enough. */
  #note(path: string, state: string): boolean {
    const waiting = this.#waiting.get(path)
    if (waiting === undefined) return false
    waiting.same = waiting.state === state ? waiting.same + 1 : 0
    waiting.state = state
    if (waiting.same < waiting.wanted) return false
    this.#settled.set(path, { at: performance.now(), wanted: waiting.wanted })
    return true
  }

  #forgetOld(): void {
    const oldest = performance.now() - SOON_MS
    for (const [path, { at }] of this.#settled) if (at < oldest) this.#settled.delete(path)
  }

  #wakeWaiting(): void {
    this.#whenEmpty?.resolve()
    this.#whenEmpty = null
  }
}

// By the events of Linux

/** One folder, as it was when its watch began. It has no watcher if it may not be read. */
type FolderWatch = { key: string; access: string; watcher: FSWatcher | null }

/** The access rights of a folder. */
const accessOf = ({ mode, uid, gid }: BigIntStats) => `${mode} ${uid} ${gid}`

/**
 * Watches a folder and everything below it on Linux, where a watch covers one folder only. Folders that are added with
 * their contents, moved or become readable are watched from then on.
 */
export class FolderWatches {
  readonly #options: EventOptions
  readonly #watches = new Map<string, FolderWatch>()
  /** The path of each watched folder, by device and inode: links may lead to it under others. */
  readonly #paths = new Map<string, string>()
  readonly #changed = new Set<string>()
  #isChecking = false
  #isClosed = false

  private constructor(options: EventOptions) {
    this.#options = options
  }

  /** Rejects with ENOSPC or EMFILE if the system has no watches left. */
  static async open(options: EventOptions): Promise<FolderWatches> {
    const watches = new FolderWatches(options)
    try {
      await watches.#addTree(options.folder)
      return watches
    } catch (error) {
      watches.close()
      throw error
    }
  }

  close(): void {
    this.#isClosed = true
    this.#changed.clear()
    for (const { watcher } of this.#watches.values()) watcher?.close()
    this.#watches.clear()
  }

  /** Links to folders come after all real folders, as in a walk. */
  async #addTree(top: string): Promise<void> {
    const folders = [top]
    const links: string[] = []
    const mayFollow = await this.#options.findFollowed()
    if (!(await mayFollow(top))) return
    for (let folder = folders.pop(); folder !== undefined && !this.#isClosed; folder = folders.pop() ?? links.shift()) {
      for (const entry of await this.#add(folder)) {
        if (isSkippedName(entry.name)) continue
        if (entry.isDirectory()) folders.push(path.join(folder, entry.name))
        else if (entry.isSymbolicLink() && (await mayFollow(path.join(folder, entry.name))))
          links.push(path.join(folder, entry.name))
      }
    }
  }

  /** Watches one folder and then lists it, so that no change is missed. */
  async #add(folder: string): Promise<FolderEntry[]> {
    const stats = await stat(folder, { bigint: true }).catch(() => null)
    if (stats === null || !stats.isDirectory() || this.#isClosed) return []
    const key = folderKey(stats) ?? folder
    const { excluded } = this.#options
    if (excluded.keys.has(key) || isExcludedPath(excluded, folder) || (await this.#isWatchedElsewhere(key))) return []
    this.#watches.set(folder, { key, access: accessOf(stats), watcher: this.#listenTo(folder) })
    this.#paths.set(key, folder)
    return readEntries(folder).then(
      ({ entries }) => entries,
      () => [], // It may not be read, or is gone again; the scan reports it.
    )
  }

  /** Null if the folder may not be read or is gone again. */
  #listenTo(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false, encoding: 'buffer' }, (_type, name) =>
        this.#hear(folder, name),
      )
      watcher.on('error', () => this.#options.onLost())
      return watcher
    } catch (error) {
      if (isWatchLimit(error)) throw error
      return null
    }
  }

  async #isWatchedElsewhere(key: string): Promise<boolean> {
    const other = this.#paths.get(key)
    if (other === undefined) return false
    const stats = await stat(other, { bigint: true }).catch(() => null)
    if (stats !== null && (folderKey(stats) ?? other) === key) return true
    this.#remove(other)
    return false
  }

  #hear(folder: string, raw: Buffer | null): void {
    const { excluded, onEvent, onFolder, onUnusable, settler } = this.#options
    onEvent()
    const name = raw !== null && isUtf8(raw) ? raw.toString('utf8') : null
    if (raw !== null && name === null && isPhotoName(raw.toString('latin1')))
      onUnusable(path.join(folder, showBytes(raw)))
    // Events of a folder itself have its own name.
    if (folder === this.#options.folder && name === path.basename(folder)) onFolder()
    if (name === null || isSkippedName(name)) return
    const target = path.join(folder, name)
    if (isExcludedPath(excluded, target)) return
    if (isPhotoName(name) || isSidecarName(name)) settler.add([target])
    this.#check(target)
  }

  #check(target: string): void {
    if (this.#isClosed) return
    this.#changed.add(target)
    if (!this.#isChecking) void this.#checkChanged()
  }

  async #checkChanged(): Promise<void> {
    this.#isChecking = true
    try {
      for (const target of this.#changed) {
        this.#changed.delete(target)
        await this.#follow(target)
      }
    } catch (error) {
      if (!this.#isClosed) this.#options.onEnd(error)
    } finally {
      this.#isChecking = false
    }
  }

  /** A folder may have been added at a place, removed from it, or become readable. */
  async #follow(target: string): Promise<void> {
    const present = this.#watches.get(target)
    const stats = await stat(target, { bigint: true }).catch(() => null)
    const isFolder = stats?.isDirectory() ?? false
    if (present === undefined && !isFolder) return
    if (present !== undefined && stats !== null && isSame(target, present, stats)) return
    if (present !== undefined) this.#remove(target)
    if (isFolder) await this.#addTree(target)
    if (!this.#isClosed) this.#options.settler.add([target])
  }

  #remove(top: string): void {
    for (const [folder, { key, watcher }] of this.#watches) {
      if (folder !== top && !folder.startsWith(top + path.sep)) continue
      watcher?.close()
      this.#watches.delete(folder)
      if (this.#paths.get(key) === folder) this.#paths.delete(key)
    }
  }
}

const isSame = (folder: string, { key, access, watcher }: FolderWatch, stats: BigIntStats) =>
  watcher !== null && key === (folderKey(stats) ?? folder) && access === accessOf(stats)

// By the events of macOS and Windows

/**
 * Watches a folder with everything below it by the native means of macOS and Windows. Rejects if that is not possible.
 */
export async function watchNatively(
  options: Omit<EventOptions, 'findFollowed' | 'onEnd' | 'onEvent' | 'onUnusable'>,
): Promise<Watch> {
  const { folder, excluded, log, settler, onFolder, onLost } = options
  const hear: watcher.SubscribeCallback = (error, events) => {
    if (error !== null) {
      log.warn('Watching lost events', { folder, error: error.message })
      return onLost()
    }
    const paths = events.map((event) => event.path).filter((each) => !isExcludedPath(excluded, each))
    if (paths.includes(folder)) onFolder()
    const below = paths.filter((each) => each !== folder)
    if (below.length > 0) settler.add(below)
  }
  const subscription = await watcher.subscribe(folder, hear, {
    ignore: ['**/.*/**', '**/@eaDir/**', ...excluded.paths],
  })
  return { problem: null, close: () => subscription.unsubscribe() }
}

// At intervals

/** Maximum share of time spent on scans. */
const SHARE = 0.05
const MIN_PAUSE_MS = 10_000

/** The pause after a scan of `scanMs` milliseconds. */
export function pauseAfter(scanMs: number): number {
  return Math.max(MIN_PAUSE_MS, Math.round((scanMs * (1 - SHARE)) / SHARE))
}

/** Scans at intervals that grow with a scan's duration, so that a slow share with many photos is not kept busy. */
export class Polling {
  readonly #scan: () => Promise<number>
  readonly #pauseAfter: (scanMs: number) => number
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  /** Begins with a pause; `scan` must not reject, and resolves with its duration in milliseconds. */
  constructor(scan: () => Promise<number>, pause = pauseAfter) {
    this.#scan = scan
    this.#pauseAfter = pause
    this.#schedule(0)
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #schedule(scanMs: number): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#run(), this.#pauseAfter(scanMs))
  }

  async #run(): Promise<void> {
    this.#schedule(await this.#scan())
  }
}

// Why there are no events

/** Whether an error means that the system has no watches left. */
export function isWatchLimit(error: unknown): boolean {
  return ['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(codeOf(error))
}

/** Why a folder cannot be watched by events, and what to do about it. */
export function describeWatchError(folder: string, error: unknown): Text {
  const code = codeOf(error) || 'unknown error'
  const instead = say('folders.atIntervals', { path: folder })
  if (code === 'ENOSPC') return several([say('folders.noWatches'), instead, raise('max_user_watches', 1048576)])
  if (code === 'EMFILE') return several([say('folders.noMoreWatches'), instead, raise('max_user_instances', 1024)])
  return several([say('folders.unheard', { code }), instead])
}

const raise = (setting: string, value: number) => say('folders.raiseLimit', { setting, value: String(value) })
