import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { AppError, stackOf, textOf } from '../../contract/errors.ts'
import type { LibraryEvent } from '../../contract/library/library-event.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { PublishFolder, PublishFolderId, PublishOrder } from '../../contract/library/publishing.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { KeptPublishFolder } from '../catalog/catalog.ts'
import { checkSettings } from '../export/check-settings.ts'
import { checkTarget } from '../export/check-target.ts'
import { removeWritten } from '../export/files/remove-written.ts'
import { type PublishDependencies, PublishRun } from './publish-run.ts'

export type PublisherDependencies = PublishDependencies & {
  targetPath(targetId: string): string
  hub: Pick<EventHub, 'listen' | 'publish'>
  /** While photos are hidden, a query finds fewer: no folder may lose its files because of that. */
  isHiding(): boolean
  now(): number
}

/** Changes mostly come several at a time. */
const QUIET_MS = 2_000
/** Checking a large folder takes a while. */
const MAX_PAUSE_MS = 600_000
const MAX_NOTES = 1000
const PAGE = 500
/** Events after which a folder may be out of step. */
const causes: ReadonlySet<LibraryEvent['type']> = new Set<LibraryEvent['type']>([
  'photos.changed',
  'folders.changed',
  'history.changed',
  'settings.changed',
  'privacy.changed',
])

/**
 * Keeps publish folders in step with photos: at the start, after changes, and after growing pauses if there was a
 * problem, such as a drive that was away.
 */
export class Publisher {
  readonly #dependencies: PublisherDependencies
  readonly #waiting = new Set<PublishFolderId>()
  readonly #away = new Set<PublishFolderId>()
  /** Folders with a problem; they wait again once the pause is over. */
  readonly #failed = new Set<PublishFolderId>()
  readonly #task: BackgroundTask
  /** Whether any folder may be out of step since something changed. */
  #areAllDue = false
  #runningId: PublishFolderId | null = null
  #abort = new AbortController()
  #isStarted = false

