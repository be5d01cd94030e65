import { defineStore } from 'pinia'
import { watch, ref, shallowReactive } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { useExpectedMarks } from './expected-marks.ts'
import { useQuery } from './query.ts'
import { useStacks } from '../stacks/stacks.ts'
import { BLOCK, tileAt } from './tile-source.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { describeError, isAborted } from '../client/describe-error.ts'

/** The photos of the current query: pages of tiles around what is on screen. */
export const usePhotoPages = defineStore('photo-pages', () => {
  const { library } = useClient()
  const query = useQuery()
  const stacks = useStacks()
  const asked = () => ({ ...query.effective, ...stacks.asked })
  const expected = useExpectedMarks()
  const loader = new PageLoader((offset, signal) =>
    expected.read(
      () => library.photos.list({ ...asked(), offset, limit: BLOCK }, { signal }),
      (page, complete) => ({ ...page, tiles: page.tiles.map(complete) }),
    ),
  )
  expected.addView(loader.patch.bind(loader))
  let allIds: Promise<PhotoId[]> | null = null

  /** All ids of the query in order; kept until something changes. */
  const ids = (): Promise<PhotoId[]> => {
    allIds ??= library.photos.ids(asked()).catch((error: unknown) => {
      allIds = null
      throw error
    })
    return allIds
  }
  const again = (load: 'refresh' | 'restart') => (): Promise<void> => {
    allIds = null
    return loader[load]()
  }
  const refresh = again('refresh')

  watch(() => JSON.stringify(query.effective), again('restart'))
  watch(() => stacks.asked, refresh)

  return {
    ...loaded(loader),
    refresh,
    tile: (index: number) => tileAt(loader.pages, index),
    ids,
  }
})

/** What a list shows of its loader. */
const loaded = (loader: PageLoader) => ({
  pages: loader.pages,
  total: loader.total,
  photos: loader.photos,
  isLoaded: loader.isLoaded,
  problem: loader.problem,
  serial: loader.serial,
  want: loader.want.bind(loader),
})

/** Fetches the page that begins at photo `offset`, and the number of photos in the list. */
type FetchPage = (offset: number, signal: AbortSignal) => Promise<Page>
/** `photos` is the number of photos behind the list if it has one for each stack. */
type Page = { total: number; photos?: number | undefined; tiles: readonly PhotoTile[] }

/** Loads the pages of a list that are near the screen, and aborts requests for those that are no longer. */
export class PageLoader {
  readonly pages = shallowReactive(new Map<number, readonly PhotoTile[]>())
  readonly total = ref(0)
  /** The number of photos behind the list, with those in folded stacks. */
  readonly photos = ref(0)
  readonly isLoaded = ref(false)
  readonly problem = ref('')
  /** Increases with every new list, so that a grid scrolls to its top. */
  readonly serial = ref(0)
  readonly #fetch: FetchPage
  readonly #requests = new Map<number, AbortController>()
  #wanted: readonly number[] = [0]

  constructor(fetch: FetchPage) {
    this.#fetch = fetch
  }

  /** Takes which photos are near the screen: loads their pages and aborts requests for other pages. */
  want(first: number, last: number): void {
    const from = Math.max(0, Math.floor(first / BLOCK))
    const to = Math.max(from, Math.floor(last / BLOCK))
    this.#wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    for (const page of this.#requests.keys()) if (!this.#wanted.includes(page)) this.#abort(page)
    for (const page of this.#wanted) if (!this.pages.has(page) && !this.#requests.has(page)) void this.#load(page)
  }

  /** Shows a change of some photos before the library reports it; the next `refresh` replaces it. */
  patch(ids: ReadonlySet<number>, part: Partial<PhotoTile>): void {
    for (const [page, tiles] of this.pages)
      if (tiles.some(({ id }) => ids.has(id)))
        this.pages.set(
          page,
          tiles.map((tile) => (ids.has(tile.id) ? { ...tile, ...part } : tile)),
        )
  }

  /** Loads the visible pages again in place. Other pages are dropped, and loaded when they are needed. */
  async refresh(): Promise<void> {
    this.#dropUnwanted()
    await Promise.all(this.#wanted.map((page) => this.#load(page)))
  }

  /** Scrolls to the top of another list. The pages of the earlier one stay until the first page arrives. */
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
