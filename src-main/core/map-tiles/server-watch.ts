import { say } from '../../contract/sentences/say.ts'
import { LRUCache } from 'lru-cache'
import type { TileState } from '../../contract/library/map-tiles.ts'
import { ServerPause } from './server-pause.ts'
import type { TileFailure } from './tile-failure.ts'

export type ServerWatchOptions = {
  now(): number
  /** Called when what is told of the server has changed. */
  onChange(state: TileState): void
}

/** Places without a tile that are remembered, and for how many milliseconds. */
const NOTHING = { max: 10_000, ttl: 3_600_000 } as const

/** What is known of the server that tiles come from: whether it is to be left alone, and where it has none. */
export class ServerWatch {
  readonly #onChange: (state: TileState) => void
  readonly #pause: ServerPause
  readonly #nothing = new LRUCache<string, true>(NOTHING)
  #source = ''
  /** Whether a tile came since the server was chosen. */
  #hasCome = false
  #told: string

  constructor({ now, onChange }: ServerWatchOptions) {
    this.#pause = new ServerPause(now)
    this.#onChange = onChange
    this.#told = JSON.stringify(this.state)
  }

  get state(): TileState {
    return this.#pause.state
  }

  /** Says which server is in use. What was known of another one says nothing of it. */
  follow(source: string): void {
    if (source === this.#source) return
    this.#source = source
    this.#hasCome = false
    this.retry()
  }

  /** Whether the server may be asked for a tile at present. */
  mayAsk(key: string): boolean {
    return !this.#pause.isHeld && !this.#nothing.has(key)
  }

  failed(source: string, failure: TileFailure): void {
    if (source === this.#source) this.#pause.fail(failure)
    this.#tell()
  }

  /** The server has no tile there; where it never had any, its address may be wrong. */
  hasNothing(key: string, host: string): void {
    this.#nothing.set(key, true)
    if (!this.#hasCome) this.#pause.note(say('tiles.none', { host }))
    this.#tell()
  }

  hasCome(): void {
    this.#hasCome = true
    this.#pause.reset()
    this.#tell()
  }

  /** The server may be asked again for everything. */
  retry(): void {
    this.#pause.reset()
    this.#nothing.clear()
    this.#tell()
  }

  #tell(): void {
    const told = JSON.stringify(this.state)
    if (told === this.#told) return
    this.#told = told
    this.#onChange(this.state)
  }
}