  constructor(dependencies: PublisherDependencies) {
    this.#dependencies = dependencies
    this.#task = new BackgroundTask({
      work: (signal) => this.#bringAllInStep(signal),
      onError: (error) =>
        dependencies.log.warn('Publish folders could not be looked at; it is tried again', { error: stackOf(error) }),
      pauses: { longestMs: MAX_PAUSE_MS },
    })
  }

  start(): void {
    this.#isStarted = true
    void this.#follow()
    this.#areAllDue = true
    this.#task.schedule()
  }

  list(): PublishFolder[] {
    return this.#store.list().map((folder) => this.#present(folder))
  }

  async add({ targetId, ...order }: PublishOrder): Promise<PublishFolder> {
    const target = this.#dependencies.targetPath(targetId)
    checkTarget(target, 'publish')
    this.#check(order)
    const other = this.#store.list().find((folder) => folder.target === target)
    if (other !== undefined)
      throw new AppError('bad-params', say('publishing.targetTaken', { name: other.name, path: target }))
    const folder = this.#store.add({ ...order, target })
    if (this.#isStarted) this.#queue(folder.id)
    return this.#tell(folder.id)
  }

  change(
    id: PublishFolderId,
    change: { [Field in 'name' | 'source' | 'settings' | 'isOn']?: PublishOrder[Field] | undefined },
  ): PublishFolder {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    this.#check({ ...this.#store.get(id), ...given })
    this.#store.change(id, given)
    if (this.#isStarted) this.#queue(id)
    return this.#tell(id)
  }

  /** Updates a folder and returns when it is in step. */
  async run(id: PublishFolderId): Promise<PublishFolder> {
    this.#store.get(id)
    this.#queue(id, true)
    await this.#task.idle()
    return this.#present(this.#store.get(id))
  }

  /** Describes the result for its files in a sentence. */
  async remove(id: PublishFolderId, withFiles: boolean): Promise<Text> {
    const folder = this.#store.get(id)
    this.#waiting.delete(id)
    this.#failed.delete(id)
    if (this.#runningId === id) this.#abort.abort()
    await this.#task.idle()
    const sentence = withFiles ? await this.#removeFiles(folder) : say('publishing.filesStay', { path: folder.target })
    this.#store.remove(id)
    return say('publishing.noLonger', { name: folder.name, what: sentence })
  }

  async close(): Promise<void> {
    this.#isStarted = false
    this.#waiting.clear()
    this.#abort.abort()
    await this.#task.close()
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#dependencies.hub.listen({ signal: this.#task.closing })) {
      if (!causes.has(type)) continue
      this.#areAllDue = true
      this.#task.schedule(QUIET_MS)
    }
  }

  get #store() {
    return this.#dependencies.catalog.exports.publishing
  }

  #check({ settings }: Pick<PublishOrder, 'settings'>): void {
    if (settings.kind !== 'pictures') throw new AppError('bad-params', say('publishing.noSheets'))
    checkSettings(this.#dependencies.catalog.exports, settings)
  }

  #queue(id: PublishFolderId, isAsked = false): void {
    if (!isAsked && !this.#store.get(id).isOn) return
    this.#waiting.add(id)
    this.#task.schedule()
    this.#tell(id)
  }

  async #bringAllInStep(signal: AbortSignal): Promise<void | 'retry'> {
    await setImmediate() // the caller learns of the folder first
    if (this.#isStarted) this.#queueDue()
    for (let [id] = this.#waiting; id !== undefined && !signal.aborted; [id] = this.#waiting) {
      this.#waiting.delete(id)
      await this.#tryOne(id)
    }
    return this.#isStarted && this.#failed.size > 0 ? 'retry' : undefined
  }

  /** Folders that a change may affect, and those that failed: a drive may be there again, or a disk have room. */
  #queueDue(): void {
    const on = new Set(this.#store.list().flatMap(({ id, isOn }) => (isOn ? id : [])))
    for (const id of this.#failed) if (!on.has(id)) this.#failed.delete(id)
    const due = this.#areAllDue ? on : new Set(this.#failed)
    this.#areAllDue = false
    for (const id of due) {
      this.#waiting.add(id)
      this.#tell(id)
    }
  }

  /**
   * Notes that cannot be written to the catalogue, since its disk is full or another process has it, are tried again.
   */
  async #tryOne(id: PublishFolderId): Promise<void> {
    try {
      await this.#runOne(this.#store.get(id))
    } catch (error) {
      this.#failed.add(id)
      this.#dependencies.log.warn('A publish folder could not be looked at', { id, error: stackOf(error) })
    } finally {
      this.#runningId = null
    }
  }

  async #runOne(folder: KeptPublishFolder): Promise<void> {
    const { id } = folder
    this.#runningId = id
    this.#abort = new AbortController()
    this.#tell(id)
    const problem = await this.#bringInStep(folder, this.#abort.signal)
    if (problem === null) this.#failed.delete(id)
    else this.#failed.add(id)
    const isOver = !this.#abort.signal.aborted && problem === null
    this.#store.settle(id, problem, isOver ? this.#dependencies.now() : null)
    this.#runningId = null
    this.#tell(id)
  }

  async #bringInStep(folder: KeptPublishFolder, signal: AbortSignal): Promise<Text | null> {
    if (this.#dependencies.isHiding()) return say('publishing.hidden')
    const isThere = (await stat(folder.target).catch(() => null))?.isDirectory() === true
    if (isThere) this.#away.delete(folder.id)
    else this.#away.add(folder.id)
    if (!isThere) return say('publishing.away', { path: folder.target })
    try {
      await new PublishRun(folder, this.#dependencies, signal).toTheEnd()
      return null
    } catch (error) {
      this.#dependencies.log.warn('A publish folder is not in step', { folder: folder.name, error: stackOf(error) })
      return textOf(error)
    }
  }

  async #removeFiles({ id, target }: KeptPublishFolder): Promise<Text> {
    let removed = 0
    let kept = 0
    for (let after = 0; ;) {
      const files = this.#store.files(id, after, PAGE)
      const last = files.at(-1)
      if (last === undefined) break
      after = last.id
      const result = await removeWritten(
        target,
        files.filter(({ file }) => file !== ''),
      )
      removed += result.removed.length
      kept += result.changed.length + result.failed.length
    }
    return kept === 0
      ? say('publishing.filesRemoved', { count: removed })
      : say('publishing.filesRemovedKept', { count: removed, kept })
  }

  #present(folder: KeptPublishFolder): PublishFolder {
    const { id, name, source, settings, target, isOn, problem, lastRunMs } = folder
    return {
      id,
      name,
      source,
      settings,
      target,
      isOn,
      state: this.#stateOf(folder),
      problem,
      files: this.#store.countFiles(id),
      notes: this.#store.notes(id, MAX_NOTES),
      lastRunMs,
    }
  }

  #stateOf({ id, problem }: KeptPublishFolder): PublishFolder['state'] {
    if (this.#runningId === id) return 'running'
    if (this.#waiting.has(id)) return 'waiting'
    if (this.#away.has(id)) return 'away'
    return problem === null ? 'in-step' : 'failed'
  }

  #tell(id: PublishFolderId): PublishFolder {
    const folder = this.#present(this.#store.get(id))
    this.#dependencies.hub.publish({ type: 'publishing.changed', folder })
    return folder
  }
}
