import { defineStore } from 'pinia'
import { ref, shallowReactive, watch } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { describeError, isAborted } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { BLOCK } from './tile-source.ts'
import { useQuery } from './query.ts'

/** The photos of the present query, held as pages of tiles around what is on screen. */
export const usePhotoPages = defineStore('photo-pages', () => {
  const client = useClient()
  const query = useQuery()
  const pages = shallowReactive(new Map<number, readonly PhotoTile[]>())
  const loading = new Map<number, AbortController>()
  const total = ref(0)
  const isLoaded = ref(false)
  const problem = ref('')
  /** Rises with every new query, so that a grid knows to go back to its top. */
  const serial = ref(0)
  let wanted: readonly number[] = [0]
  let allIds: Promise<PhotoId[]> | null = null

  const fetchPage = async (block: number): Promise<void> => {
    const abort = new AbortController()
    loading.get(block)?.abort()
    loading.set(block, abort)
    try {
      const page = await client.library.photos.list(
        { ...query.effective, offset: block * BLOCK, limit: BLOCK },
        { signal: abort.signal },
      )
      if (abort.signal.aborted) return
      total.value = page.total
      pages.set(block, page.tiles)
      for (const held of pages.keys()) if (held * BLOCK >= page.total && held > 0) pages.delete(held)
      isLoaded.value = true
      problem.value = ''
    } catch (error) {
      if (!isAborted(error) && !abort.signal.aborted) problem.value = describeError(error)
    } finally {
      if (loading.get(block) === abort) loading.delete(block)
    }
  }

  /** Says which photos are near the screen: missing pages are asked for, pages under way elsewhere are given up. */
  const want = (first: number, last: number): void => {
    const from = Math.max(0, Math.floor(first / BLOCK))
    const to = Math.max(from, Math.floor(last / BLOCK))
    wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    for (const [block, abort] of loading)
      if (!wanted.includes(block)) {
        abort.abort()
        loading.delete(block)
      }
    for (const block of wanted) if (!pages.has(block) && !loading.has(block)) void fetchPage(block)
  }

  /** Loads what is on screen again in place; pages elsewhere are dropped and come back when they are wanted. */
  const refresh = async (): Promise<void> => {
    allIds = null
    for (const block of pages.keys()) if (!wanted.includes(block)) pages.delete(block)
    await Promise.all(wanted.map(fetchPage))
  }

  const restart = async (): Promise<void> => {
    allIds = null
    wanted = [0]
    for (const abort of loading.values()) abort.abort()
    loading.clear()
    const before = serial.value + 1
    serial.value = before
    await fetchPage(0)
    if (serial.value === before) for (const block of pages.keys()) if (!wanted.includes(block)) pages.delete(block)
  }

  const tile = (index: number): PhotoTile | undefined => pages.get(Math.floor(index / BLOCK))?.[index % BLOCK]

  /** All ids of the query in order; kept until something changes. */
  const ids = (): Promise<PhotoId[]> => {
    allIds ??= client.library.photos.ids(query.effective).catch((error: unknown) => {
      allIds = null
      throw error
    })
    return allIds
  }

  watch(
    () => JSON.stringify(query.effective),
    () => void restart(),
  )

  return { pages, total, isLoaded, problem, serial, want, refresh, restart, tile, ids }
})
