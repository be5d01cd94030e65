import { defineStore } from 'pinia'
import { markRaw, watch, ref, shallowReactive } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { afterPaint } from '../client/after-paint.ts'
import { CallOrder } from '../client/call-order.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { usePhotoDays } from './photo-days.ts'
import { useQuery } from './query.ts'
import { useStacks } from '../stacks/use-stacks.ts'
import { BLOCK, tileAt, type Viewer } from './tile-source.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { describeError, isAborted } from '../client/describe-error.ts'

/** The photos of the current query: pages of tiles around what is on screen. */
export const usePhotoPages = defineStore('photo-pages', () => {
  const { library } = useClient()
  const query = useQuery()
  const stacks = useStacks()
  const asked = () => ({ ...query.effective, ...stacks.asked })
  /** Marks that all views of the window show before they are saved. */
  const expected = createExpectedMarks(useLoads().run)
  const fetch: FetchPage = (offset, signal) =>
    expected.read(
      () => library.photos.list({ ...asked(), offset, limit: BLOCK }, { signal }),
      (page, complete) => ({ ...page, tiles: page.tiles.map(complete) }),
    )
  const { patch, refresh, restart, ...list } = createPageLoader(fetch, usePhotoDays().load, () => query.isTyping)
  let allIds: Promise<PhotoId[]> | null = null

  /** All ids of the query in order; kept until something changes. */
  const ids = (): Promise<PhotoId[]> => {
    allIds ??= library.photos.ids(asked()).catch((error: unknown) => {
      allIds = null
      throw error
    })
    return allIds
  }
  let isAsked = false
  let loading: Promise<void> = Promise.resolve()
  const again = (load: () => Promise<void>) => (): Promise<void> => {
    allIds = null
    isAsked = true
    const done = load()
    // During an import, photos that are shown are loaded again and again: those are painted already.
    if (list.isEarlier.value) loading = done
    return done
  }
  /** Resolves when the photos of the present query are painted, or cannot be. */
  const painted = async (): Promise<void> => {
    let last: Promise<void>
    do {
      last = loading
      await last
      await afterPaint()
    } while (last !== loading)
  }
  /**
   * Makes a function that calls `load` when the photos of the present query are painted: the library answers nothing
   * else before them. Queries that follow each other until then, as letters do, count together.
   */
  const oncePainted = (load: () => unknown): (() => Promise<void>) => {
    let isWaiting = false
    return async () => {
      if (isWaiting) return
      isWaiting = true
      await painted()
      isWaiting = false
      load()
    }
  }

  watch(() => JSON.stringify(query.effective), again(restart))
  watch(
    () => list.isUnmatched.value && !query.isTyping,
    (isAnswered) => isAnswered && void again(restart)(),
  )
  const refreshAsked = again(refresh)
  expected.addView(patch, refreshAsked)
  // The settings of a window that opens come before it asks for any photos.
  watch(
    () => stacks.asked,
    () => {
      allIds = null
      if (isAsked) void refreshAsked()
    },
  )

  const tile = (index: number) => tileAt(list.pages, index)
  return { ...list, refresh: refreshAsked, oncePainted, tile, ids, expected: markRaw(expected) }
})

/** Fetches the page that begins at photo `offset`, and the number of photos in the list. */
type FetchPage = (offset: number, signal: AbortSignal) => Promise<Page>
/** `photos` is the number of photos behind the list if it has one for each stack. */
type Page = { total: number; photos?: number | undefined; tiles: readonly PhotoTile[] }

/** Loads what belongs to a list beside its photos; the result shows it. */
type LoadBeside = () => Promise<() => void>

/**
 * Loads the pages of a list that are near the screen, and aborts requests for those that are no longer. What is
 * `beside` the photos of a list appears with them: photos below the headers of an earlier list would be laid out twice.
 * While `isBeingWritten` is true of what the list is asked for, an empty list does not replace one with photos.
 */
