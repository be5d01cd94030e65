import { inEnglish } from '../../contract/sentences/write-text.ts'
import type { Text } from '../../contract/sentences/text.ts'
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
import { failureOf, isNothing, TileFailure, unfit } from './tile-failure.ts'
import { TileFetcher, type TileAnswer } from './tile-fetcher.ts'
import { say } from '../../contract/sentences/say.ts'
import CachePolicy from 'http-cache-semantics'
import { z } from 'zod'
import { readHeader } from '../../base/formats/header/read-header.ts'
import { LRUCache } from 'lru-cache'

export type ServedTile = { bytes: Uint8Array; type: string }
export type TileProviderOptions = {
  catalog: Pick<Catalog, 'settings'>
  hub: Pick<EventHub, 'publish'>
  log: Log
  libraryDir: string
  version: string
  /** Milliseconds since 1970. */
  now?: () => number
  /** Maximum bytes of all cached tiles; an integer. */
  maxBytes?: number
}

/** About 12,000 tiles. */
const MAX_BYTES = 256 * 1024 ** 2
/** Concurrent requests for any number of windows: what operators of free servers ask of programs. */
const MAX_REQUESTS = 2

/** A tile to fetch, and its expired cached version. */
type TileOrder = { key: string; address: URL; source: string; kept: KeptTile | null }

/**
 * Tiles for the map: cached ones, or those of the server that the person chose, and no other. While tiles are off,
 * nothing is fetched and nothing shown. Tiles are checked, and cached in `map-tiles/` of the library.
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

  /** A tile, or null if there is none at present. Rejects when aborted. */
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

  /** The problem that keeps tiles from coming. */
  state(): TileState {
    return this.#watch.state
  }

  /** Ends the pause of a server. */
  retry(): void {
    this.#watch.retry()
  }

  /** Bytes of all cached tiles. */
  keptBytes(): Promise<number> {
    return this.#kept.bytes()
  }

  /** Deletes all cached tiles. */
  clear(): Promise<void> {
    return this.#kept.clear()
  }

  async close(): Promise<void> {
    this.#requests.clear()
    await this.#fetcher.close()
    await this.#requests.onIdle()
  }

  /** The server in use, if it is the requested one. */
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

  /** Much may have changed while it waited for its turn. */
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
    if (state.problem !== null)
      this.#options.log.warn('Tiles of the map do not come', { problem: inEnglish(state.problem) })
  }
}

/** A cached tile: its bytes, and until when they are fresh, in milliseconds since 1970. */
type KeptTile = { bytes: Buffer; type: string; freshUntil: number; policy: CachePolicy.CachePolicyObject }
/** A tile that just arrived. */
type NewTile = KeptTile & { mayKeep: boolean }
type Exchange = { address: URL; now: number }

/** Overrides shorter times of a server: maps change slowly, and its operators welcome each request saved. */
const MIN_FRESH_MS = 7 * 24 * 3_600_000
/** Maximum pixels of a side; a browser would decode whatever it is given. */
const MAX_SIDE = 2048
const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const

const Head = z.object({
  type: z.enum(Object.values(types)),
  freshUntil: z.number(),
  policy: z.record(z.string(), z.unknown()),
})
const NEW_LINE = 10

/** The request for a cache's rules. */
const requestTo = (address: URL) => ({ url: address.href, method: 'GET', headers: { host: address.host } })

/** An answer as a tile, which the server may forbid to cache. Throws a TileFailure unless it is a picture. */
function tileOf(answer: TileAnswer, { address, now }: Exchange): NewTile {
  const type = typeOf(answer, address.host)
  const policy = new CachePolicy(requestTo(address), policyAnswer(answer), { shared: false })
  return { bytes: answer.bytes, type, ...freshness(policy, now) }
}

/** A tile that the server confirms as unchanged. */
function renewed(kept: KeptTile, answer: TileAnswer, { address, now }: Exchange): NewTile {
  const { policy } = CachePolicy.fromObject(kept.policy).revalidatedPolicy(requestTo(address), policyAnswer(answer))
  return { ...kept, ...freshness(policy, now) }
}

