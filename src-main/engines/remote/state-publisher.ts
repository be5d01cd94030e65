import type { RemoteState } from '../../contract/library/remote.ts'

type EngineState = Omit<RemoteState, 'keptIn'>

/** Minimum milliseconds between two reports in which only counts changed. */
const PAUSE_MS = 500

/** Publishes the service's state: important changes at once, counts now and then. */
export class StatePublisher {
  readonly #read: () => EngineState
  readonly #onState: ((state: RemoteState) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  /** The last published state, without the counts. */
  #published = ''

  constructor(read: () => EngineState, onState: ((state: RemoteState) => void) | undefined) {
    this.#read = read
    this.#onState = onState
  }

  /** The state may have changed. */
  publish(): void {
    const { condition, message, version } = this.#read()
    const summary = JSON.stringify([condition, message, version])
    if (summary === this.#published) {
      this.#timer ??= setTimeout(() => this.#tellLater(), PAUSE_MS).unref()
      return
    }
    this.#published = summary
    this.#tell()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #tellLater(): void {
    this.#timer = undefined
    this.#tell()
  }

  #tell(): void {
    this.#onState?.({ ...this.#read(), keptIn: 'nowhere' })
  }
}