export function createPageLoader(
  fetch: FetchPage,
  beside: LoadBeside = async () => () => undefined,
  isBeingWritten: () => boolean = () => false,
) {
  const pages = shallowReactive(new Map<number, readonly PhotoTile[]>())
  const total = ref(0)
  /** The number of photos behind the list, with those in folded stacks. */
  const photos = ref(0)
  const isLoaded = ref(false)
  const problem = ref('')
  /** Increases with every new list that is shown, so that a grid scrolls to its top. */
  const serial = ref(0)
  /** Whether the photos are those of an earlier list: those of the present one are not there yet. */
  const isEarlier = ref(false)
  /** Whether they are because the present list, which is still being asked for, has none. */
  const isUnmatched = ref(false)
  const requests = new Map<number, AbortController>()
  const lists = new CallOrder()
  /** The pages that each viewer needs. */
  const near = new Map<Viewer, readonly number[]>([['grid', [0]]])
  const wanted = (): ReadonlySet<number> => new Set([...near.values()].flat())

  /** Takes which photos a viewer shows or soon will: loads their pages, and aborts requests that nobody needs now. */
  const want = (first: number, last: number, viewer: Viewer): void => {
    if (isEarlier.value) {
      // Its pages can no longer be asked for; a new list that failed is asked for again.
      if (problem.value !== '' && requests.size === 0) void restart()
      return
    }
    const from = Math.max(0, Math.floor(first / BLOCK))
    const to = Math.max(from, Math.floor(last / BLOCK))
    near.set(
      viewer,
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    )
    const needed = wanted()
    for (const page of requests.keys()) if (!needed.has(page)) abort(page)
    for (const page of needed) if (!pages.has(page) && !requests.has(page)) void load(page)
  }
  const leave = (viewer: Viewer): void => void near.delete(viewer)

  /** Shows a change of some photos before the library reports it; the next `refresh` replaces it. */
  const patch = (ids: ReadonlySet<number>, part: Partial<PhotoTile>): void => {
    for (const [page, tiles] of pages)
      if (tiles.some(({ id }) => ids.has(id)))
        pages.set(
          page,
          tiles.map((tile) => (ids.has(tile.id) ? { ...tile, ...part } : tile)),
        )
  }

  /** Loads the visible pages again in place. Other pages are dropped, and loaded when they are needed. */
  const refresh = async (): Promise<void> => {
    if (isEarlier.value) return restart()
    dropUnwanted()
    const isLatest = lists.start()
    const besides = beside()
    await Promise.all([...wanted()].map((page) => load(page, besides)))
    if (isLatest()) (await besides)() // Also if a person scrolled on, and no page was needed any more.
  }

  /** Asks for another list. The earlier one stays until that is there, and is then replaced in one step. */
  const restart = async (): Promise<void> => {
    near.clear()
    near.set('grid', [0])
    for (const page of requests.keys()) abort(page)
    isEarlier.value = true
    lists.invalidate()
    await load(0, beside())
  }

  const load = async (page: number, besides?: ReturnType<LoadBeside>): Promise<void> => {
    abort(page)
    const request = new AbortController()
    requests.set(page, request)
    try {
      const [answer, showBeside] = await Promise.all([fetch(page * BLOCK, request.signal), besides])
      if (request.signal.aborted) return
      if (isEarlier.value && answer.total === 0 && total.value > 0 && isBeingWritten()) {
        isUnmatched.value = true
        return
      }
      accept(page, answer)
      showBeside?.()
    } catch (error) {
      if (!isAborted(error) && !request.signal.aborted) problem.value = describeError(error)
    } finally {
      if (requests.get(page) === request) requests.delete(page)
    }
  }

  const accept = (page: number, answer: Page): void => {
    if (isEarlier.value) {
      dropUnwanted()
      serial.value += 1
      isEarlier.value = false
      isUnmatched.value = false
    }
    total.value = answer.total
    photos.value = answer.photos ?? answer.total
    pages.set(page, keepEqual(pages.get(page), answer.tiles))
    for (const other of pages.keys()) if (other > 0 && other * BLOCK >= answer.total) pages.delete(other)
    isLoaded.value = true
    problem.value = ''
  }

  const abort = (page: number): void => {
    requests.get(page)?.abort()
    requests.delete(page)
  }

  const dropUnwanted = (): void => {
    const needed = wanted()
    for (const page of pages.keys()) if (!needed.has(page)) pages.delete(page)
  }

  return {
    pages,
    total,
    photos,
    isLoaded,
    problem,
    serial,
    isEarlier,
    isUnmatched,
    want,
    leave,
    patch,
    refresh,
    restart,
  }
}