/** Headers that ask whether a cached tile is unchanged. */
function conditionsOf(kept: KeptTile | null, address: URL): Record<string, string> {
  if (kept === null) return {}
  const all = CachePolicy.fromObject(kept.policy).revalidationHeaders(requestTo(address))
  const asked = ['if-none-match', 'if-modified-since'].map((name) => [name, all[name]] as const)
  return Object.fromEntries(asked.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function freshness(policy: CachePolicy, now: number): Pick<NewTile, 'freshUntil' | 'policy' | 'mayKeep'> {
  const freshUntil = now + Math.max(MIN_FRESH_MS, policy.timeToLive())
  return { freshUntil, policy: policy.toObject(), mayKeep: policy.storable() }
}

const policyAnswer = ({ status, headers }: TileAnswer) => ({ status, headers: { ...headers } })

/** The bytes decide the type; a server that declares something else than a picture is believed, too. */
function typeOf({ headers, bytes }: TileAnswer, host: string): string {
  const contentType = [headers['content-type']].flat()[0] ?? ''
  if (!contentType.toLowerCase().startsWith('image/'))
    throw unfit(host, contentType === '' ? say('tiles.noType') : contentType.slice(0, 60))
  const { kind, width, height } = readHeader(bytes)
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp') throw unfit(host, say('tiles.noPicture'))
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    throw unfit(host, say('tiles.pixels', { width, height }))
  return types[kind]
}

/** A tile as one file: a line with its properties, and the picture. */
function writeTile({ bytes, type, freshUntil, policy }: KeptTile): Buffer {
  return Buffer.concat([Buffer.from(JSON.stringify({ type, freshUntil, policy })), Buffer.from([NEW_LINE]), bytes])
}

/** Null unless it is such a file. */
function readTile(file: Uint8Array): KeptTile | null {
  const end = file.indexOf(NEW_LINE)
  if (end === -1) return null
  try {
    const head = Head.parse(JSON.parse(Buffer.from(file.subarray(0, end)).toString()))
    const policy = head.policy as unknown as CachePolicy.CachePolicyObject // Written by `writeTile` alone.
    return { ...head, policy, bytes: Buffer.from(file.subarray(end + 1)) }
  } catch {
    return null // A damaged file is fetched again.
  }
}

type ServerWatchOptions = {
  now(): number
  /** Called when the reported state of the server has changed. */
  onChange(state: TileState): void
}

/** Places without a tile that are remembered, and for how many milliseconds. */
const NOTHING = { max: 10_000, ttl: 3_600_000 } as const

/** State of the tile server: whether it is paused, and where it has no tiles. */
class ServerWatch {
  readonly #onChange: (state: TileState) => void
  readonly #pause: ServerPause
  readonly #nothing = new LRUCache<string, true>(NOTHING)
  #source = ''
  /** Whether a tile came since the server was chosen. */
  #hasCome = false
  #reported: string

  constructor({ now, onChange }: ServerWatchOptions) {
    this.#pause = new ServerPause(now)
    this.#onChange = onChange
    this.#reported = JSON.stringify(this.state)
  }

  get state(): TileState {
    return this.#pause.state
  }

  /** Sets the server in use. The state of a former one does not apply. */
  follow(source: string): void {
    if (source === this.#source) return
    this.#source = source
    this.#hasCome = false
    this.retry()
  }

  /** Whether the server may be asked for a tile now. */
  mayAsk(key: string): boolean {
    return !this.#pause.isHeld && !this.#nothing.has(key)
  }

  failed(source: string, failure: TileFailure): void {
    if (source === this.#source) this.#pause.fail(failure)
    this.#tell()
  }

  /** The server has no tile there; if it never had any, its address may be wrong. */
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
    const state = JSON.stringify(this.state)
    if (state === this.#reported) return
    this.#reported = state
    this.#onChange(this.state)
  }
}

const MAX_GROWN_MS = 10 * 60_000

/** Pauses a server after a failure, longer for consecutive ones. Times are milliseconds since 1970. */
class ServerPause {
  readonly #now: () => number
  #problem: Text | null = null
  #until = 0
  #failures = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get isHeld(): boolean {
    return this.#now() < this.#until
  }

  get state(): TileState {
    return { problem: this.#problem, retryAt: this.#until === 0 ? null : this.#until }
  }

  /** Concurrent requests fail together: the first failure counts. */
  fail({ text, pauseMs, grows }: TileFailure): void {
    if (this.isHeld) return
    const grown = pauseMs * 2 ** this.#failures++
    this.#problem = text
    this.#until = this.#now() + (grows ? Math.max(pauseMs, Math.min(MAX_GROWN_MS, grown)) : pauseMs)
  }

  /** A problem to show that needs no pause. */
  note(problem: Text): void {
    this.reset()
    this.#problem = problem
  }

  reset(): void {
    this.#problem = null
    this.#until = 0
    this.#failures = 0
  }
}
