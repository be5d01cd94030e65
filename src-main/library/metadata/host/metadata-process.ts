import type { TextValue } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { BatchProgress, FileAnswer, FileRequest, FromMetadata } from '../worker/protocol.ts'
import type { MetadataChild } from './metadata-child.ts'
import { ProgressWatch, type ReadingLimits, type Trouble } from './progress-watch.ts'

/** The result of a batch: the answers that came, by position, and why others are missing. */
export type BatchEnd = {
  answers: ReadonlyMap<number, FileAnswer>
  trouble: (Omit<Trouble, 'kind'> & { kind: Trouble['kind'] | 'ended' }) | null
}

type CurrentBatch = {
  number: number
  answers: Map<number, FileAnswer>
  watch: ProgressWatch
  timer: NodeJS.Timeout
  end(end: BatchEnd): void
}

/** Owns one metadata process, which reads one batch at a time; ends it if a batch goes wrong. */
export class MetadataProcess {
  readonly #child: MetadataChild
  readonly #limits: ReadingLimits
  #batch: CurrentBatch | null = null
  #batches = 0
  #isReady = false
  #ending: TextValue | null = null

  constructor(child: MetadataChild, limits: ReadingLimits) {
    this.#child = child
    this.#limits = limits
    child.onMessage((message) => this.#receive(message))
    child.onExit((how) => this.#noteExit(how))
  }

  /** True once the process has ended, or is being ended. */
  get isGone(): boolean {
    return this.#ending !== null
  }

  /** Reads a batch; never rejects. `isAlone` gives a file more time. */
  run(requests: readonly FileRequest[], { isAlone }: { isAlone: boolean }): Promise<BatchEnd> {
    const { promise, resolve } = Promise.withResolvers<BatchEnd>()
    const number = ++this.#batches
    this.#batch = {
      number,
      answers: new Map(),
      watch: new ProgressWatch(this.#limits, { isReady: this.#isReady, isAlone }),
      timer: setInterval(() => this.#tick(), this.#limits.tickMs),
      end: resolve,
    }
    if (this.#ending === null) this.#child.post({ kind: 'read', batch: number, requests })
    else this.#noteExit(this.#ending)
    return promise
  }

  kill(): void {
    this.#ending ??= say('reading.wasEnded')
    this.#child.kill()
    this.#noteExit(this.#ending)
  }

  #receive(message: FromMetadata): void {
    if (message.kind === 'progress') return this.#progress(message)
    this.#isReady = true
    this.#batch?.watch.noteReady()
  }

  #progress(progress: BatchProgress): void {
    if (this.#batch?.number !== progress.batch) return
    for (const [place, answer] of progress.answers) this.#batch.answers.set(place, answer)
    if (progress.isDone) return this.#end(null)
    this.#stopWhereWrong(this.#batch.watch.note(progress))
  }

  #tick(): void {
    // A starting process has no time to answer, and would then answer everything at once.
    if (this.#isReady) this.#child.post({ kind: 'ping' })
    this.#stopWhereWrong(this.#batch?.watch.tick() ?? null)
  }

  /** A process that waits for a disk may not end before the disk answers: it is left alone. */
  #stopWhereWrong(trouble: Trouble | null): void {
    if (trouble === null) return
    this.#ending = trouble.how
    this.#child.kill()
    this.#end(trouble)
  }

  #noteExit(how: TextValue): void {
    this.#ending ??= how
    this.#end({ kind: this.#isReady ? 'ended' : 'not-started', how })
  }

  #end(trouble: BatchEnd['trouble']): void {
    const batch = this.#batch
    if (batch === null) return
    this.#batch = null
    clearInterval(batch.timer)
    batch.end({ answers: batch.answers, trouble })
  }
}
