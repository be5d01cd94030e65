import { ref, shallowReactive } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { describeError, isAborted } from '../client/describe-error.ts'
import { BLOCK } from './tile-source.ts'

/** Asks for the page that begins with photo `offset`, and for how many photos the list has. */
export type FetchPage = (offset: number, signal: AbortSignal) => Promise<Page>
/** `photos` is how many the list stands for where it has one for each stack. */
type Page = { total: number; photos?: number | undefined; tiles: readonly PhotoTile[] }

/** Loads the pages of a list that are near the screen, and aborts requests for those that are no longer. */
export class PageLoader {
  readonly pages = shallowReactive(new Map<number, readonly PhotoTile[]>())
  readonly total = ref(0)
  /** How many photos the list stands for. */
  readonly photos = ref(0)
  readonly isLoaded = ref(false)
  readonly problem = ref('')
  /** Rises with every new list, so that a grid goes back to its top. */
  readonly serial = ref(0)
  readonly #fetch: FetchPage
  readonly #requests = new Map<number, AbortController>()
  #wanted: readonly number[] = [0]

  constructor(fetch: FetchPage) {
    this.#fetch = fetch
  }

  /** Says which photos are near the screen: their pages are loaded, requests for other pages are aborted. */
  want(first: number, last: number): void {
    const from = Math.max(0, Math.floor(first / BLOCK))
    const to = Math.max(from, Math.floor(last / BLOCK))
    this.#wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    for (const page of this.#requests.keys()) if (!this.#wanted.includes(page)) this.#abort(page)
    for (const page of this.#wanted) if (!this.pages.has(page) && !this.#requests.has(page)) void this.#load(page)
  }

  /** Shows a change of some photos before the library tells of it; the next `refresh` has the last word. */
  patch(ids: ReadonlySet<number>, part: Partial<PhotoTile>): void {
    for (const [page, tiles] of this.pages)
      if (tiles.some(({ id }) => ids.has(id)))
        this.pages.set(
          page,
          tiles.map((tile) => (ids.has(tile.id) ? { ...tile, ...part } : tile)),
        )
  }

  /** Loads what is on screen again in place. Pages elsewhere are dropped; they are loaded when they are wanted. */
  async refresh(): Promise<void> {
    this.#dropUnwanted()
    await Promise.all(this.#wanted.map((page) => this.#load(page)))
  }

  /** Goes to the top of another list. The pages of the earlier one stay until the first page is there. */
  async restart(): Promise<void> {
    this.#wanted = [0]
    for (const page of this.#requests.keys()) this.#abort(page)
    const serial = (this.serial.value += 1)
    await this.#load(0)
    if (this.serial.value === serial) this.#dropUnwanted()
  }

  async #load(page: number): Promise<void> {
    this.#abort(page)
    const abort = new AbortController()
    this.#requests.set(page, abort)
    try {
      const answer = await this.#fetch(page * BLOCK, abort.signal)
      if (!abort.signal.aborted) this.#accept(page, answer)
    } catch (error) {
      if (!isAborted(error) && !abort.signal.aborted) this.problem.value = describeError(error)
    } finally {
      if (this.#requests.get(page) === abort) this.#requests.delete(page)
    }
  }

  #accept(page: number, { total, photos = total, tiles }: Page): void {
    this.total.value = total
    this.photos.value = photos
    this.pages.set(page, tiles)
    for (const other of this.pages.keys()) if (other > 0 && other * BLOCK >= total) this.pages.delete(other)
    this.isLoaded.value = true
    this.problem.value = ''
  }

  #abort(page: number): void {
    this.#requests.get(page)?.abort()
    this.#requests.delete(page)
  }

  #dropUnwanted(): void {
    for (const page of this.pages.keys()) if (!this.#wanted.includes(page)) this.pages.delete(page)
  }
}
