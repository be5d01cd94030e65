import type { RemoteState } from '../../contract/library/remote.ts'

type EngineState = Omit<RemoteState, 'keptIn'>

/** Changes of counts alone are told at most this often, in milliseconds. */
const PAUSE_MS = 500

/** Tells how the service stands: what a person must know at once, counts every now and then. */
export class StatePublisher {
  readonly #read: () => EngineState
  readonly #onState: ((state: RemoteState) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  /** What was told last, without the counts. */
  #told = ''

  constructor(read: () => EngineState, onState: ((state: RemoteState) => void) | undefined) {
    this.#read = read
    this.#onState = onState
  }

  /** The state may have changed. */
  publish(): void {
    const { condition, message, version } = this.#read()
    const summary = JSON.stringify([condition, message, version])
    if (summary === this.#told) {
      this.#timer ??= setTimeout(() => this.#tellLater(), PAUSE_MS).unref()
      return
    }
    this.#told = summary
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
