import { MAX_TOGETHER, type ThumbRequest } from '../../src-main/contract/library/picture.ts'
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useClient } from '../client/use-client.ts'
import { usePrivacy } from '../privacy/use-privacy.ts'

/** Requests thumbnails; the answer has a `data:` address for each, or null if it must be loaded by itself. */
type Fetch = (requests: ThumbRequest[]) => Promise<readonly (string | null)[]>
type Asked = { address: string; request: ThumbRequest; answer: (source: string) => void }

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
    if (this.#asked.length === 0) queueMicrotask(() => this.#send())
    return new Promise((answer) => this.#asked.push({ address, request, answer }))
  }

  /** Resolves when all pictures that are requested now have arrived. */
  async arrived(): Promise<void> {
    await Promise.all(this.#loading)
  }

  /** Deletes all pictures: those that are hidden from now on must not stay here. */
  forget(): void {
    this.#kept.clear()
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
    const found =
      asked.length < MIN_GATHERED ? [] : await this.#fetch(asked.map(({ request }) => request)).catch(() => [])
    for (const [at, { address, answer }] of asked.entries()) {
      const picture = found[at]
      if (picture) this.#keep(address, picture)
      answer(picture ?? address) // The image itself reports the error when it requests the picture again.
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
  const privacy = usePrivacy()
  const gathered = new GatheredThumbs((requests) => library.photos.thumbs(requests))
  watch(
    () => privacy.state,
    () => gathered.forget(),
  )
  return {
    kept: gathered.kept.bind(gathered),
    ask: gathered.ask.bind(gathered),
    arrived: gathered.arrived.bind(gathered),
  }
})