/**
 * A page as it is now, with the earlier objects of the tiles that are the same: what draws those is not drawn again. If
 * all are the same, it is the earlier page.
 */
function keepEqual(before: readonly PhotoTile[] | undefined, now: readonly PhotoTile[]): readonly PhotoTile[] {
  if (before === undefined) return now
  const known = new Map(before.map((tile) => [tile.id, tile]))
  const tiles = now.map((tile) => {
    const old = known.get(tile.id)
    return old !== undefined && isEqual(old, tile) ? old : tile
  })
  const isSame = tiles.length === before.length && tiles.every((tile, at) => tile === before[at])
  return isSame ? before : tiles
}

const isEqual = (one: PhotoTile, other: PhotoTile): boolean => JSON.stringify(one) === JSON.stringify(other)

// Marks that are not saved yet

export type Marks = Partial<Pick<PhotoTile, 'pick' | 'rating' | 'label'>>
/** Adds the expected marks to a photo as it was read. */
type Complete = <Photo extends { readonly id: PhotoId }>(photo: Photo) => Photo

type Change = { readonly ids: ReadonlySet<PhotoId>; readonly marks: Marks; savedAt: number }
type Reading = { readonly startedAt: number }

/** Sets marks of the photos in a view. */
type Patch = (ids: ReadonlySet<PhotoId>, marks: Marks) => void

/**
 * Marks that a person gave, until everything that is read contains them. A list that the library began to read before a
 * mark was saved lacks it, and would otherwise briefly show the photo as it was before. `load` never rejects.
 */
export function createExpectedMarks(load: (refresh: () => Promise<unknown>) => Promise<void>) {
  /** Counts saved changes; readings that start later contain them. */
  let clock = 0
  let changes: readonly Change[] = []
  const readings = new Set<Reading>()
  const views: { patch: Patch; refresh: () => Promise<unknown> }[] = []

  /** Adds a view of photos, which has to show marks at once, and to read again what could not be saved. */
  const addView = (patch: Patch, refresh: () => Promise<unknown>): void => {
    views.push({ patch, refresh })
  }

  /**
   * Shows marks of photos at once, and expects them from now on. `save` returns whether they were saved; if not, they
   * are forgotten, and views show again what the library has.
   */
  const during = async (ids: ReadonlySet<PhotoId>, marks: Marks, save: () => Promise<boolean>): Promise<boolean> => {
    for (const { patch } of views) patch(ids, marks)
    const change: Change = { ids, marks, savedAt: Infinity }
    changes = [...changes, change]
    try {
      if (await save()) change.savedAt = clock += 1
    } finally {
      if (change.savedAt === Infinity) {
        changes = changes.filter((other) => other !== change)
        for (const { refresh } of views) void load(refresh)
      }
      forget()
    }
    return change.savedAt < Infinity
  }

  /** Reads photos from the library, and lets `complete` add the marks that the answer may lack. */
  const read = async <Answer>(
    ask: () => Promise<Answer>,
    completeAll: (answer: Answer, complete: Complete) => Answer,
  ): Promise<Answer> => {
    const reading: Reading = { startedAt: clock }
    readings.add(reading)
    try {
      const answer = await ask()
      const lacking = changes.filter(({ savedAt }) => savedAt > reading.startedAt)
      return lacking.length === 0 ? answer : completeAll(answer, completer(lacking))
    } finally {
      readings.delete(reading)
      forget()
    }
  }

  /** The same for one photo. */
  const readPhoto = <Photo extends { readonly id: PhotoId }>(ask: () => Promise<Photo>): Promise<Photo> =>
    read(ask, (photo, complete) => complete(photo))

  const forget = (): void => {
    const oldest = Math.min(clock, ...[...readings].map(({ startedAt }) => startedAt))
    changes = changes.filter(({ savedAt }) => savedAt > oldest)
  }

  return {
    addView,
    during,
    read,
    readPhoto,
    /** Number of remembered changes. */
    size: () => changes.length,
  }
}

const completer =
  (changes: readonly Change[]): Complete =>
  (photo) =>
    changes.reduce((result, { ids, marks }) => (ids.has(photo.id) ? { ...result, ...marks } : result), photo)
