import path from 'node:path'
import PQueue from 'p-queue'
import { messageOf } from '../../contract/errors.ts'
import {
  serverInUse,
  sourceOf,
  type TileRequest,
  type TileServer,
  type TileState,
} from '../../contract/library/map-tiles.ts'
import { fillTemplate, hasSharpTiles } from '../../contract/library/tile-template.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import { FileCache } from '../file-cache/file-cache.ts'
import type { Log } from '../host/log.ts'
import { conditionsOf, readTile, renewed, tileOf, writeTile, type KeptTile } from './kept-tile.ts'
import { ServerWatch } from './server-watch.ts'
import { failureOf, isNothing, TileFailure } from './tile-failure.ts'
import { TileFetcher, type TileAnswer } from './tile-fetcher.ts'

export type ServedTile = { bytes: Uint8Array; type: string }
export type TileProviderOptions = {
  catalog: Pick<Catalog, 'settings'>
  hub: Pick<EventHub, 'publish'>
  log: Log
  libraryDir: string
  version: string
  /** Milliseconds since 1970. */
  now?: () => number
  /** Bytes of all tiles that are kept; a whole number. */
  maxBytes?: number
}

/** About 12,000 tiles. */
const MAX_BYTES = 256 * 1024 ** 2
/** Requests at once, whatever the number of windows: what operators of free servers ask of programs. */
const MAX_REQUESTS = 2

/** A tile to be fetched, and what is kept of it though it is old. */
type TileOrder = { key: string; address: URL; source: string; kept: KeptTile | null }

/**
 * Tiles for the map: kept ones, or those of the server that the person chose, and of no other. While tiles are switched
 * off, nothing is fetched and nothing shown. What comes is checked, and kept in `map-tiles/` of the library.
 */
export class TileProvider {
  readonly #options: TileProviderOptions
  readonly #now: () => number
  readonly #kept: FileCache
  readonly #fetcher: TileFetcher
  readonly #requests = new PQueue({ concurrency: MAX_REQUESTS })
  readonly #watch: ServerWatch

  constructor(options: TileProviderOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    const folder = path.join(options.libraryDir, 'map-tiles')
    this.#kept = new FileCache({ folder, maxBytes: options.maxBytes ?? MAX_BYTES, extension: '.tile' })
    this.#fetcher = new TileFetcher(options.version)
    this.#watch = new ServerWatch({ now: this.#now, onChange: (state) => this.#tell(state) })
  }

  /** A tile, or null where there is none to be had at present. Rejects when aborted. */
  async serve({ signal, ...request }: TileRequest & { signal?: AbortSignal | undefined }): Promise<ServedTile | null> {
    const { source } = request
    const server = this.#server(source)
    if (server === null || request.z > server.maxZoom) return null
    const scale = hasSharpTiles(server.template) ? request.scale : 1
    const key = `${source}-${request.z}-${request.x}-${request.y}${scale === 2 ? '-2x' : ''}`
    const kept = await this.#read(key)
    if (kept !== null && this.#now() < kept.freshUntil) return kept
    const address = new URL(fillTemplate(server.template, request, scale))
    return (await this.#fetched({ key, address, source, kept }, signal)) ?? kept
  }

  /** What keeps tiles from coming. */
  state(): TileState {
    return this.#watch.state
  }

  /** Asks a server again that is left alone at present. */
  retry(): void {
    this.#watch.retry()
  }

  /** Bytes of all tiles that are kept. */
  keptBytes(): Promise<number> {
    return this.#kept.bytes()
  }

  /** Deletes all tiles that are kept. */
  clear(): Promise<void> {
    return this.#kept.clear()
  }

  async close(): Promise<void> {
    this.#requests.clear()
    await this.#fetcher.close()
    await this.#requests.onIdle()
  }

  /** The server in use, where it is the one that is asked for. */
  #server(source: string): TileServer | null {
    const server = serverInUse(this.#options.catalog.settings.get().mapTiles)
    if (server === null) return null
    this.#watch.follow(sourceOf(server))
    return sourceOf(server) === source ? server : null
  }

  async #read(key: string): Promise<KeptTile | null> {
    const file = await this.#kept.get(key)
    return file === null ? null : readTile(file)
  }

  async #fetched(order: TileOrder, signal = new AbortController().signal): Promise<ServedTile | null> {
    if (!this.#watch.mayAsk(order.key)) return null
    try {
      return await this.#requests.add(() => this.#fetch(order, signal), { signal })
    } catch (error) {
      if (!(error instanceof TileFailure)) throw error
      this.#watch.failed(order.source, error)
      return null
    }
  }

  /** Much may have happened while it waited for its turn. */
  async #fetch(order: TileOrder, signal: AbortSignal): Promise<ServedTile | null> {
    const { address, key, kept, source } = order
    if (this.#server(source) === null || !this.#watch.mayAsk(key)) return null
    const answer = await this.#fetcher.get(address, conditionsOf(kept, address), signal)
    const failure = failureOf(answer, address.host)
    if (failure !== null) throw failure
    if (!isNothing(answer.status)) return this.#keep(order, answer)
    this.#watch.hasNothing(key, address.host)
    return null
  }

  async #keep({ key, address, kept }: TileOrder, answer: TileAnswer): Promise<ServedTile> {
    const isSame = answer.status === 304 && kept !== null
    const now = this.#now()
    const tile = isSame ? renewed(kept, answer, { address, now }) : tileOf(answer, { address, now })
    this.#watch.hasCome()
    if (tile.mayKeep) await this.#kept.put(key, writeTile(tile)).catch((error: unknown) => this.#logUnkept(error))
    return tile
  }

  /** It is shown all the same. */
  #logUnkept(error: unknown): void {
    this.#options.log.warn('A tile of the map could not be kept', { error: messageOf(error) })
  }

  #tell(state: TileState): void {
    this.#options.hub.publish({ type: 'map-tiles.changed', state })
    if (state.problem !== '') this.#options.log.warn('Tiles of the map do not come', { problem: state.problem })
  }
}
