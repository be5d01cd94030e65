import { MAX_TOGETHER, pictureAddress, type ThumbRequest } from '../../src-main/contract/library/picture.ts'
import { defineStore } from 'pinia'
import { watch } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useShell } from '../client/use-shell.ts'
import { usePrivacy } from '../privacy/use-privacy.ts'
import { useSensitivity } from './use-sensitivity.ts'

/** Requests thumbnails; never rejects. The answer has a `data:` address for each that need not be loaded by itself. */
type Fetch = (requests: ThumbRequest[]) => Promise<readonly (string | null)[]>
type Asked = { address: string; request: ThumbRequest } & Pick<PromiseWithResolvers<string>, 'promise' | 'resolve'>

/** Fewer are loaded one by one: separate addresses are as fast then, and the browser caches them. */
const MIN_GATHERED = 4
/** Some ten kilobytes each. */
const MAX_KEPT = 600

/**
 * Requests thumbnails that are needed at the same moment in one call. A browser has six connections to a library, and a
 * screen of pictures would wait for them in turn, each with work in four processes.
 */
export class GatheredThumbs {
  readonly #fetch: Fetch
  readonly #kept = new Map<string, string>()
  #asked: Asked[] = []
  /** Answers that are awaited, by address. */
  readonly #awaited = new Map<string, Promise<string>>()
  readonly #loading = new Set<Promise<void>>()

  constructor(fetch: Fetch) {
    this.#fetch = fetch
  }

  /** What an image shows for an address, if it is cached. */
  kept(address: string): string | undefined {
    return this.#kept.get(address)
  }

  /**
   * What an image shows for an address: its picture if others are requested together with it, else the address itself.
   */
  ask(address: string, request: ThumbRequest): Promise<string> {
    const awaited = this.#awaited.get(address)
    if (awaited) return awaited
    if (this.#asked.length === 0) queueMicrotask(() => this.#send())
    const asked = Promise.withResolvers<string>()
    this.#asked.push({ address, request, ...asked })
    this.#awaited.set(address, asked.promise)
    return asked.promise
  }

  /** Resolves when all pictures that are requested now have arrived. */
  async arrived(): Promise<void> {
    await Promise.all(this.#loading)
  }

  /** Deletes all pictures, also those on their way: what is hidden from now on must not stay here. */
  forget(): void {
    this.#kept.clear()
    this.#awaited.clear()
  }

  #send(): void {
    const asked = this.#asked
    this.#asked = []
    for (let from = 0; from < asked.length; from += MAX_TOGETHER) {
      const loading = this.#load(asked.slice(from, from + MAX_TOGETHER))
      this.#loading.add(loading)
      void loading.then(() => this.#loading.delete(loading))
    }
  }

  async #load(asked: readonly Asked[]): Promise<void> {
    const found = asked.length < MIN_GATHERED ? [] : await this.#fetch(asked.map(({ request }) => request))
    for (const [at, { address, promise, resolve }] of asked.entries()) {
      const picture = found[at]
      const isAwaited = this.#awaited.get(address) === promise
      if (isAwaited) this.#awaited.delete(address)
      if (isAwaited && picture) this.#keep(address, picture)
      resolve(picture ?? address) // The image itself reports the error when it requests the picture again.
    }
  }

  #keep(address: string, picture: string): void {
    this.#kept.set(address, picture)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) return
      this.#kept.delete(oldest)
    }
  }
}

/** The thumbnails of a window, loaded together. */
export const useThumbs = defineStore('thumbs', () => {
  const { library } = useClient()
  const privacy = usePrivacy(),
    shell = useShell(),
    loads = useLoads()
  const { appearanceOf } = useSensitivity()
  const gathered = new GatheredThumbs(
    async (requests) => (await loads.ask(() => library.photos.thumbs(requests))) ?? [],
  )
  watch(
    [() => privacy.state.hidesSensitive, () => privacy.state.hidesPrivate, () => privacy.state.hidesWithoutVerdict],
    () => gathered.forget(),
  )
  /** Requests the pictures of photos that are about to be drawn: they are on their way while the tiles are laid out. */
  const expect = (photos: readonly PhotoTile[]): void => {
    for (const photo of photos) {
      const { id: photoId, thumbVersion, turn, crop = null } = photo
      const address = pictureAddress(shell.pictures, photo, 'thumb')
      const isNeeded = thumbVersion > 0 && appearanceOf(photo) === 'shown' && gathered.kept(address) === undefined
      if (isNeeded && address !== '') void gathered.ask(address, { photoId, turn, crop })
    }
  }
  return {
    expect,
    kept: gathered.kept.bind(gathered),
    ask: gathered.ask.bind(gathered),
    arrived: gathered.arrived.bind(gathered),
  }
})
