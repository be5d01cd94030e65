import { messageOf } from '../../contract/errors.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PendingPhoto } from './rows/take-pending.ts'
import type { Log } from '../host/log.ts'
import { isFileInCloud } from '../ingest/places/cloud-files.ts'
import type { AnalysisQueue } from './analysis-queue.ts'
import type { ProcessPhotoDependencies } from './process-photo.ts'

export type ThumbnailRunDependencies = Pick<ProcessPhotoDependencies, 'hub' | 'isUnchanged'> & {
  catalog: Pick<Catalog, 'analysis'>
  /** The one on this machine. */
  engine: Pick<AnalysisEngine, 'analyse' | 'concurrency'>
  queue: Pick<AnalysisQueue, 'whileIdle' | 'isRunning' | 'onScreen'>
  log: Pick<Log, 'debug'>
}

/**
 * While the analysis runs, this many photos on screen without a picture are worth a separate run. Fewer get theirs
 * within a second from the analysis, and so do all others in their turn: it decodes them once for everything.
 */
export const WORTH_A_PASS = 16
/** Photos are taken this often for each slot, so that those on screen never wait long. */
const TAKEN_FOR_EACH = 2

/**
 * Creates thumbnails of many photos on screen before the analysis continues, and of all photos while it is paused:
 * those on screen, then the newest. Errors of a photo are left to the analysis, which tries again and finds the cause.
 */
export class ThumbnailRun {
  readonly #dependencies: ThumbnailRunDependencies
  /** Photos that could not get one, or are getting one. */
  readonly #passedOver = new Set<number>()
  #taken: PendingPhoto[] = []
  readonly #task: BackgroundTask
  #isStarted = false
  #isClosed = false

  /** Nothing runs before `start`. */
  constructor(dependencies: ThumbnailRunDependencies) {
    this.#dependencies = dependencies
    this.#task = new BackgroundTask({
      work: () => this.#makeWhatIsDue(),
      // The analysis reports it to the person.
      onError: (error) => dependencies.log.debug('Thumbnails could not be saved', { error: messageOf(error) }),
    })
  }

  start(): void {
    this.#isStarted = true
    this.schedule()
  }

  /** A person paused or resumed the analysis, or a folder that was away is back: failed photos are tried again. */
  restart(): void {
    this.#passedOver.clear()
    this.schedule()
  }

  /** There may be photos without a picture. */
  schedule(): void {
    if (this.#isStarted) this.#task.schedule()
  }

  /** Resolves once nothing runs. */
  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** Waits for photos in progress, but at most `maxMs`; later results are dropped. */
  async close(maxMs: number): Promise<void> {
    this.#isClosed = true
    const ended = Promise.withResolvers<void>()
    const timer = setTimeout(ended.resolve, maxMs)
    await Promise.race([this.#task.close(), ended.promise])
    clearTimeout(timer)
  }

  async #makeWhatIsDue(): Promise<void> {
    if (this.#isWorthIt()) await this.#dependencies.queue.whileIdle(() => this.#makeAll())
  }

  #isWorthIt(): boolean {
    const enough = this.#dependencies.queue.isRunning ? WORTH_A_PASS : 1
    return this.#dependencies.catalog.analysis.countWithoutPicture(enough, this.#passedOver, this.#among()) >= enough
  }

  async #makeAll(): Promise<void> {
    const places = Math.max(1, this.#dependencies.engine.concurrency)
    try {
      await Promise.all(Array.from({ length: places }, () => this.#makeSome(places)))
    } catch (error) {
      this.#passedOver.clear() // The library cannot be written now, which is no photo's fault.
      throw error
    } finally {
      this.#taken = []
    }
  }

  async #makeSome(places: number): Promise<void> {
    for (let photo = this.#next(places); photo !== undefined; photo = this.#next(places)) await this.#make(photo)
  }

  #next(places: number): PendingPhoto | undefined {
    if (this.#isClosed) return undefined
    if (this.#taken.length === 0) this.#taken = this.#take(places * TAKEN_FOR_EACH)
    const photo = this.#taken.shift()
    if (photo !== undefined) this.#passedOver.add(photo.id)
    return photo
  }

  #take(limit: number): PendingPhoto[] {
    const { catalog, queue } = this.#dependencies
    const among = this.#among()
    return catalog.analysis.takeWithoutPicture(limit, {
      first: queue.onScreen,
      except: this.#passedOver,
      ...(among && { among }),
    })
  }

  /** While the analysis runs, it gives a picture to what is not on screen. */
  #among(): readonly number[] | undefined {
    const { queue } = this.#dependencies
    return queue.isRunning ? queue.onScreen : undefined
  }

  async #make(photo: PendingPhoto): Promise<void> {
    const { catalog, engine, isUnchanged, hub } = this.#dependencies
    if (await isFileInCloud(photo.path)) return // Opening it would download it.
    const outcome = await engine.analyse({ path: photo.path, steps: photo.steps })
    if (!outcome.ok || outcome.findings.thumbnail === undefined || !(await isUnchanged(photo)) || this.#isClosed) return
    catalog.analysis.saveOutcome(photo.id, photo.steps, outcome)
    this.#passedOver.delete(photo.id)
    hub.photosChanged([photo.id])
  }
}
