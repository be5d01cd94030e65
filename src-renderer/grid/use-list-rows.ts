import { t } from '../locales/messages.ts'
import { onBeforeUnmount, shallowReactive, watch, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { ListRow } from '../../src-main/contract/library/list-row.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'
import { BLOCK, type TileSource } from '../photos/tile-source.ts'

/** Rows of pages at most this far from the screen are kept; others are requested again. */
const KEPT_PAGES = 20

/** The values in the columns of a list: one call for each page on screen, and another when its tiles change. */
export function useListRows(
  source: () => TileSource,
  range: Readonly<Ref<readonly [first: number, last: number] | null>>,
  isWanted: () => boolean,
): { listRowOf: (id: PhotoId) => ListRow | undefined } {
  const client = useClient()
  const toasts = useToasts()
  const known = shallowReactive(new Map<PhotoId, ListRow>())
  /** The tiles whose rows were requested, by page. */
  const asked = new Map<number, readonly PhotoTile[]>()
  const leaving = new AbortController()

  const load = async (page: number, tiles: readonly PhotoTile[]): Promise<void> => {
    asked.set(page, tiles)
    const call = () => client.library.photos.listRows({ ids: tiles.map(({ id }) => id) }, { signal: leaving.signal })
    const isLoaded = await toasts.attempt(t('grid.detailsNotLoaded'), async () => {
      for (const row of await call()) known.set(row.id, row)
    })
    if (!isLoaded && asked.get(page) === tiles) asked.delete(page)
  }
  const forgetFar = (from: number, to: number): void => {
    for (const [page, tiles] of asked) {
      if (page >= from - KEPT_PAGES && page <= to + KEPT_PAGES) continue
      asked.delete(page)
      for (const { id } of tiles) known.delete(id)
    }
  }
  const want = (): void => {
    if (!isWanted() || range.value === null) return
    const [from, to] = range.value.map((index) => Math.floor(index / BLOCK)) as [number, number]
    forgetFar(from, to)
    for (let page = from; page <= to; page += 1) {
      const tiles = source().pages.get(page)
      if (tiles?.length && asked.get(page) !== tiles) void load(page, tiles)
    }
  }

  watch([range, isWanted, () => [...source().pages.values()]], want, { immediate: true })
  onBeforeUnmount(() => leaving.abort())
  return { listRowOf: (id) => known.get(id) }
}
